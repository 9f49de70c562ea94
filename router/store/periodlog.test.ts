import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import { GATHER_MS } from './gatherer.ts'
import { openHistory } from './history.ts'

const open = (path = ':memory:') => {
  const failures: string[] = []
  const onFailure = (what: string) => void failures.push(what)
  const clock = openSteppedClock()
  const database = openHistory({ path, clock, onFailure })
  return { database, failures, written: () => clock.step(GATHER_MS), log: database.periodLog('trafficdays') }
}
const bytes = (count: number, of: number) => new Uint8Array(count).fill(of)
const BOUNDS = { keepMs: 10, mostBytes: 25 }

test('the value of a period is replaced, and periods are read in order', () => {
  const { log } = open()
  log.put({ time: 2, value: bytes(3, 2) }, BOUNDS, 2)
  log.put({ time: 1, value: bytes(3, 1) }, BOUNDS, 2)
  log.put({ time: 2, value: bytes(3, 9) }, BOUNDS, 2)
  assert.deepEqual(
    log.read(1, 3).map(({ time, value }) => [time, value[0]]),
    [
      [1, 1],
      [2, 9],
    ],
  )
  assert.deepEqual(log.read(2, 2), [])
})

test('periods that are too old are deleted, and the oldest of too many bytes', async () => {
  const { log, written } = open()
  const times = () => log.read(0, 100).map(({ time }) => time)
  for (const time of [1, 2, 12]) {
    log.put({ time, value: bytes(10, 1) }, BOUNDS, time)
    await written()
  }
  assert.deepEqual(times(), [2, 12])
  log.put({ time: 13, value: bytes(10, 1) }, { ...BOUNDS, keepMs: 100 }, 13)
  await written()
  assert.deepEqual(times(), [12, 13])
})

test('while the disk is full, values are kept in memory and written with a later one', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-periods-'))
  try {
    const path = join(directory, 'history.db')
    const { log, database, failures, written } = open(path)
    // Another writer simulates a full disk: both refuse the transaction.
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    log.put({ time: 1, value: bytes(5, 1) }, BOUNDS, 1)
    await written()
    assert.deepEqual(
      log.read(0, 5).map(({ time }) => time),
      [1],
    )
    assert.equal(failures.length, 1)
    other.exec('COMMIT')
    log.put({ time: 2, value: bytes(5, 1) }, BOUNDS, 2)
    await written()
    assert.equal(other.prepare('SELECT time FROM trafficdays').all().length, 2)
    other.close()
    database[Symbol.dispose]()
  } finally {
    rmSync(directory, { recursive: true })
  }
})
