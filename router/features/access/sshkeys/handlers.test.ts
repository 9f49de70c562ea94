import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Conflict } from '../../../errors.ts'
import { SshKey } from '../../../model/access/sshkeys/contract.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { sshKeyHandlers } from './handlers.ts'

const FILE = '/root/.ssh/authorized_keys'
const KEY = `ssh-ed25519 ${'A'.repeat(68)} laptop`
const caller: Caller = { name: 'admin', kind: 'user', address: '192.168.2.6' }
const asked = <B>(body: B, more: Partial<Caller> = {}) => ({
  params: {},
  query: {},
  body,
  caller: { ...caller, ...more },
})

function open(file: string | undefined, text?: string) {
  const { facts, change } = openMemoryFacts()
  const files = new Map<string, string>(text === undefined ? [] : [[FILE, text]])
  const modes: number[] = []
  const directories: string[] = []
  const machine = {
    readFile: (path: string) => files.get(path),
    writeFile: (path: string, content: string, mode: number) => {
      files.set(path, content)
      modes.push(mode)
    },
    makeDirectory: (path: string) => void directories.push(path),
  }
  return { ...sshKeyHandlers({ facts, machine, file }), change, files, modes, directories }
}

test('keys are written once, for root alone, and then the file is changed on the machine only', async () => {
  const { list, save, files, modes, directories } = open(FILE)
  assert.deepEqual(list(asked(undefined)), { Keys: [], Locked: false })
  await save(asked([KEY]))
  assert.deepEqual([files.get(FILE), modes, directories], [`${KEY}\n`, [0o600], ['/root/.ssh']])
  assert.deepEqual(list(asked(undefined)), { Keys: [KEY], Locked: true })
  assert.throws(() => save(asked([KEY])), Conflict)
})

test('an existing file is listed and never changed', () => {
  const { list, save, files } = open(FILE, `# mine\n\n${KEY}\n`)
  assert.deepEqual(list(asked(undefined)), { Keys: [KEY], Locked: true })
  assert.throws(() => save(asked([`${KEY} other`])), Conflict)
  assert.equal(files.get(FILE), `# mine\n\n${KEY}\n`)
})

test('without a file of its own the router writes none', () => {
  const { list, save, files } = open(undefined)
  assert.deepEqual(list(asked(undefined)), { Keys: [], Locked: true })
  assert.throws(() => save(asked([KEY])), Conflict)
  assert.equal(files.size, 0)
})

test('with one-time codes a proof is needed', async () => {
  const { save, change, files } = open(FILE)
  const row = { Name: 'admin', Sealed: '', Confirmed: true, AlwaysOn: false, LastStep: 0 }
  await change((draft) => draft.otpUsers.put('admin', row))
  assert.throws(() => save(asked([KEY])), { kind: 'proof_missing' })
  await save(asked([KEY], { isProved: true }))
  assert.equal(files.size, 1)
})

test('only public keys without options are accepted', () => {
  assert.ok(SshKey.safeParse(KEY).success)
  for (const wrong of [
    '',
    'ssh-ed25519',
    `command="reboot" ${KEY}`,
    `${KEY}\n${KEY}`,
    `ssh-dss ${'A'.repeat(68)}`,
    'x y',
  ])
    assert.ok(!SshKey.safeParse(wrong).success, wrong)
})
