import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('a holder that has ended holds nothing, also when its number is used again', async () => {
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

test('a lock file that says nothing is nobody’s', () => {
  const path = place()
  assert.ok(takeLock(path).taken)
  writeFileSync(path, '{')
  assert.ok(takeLock(path).taken)
})
