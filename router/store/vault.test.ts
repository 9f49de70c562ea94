import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../errors.ts'
import { fakeMachine } from '../machine/fake.fixture.ts'
import { openVault, vaultWith } from './vault.ts'

const PATH = '/data/vault.key'

test('sealed text can be opened after a restart, and sealing it again gives another text', () => {
  const machine = fakeMachine()
  const vault = openVault(machine, PATH)
  const [one, two] = [vault.seal('größer'), vault.seal('größer')]
  assert.notEqual(one, two)
  assert.ok(!Buffer.from(one, 'base64url').includes('größer'))
  const again = openVault(machine, PATH)
  assert.deepEqual([again.open(one), again.open(two), again.open(vault.seal(''))], ['größer', 'größer', ''])
})

test('text sealed with another key, or altered, is rejected', () => {
  const vault = vaultWith()
  const sealed = vault.seal('secret')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1]! ^= 1
  for (const bad of [bytes.toString('base64url'), '', 'x', sealed.slice(0, 30)])
    assert.throws(() => vault.open(bad), Unavailable, bad)
  assert.throws(() => vaultWith().open(sealed), { name: 'Unavailable', message: /not sealed with the key in memory/ })
})

test('a damaged key is moved aside, and a new one created', () => {
  const machine = fakeMachine()
  const sealed = openVault(machine, PATH).seal('before')
  machine.files.set(PATH, 'AAAA\n')
  const vault = openVault(machine, PATH)
  assert.equal(machine.files.get(`${PATH}.damaged`), 'AAAA\n')
  assert.throws(() => vault.open(sealed), Unavailable)
  assert.equal(openVault(machine, PATH).open(vault.seal('after')), 'after')
})
