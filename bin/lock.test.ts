import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { takeLock } from './lock.js'

const place = () => join(mkdtempSync(join(tmpdir(), 'lock-')), 'deep/lock')

test('a lock is held until it is released', () => {
  const path = place()
  const lock = takeLock(path)
  assert.ok(lock.taken)
  const other = takeLock(path)
  assert.deepEqual(other, { taken: false, pid: process.pid, orphan: false })
  lock.release()
  assert.ok(takeLock(path).taken)
})

test('the lock of an ended process is free, also after its ID was reused', async () => {
  const path = place()
  assert.ok(takeLock(path).taken)
  const sleeper = spawn('sleep', ['60'])
  const id = { pid: sleeper.pid, start: '1' }
  writeFileSync(path, JSON.stringify({ self: id, launchers: [] }))
  assert.ok(takeLock(path).taken)
  sleeper.kill()
})

test('a holder whose launcher was killed is an orphan', () => {
  const path = place()
  assert.ok(takeLock(path).taken)
  const { self } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify({ self, launchers: [{ pid: self.pid, start: '1' }] }))
  assert.deepEqual(takeLock(path), { taken: false, pid: process.pid, orphan: true })
})

test('only one of many processes takes the lock of an ended process', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'lock-'))
  const rounds = 60
  for (let round = 0; round < rounds; round++)
    writeFileSync(join(directory, `${round}`), JSON.stringify({ self: { pid: 1, start: 'long ago' }, launchers: [] }))
  const program = `
    import { existsSync } from 'node:fs'
    import { takeLock } from ${JSON.stringify(new URL('lock.js', import.meta.url).href)}
    process.stdout.write('ready\\n')
    while (!existsSync(${JSON.stringify(join(directory, 'go'))})) {}
    for (let round = 0; round < ${rounds}; round++)
      if (takeLock(${JSON.stringify(directory)} + '/' + round).taken) process.stdout.write(round + '\\n')
    process.stdout.write('done\\n')
    setInterval(() => {}, 1000)`
  const processes = Array.from({ length: 4 }, () => spawn(process.execPath, ['--input-type=module', '--eval', program]))
  const printers = processes.map(({ stdout }) => createInterface({ input: stdout }))
  const lines = printers.map((printer) => printer[Symbol.asyncIterator]())
  for (const one of lines) assert.equal((await one.next()).value, 'ready')
  writeFileSync(join(directory, 'go'), '')
  const taken: string[] = []
  for (const one of lines)
    for (let { value } = await one.next(); value && value !== 'done'; { value } = await one.next()) taken.push(value)
  for (const child of processes) child.kill()
  assert.deepEqual(
    taken.map(Number).sort((a, b) => a - b),
    Array.from({ length: rounds }, (_, round) => round),
  )
})

test('an empty lock file is free', () => {
  const path = place()
  assert.ok(takeLock(path).taken)
  writeFileSync(path, '{')
  assert.ok(takeLock(path).taken)
})
