import assert from 'node:assert/strict'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { syncData } from '../machine/segmentfiles.ts'
import { openSteppedClock } from '../machine/stepped.fixture.ts'
import { GATHER_MS } from './gatherer.ts'
import { openHistory } from './history.ts'

const DAY_MS = 24 * 3600_000
const bounds = { most: 100, keepMs: DAY_MS }

async function onDisk(run: (path: string) => void | Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-history-'))
  try {
    await run(join(directory, 'history.db'))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** A history with its reported failures. */
function open(path: string) {
  const complaints: string[] = []
  const clock = openSteppedClock()
  const history = openHistory({ path, clock, onFailure: (what) => void complaints.push(what) })
  const log = history.log<string>('audit', bounds)
  const values = () => log.newest(1000).map(({ value }) => value)
  return { history, log, values, clock, complaints, [Symbol.dispose]: () => history[Symbol.dispose]() }
}

test('records are read newest first, also before a given one, and after a restart', () =>
  onDisk((path) => {
    {
      using first = open(path)
      for (const value of ['a', 'b', 'c']) first.log.append(0, value)
      assert.deepEqual(first.log.newest(1), [{ id: 3, time: 0, value: 'c' }])
      assert.deepEqual(
        first.log.newest(1, 3).map(({ value }) => value),
        ['b'],
      )
    }
    using again = open(path)
    again.log.append(0, 'd')
    assert.deepEqual(again.values(), ['d', 'c', 'b', 'a'])
    assert.deepEqual(again.complaints, [])
  }))

test('bytes are stored and read as bytes', () => {
  using opened = open(':memory:')
  const log = opened.history.log<Uint8Array>('traffic', bounds)
  log.append(0, Uint8Array.of(0, 255))
  assert.deepEqual(log.newest(1)[0]?.value, Uint8Array.of(0, 255))
})

test('the oldest records are deleted above the maximum number and age', () => {
  using opened = open(':memory:')
  for (let n = 1; n <= 150; n++) opened.log.append(n, String(n))
  assert.equal(opened.values().length, 100)
  assert.equal(opened.values().at(-1), '51')
  opened.log.append(100 + DAY_MS, 'late')
  assert.deepEqual([opened.values().length, opened.values().at(-1)], [52, '100'])
})

test('a temporarily wrong time of day deletes no records in between', () => {
  using opened = open(':memory:')
  const now = 1000 * DAY_MS
  for (const [time, value] of [
    [now, 'before'],
    [0, 'in 1970'],
    [now + 1, 'after'],
  ] as const)
    opened.log.append(time, value)
  assert.deepEqual(opened.values(), ['after', 'in 1970', 'before'])
})

test('texts by key are put, replaced and removed', () =>
  onDisk((path) => {
    {
      using first = open(path)
      const log = first.history.keyValueLog('silence')
      log.change(new Map(Object.entries({ a: '1', b: '2', c: '3' })))
      log.change(
        new Map([
          ['a', '4'],
          ['b', undefined],
        ]),
      )
    }
    using again = open(path)
    assert.deepEqual(
      [...again.history.keyValueLog('silence').read()],
      [
        ['a', '4'],
        ['c', '3'],
      ],
    )
  }))

test('a damaged history is moved aside, and a new one created', () =>
  onDisk((path) => {
    writeFileSync(path, 'scratched'.repeat(2000))
    using opened = open(path)
    assert.match(opened.complaints.join(), /damaged.*history\.db\.damaged/)
    assert.ok(existsSync(`${path}.damaged`))
    opened.log.append(0, 'begun')
    assert.deepEqual(opened.values(), ['begun'])
  }))

test('the router starts even if a damaged history cannot be moved aside', () =>
  onDisk((path) => {
    writeFileSync(path, 'scratched'.repeat(2000))
    mkdirSync(`${path}.damaged/full`, { recursive: true })
    using opened = open(path)
    assert.match(opened.complaints.join(), /cannot be set aside.*ends with this run/)
    opened.log.append(0, 'held')
    assert.deepEqual(opened.values(), ['held'])
  }))

test('an overwritten page is detected at start', () =>
  onDisk((path) => {
    {
      using opened = open(path)
      for (let n = 0; n < 100; n++) opened.log.append(0, 'x'.repeat(1000))
    }
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, 8 * 4096)
    closeSync(file)
    using again = open(path)
    assert.match(again.complaints.join(), /damaged/)
    assert.deepEqual(again.values(), [])
  }))

/** Sets the version of a history with one record. */
function storeVersion(path: string, version: number): void {
  {
    using opened = open(path)
    opened.log.append(0, 'kept')
  }
  using raw = new DatabaseSync(path)
  raw.exec(`PRAGMA user_version = ${version}`)
}

test('a history of a later version is left unchanged, and that of this run is held in memory', () =>
  onDisk((path) => {
    storeVersion(path, 99)
    {
      using newer = open(path)
      assert.match(newer.complaints.join(), /cannot be kept on the disk/)
      newer.log.append(0, 'held')
      assert.deepEqual(newer.values(), ['held'])
    }
    assert.ok(!existsSync(`${path}.damaged`))
    using raw = new DatabaseSync(path)
    assert.deepEqual(raw.prepare('PRAGMA user_version').get()?.user_version, 99)
    assert.deepEqual(storedIn(path, 'audit'), ['kept'])
  }))

test('a history without a version has version 1', () =>
  onDisk((path) => {
    storeVersion(path, 0)
    using again = open(path)
    assert.deepEqual([again.values(), again.complaints], [['kept'], []])
  }))

test('without a writable file the history is kept in memory', () =>
  onDisk((path) => {
    mkdirSync(path)
    using opened = open(path)
    assert.match(opened.complaints.join(), /ends with this run/)
    opened.log.append(0, 'held')
    assert.deepEqual(opened.values(), ['held'])
  }))

test('while the disk is full, records are kept in memory, one failure is reported, and all are written later', () =>
  onDisk((path) => {
    using opened = open(path)
    opened.log.append(0, 'a')
    // Another writer simulates a full disk: both refuse the transaction.
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    for (const value of ['b', 'c']) opened.log.append(0, value)
    opened.history.keyValueLog('silence').change(new Map([['key', 'text']]))
    assert.deepEqual(opened.values(), ['c', 'b', 'a'])
    assert.deepEqual(
      opened.log.newest(1, 3).map(({ value }) => value),
      ['b'],
    )
    assert.equal(opened.complaints.length, 1)
    other.exec('COMMIT')
    opened.log.append(0, 'd')
    const rows = other.prepare('SELECT value FROM audit ORDER BY id').all()
    assert.deepEqual(
      rows.map(({ value }) => value),
      ['a', 'b', 'c', 'd'],
    )
    other.close()
  }))

/** A history on the disk, with the files that were synced. */
function openSynced(path: string) {
  const clock = openSteppedClock()
  const synced: string[] = []
  const history = openHistory({
    path,
    clock,
    onFailure: () => assert.fail(),
    syncFile: (file) => {
      synced.push(file.replace(path, ''))
      return syncData(file)
    },
  })
  return { clock, synced, history, [Symbol.dispose]: () => history[Symbol.dispose]() }
}

/** What another process reads, in the order of its numbers. */
function storedIn(path: string, table: string): unknown[] {
  using reader = new DatabaseSync(path, { readOnly: true })
  return reader
    .prepare(`SELECT value FROM ${table} ORDER BY id`)
    .all()
    .map(({ value }) => value)
}

test('records are written immediately, and synced to the disk within a second', () =>
  onDisk(async (path) => {
    using opened = openSynced(path)
    const log = opened.history.log<string>('audit', bounds)
    log.append(0, 'a')
    log.append(0, 'b')
    assert.deepEqual(storedIn(path, 'audit'), ['a', 'b'])
    assert.deepEqual(opened.synced, [])
    await opened.clock.step(1000)
    assert.deepEqual(opened.synced, ['-wal'])
  }))

test('without a write-ahead log, the database itself is synced', () =>
  onDisk(async (path) => {
    const clock = openSteppedClock()
    const synced: string[] = []
    using history = openHistory({
      path,
      clock,
      onFailure: () => assert.fail(),
      async syncFile(file) {
        if (file.endsWith('-wal')) throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
        synced.push(file)
      },
    })
    history.log<string>('audit', bounds).append(0, 'a')
    await clock.step(1000)
    assert.deepEqual(synced, [path])
  }))

test('records of every minute are found immediately, and written together at the next fifth minute', () =>
  onDisk(async (path) => {
    using opened = openSynced(path)
    const { clock, history, synced } = opened
    const toFifth = GATHER_MS - (clock.now() % GATHER_MS)
    const traffic = history.log<string>('traffic', bounds)
    const health = history.log<string>('health', bounds)
    traffic.append(clock.now(), 'first')
    await clock.step(toFifth - 60_000)
    traffic.append(clock.now(), 'second')
    health.append(clock.now(), 'well')
    assert.deepEqual(
      traffic.newest(10).map(({ value }) => value),
      ['second', 'first'],
    )
    assert.deepEqual([storedIn(path, 'traffic'), storedIn(path, 'health'), synced], [[], [], []])
    await clock.step(60_000)
    assert.deepEqual([storedIn(path, 'traffic'), storedIn(path, 'health')], [['first', 'second'], ['well']])
    await clock.step(1000)
    assert.deepEqual(synced, ['-wal'])
  }))

test('gathered records are written when the history is closed, and later if the disk is full', () =>
  onDisk(async (path) => {
    {
      using opened = open(path)
      const log = opened.history.log<string>('traffic', bounds)
      log.append(0, 'a')
      const other = new DatabaseSync(path)
      other.exec('BEGIN IMMEDIATE')
      await opened.clock.step(GATHER_MS)
      assert.match(opened.complaints.join(), /cannot be written/)
      log.append(1, 'b')
      await opened.clock.step(GATHER_MS)
      other.exec('COMMIT')
      other.close()
    }
    assert.deepEqual(storedIn(path, 'traffic'), ['a', 'b'])
  }))
