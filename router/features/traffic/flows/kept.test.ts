import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { Counts } from '../../../model/traffic/flows/change.ts'
import type { NetCount } from '../../../model/traffic/flows/counters.ts'
import { openHistory } from '../../../store/history.ts'
import { ipToNumber, numberToIp } from '../../../values/ip.ts'
import { keepHistory, minuteOf } from './kept.ts'

const [PHONE, TV] = ['192.168.2.6', '192.168.2.10']
const [PHONES, TVS] = [ipToNumber(PHONE), ipToNumber(TV)]
const DAY = 1440
const bounds = { most: 10_000, keepMs: 1e12 }
const wan = (WanIn: number): NetCount => ({ LanIn: 0, LanOut: 0, WanIn, WanOut: 0 })
const counts = (wanIn: number): Counts => [0, 0, wanIn, 0]
const openDatabase = (path = ':memory:') =>
  openHistory({ path, clock: openSteppedClock(), onFailure: (what) => assert.fail(what) })

async function read({ history }: Pick<ReturnType<typeof keepHistory>, 'history'>): Promise<Record<string, NetCount>[]> {
  return JSON.parse(Buffer.concat(await Array.fromAsync(history.text(numberToIp))).toString())
}

test('after a restart the history continues, with the missing minutes filled', async () => {
  using database = openDatabase()
  const before = keepHistory(database, 0)
  // Through several of the records that carry the whole, and with a device that comes and goes.
  for (let minute = 0; minute < 150; minute++) {
    const tv = minute % 70 < 40 ? ([[TVS, counts(5)]] as const) : []
    before.record(new Map([[PHONES, counts(1000 * minute + 1)], ...tv]), minute)
  }
  const after = keepHistory(database, 155)
  assert.deepEqual(await read(after), await read(before))
  after.record(new Map([[PHONES, counts(3)]]), 155)
  const all = await read(after)
  assert.deepEqual(all.slice(0, 2), [{ [PHONE]: wan(3) }, { [PHONE]: wan(149_001), [TV]: wan(5) }])
  assert.equal(all.length, 156)
})

test('after many restarts a day is kept, and on the disk little more', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-traffic-'))
  const path = join(directory, 'history.db')
  for (let minute = 0; minute < DAY + 200; minute += 7) {
    using database = openDatabase(path)
    const { record } = keepHistory(database, minute)
    for (let n = 0; n < 7; n++) record(new Map([[PHONES, counts(minute + n)]]), minute + n)
  }
  using database = openDatabase(path)
  const all = await read(keepHistory(database, DAY + 200))
  assert.equal(all.length, DAY)
  assert.deepEqual(all.map((minute) => minute[PHONE]?.WanIn).slice(0, 3), [1644, 1643, 1642])
  assert.ok(database.log<Uint8Array>('traffic', bounds).newest(10_000).length <= DAY + 60)
  rmSync(directory, { recursive: true })
})

test('a minute has one sample, also when the router restarts within it', async () => {
  using database = openDatabase()
  keepHistory(database, 5).record(new Map([[PHONES, counts(1)]]), 5)
  const again = keepHistory(database, 5)
  again.record(new Map([[PHONES, counts(2)]]), 5)
  assert.deepEqual(await read(again), [{ [PHONE]: wan(1) }])
})

test('values older than a day are not in the history', async () => {
  using database = openDatabase()
  keepHistory(database, 0).record(new Map([[PHONES, counts(1)]]), 0)
  const later = keepHistory(database, DAY)
  assert.deepEqual(await read(later), [])
  later.record(new Map([[TVS, counts(2)]]), DAY)
  assert.deepEqual(await read(keepHistory(database, DAY + 1)), [{ [TV]: wan(2) }])
})

test('after a lost record, only later values are returned', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-traffic-'))
  const path = join(directory, 'history.db')
  {
    using database = openDatabase(path)
    for (let minute = 0; minute < 100; minute++)
      keepHistory(database, minute).record(new Map([[PHONES, counts(minute + 1)]]), minute)
  }
  {
    using raw = new DatabaseSync(path)
    raw.exec('DELETE FROM traffic WHERE id = 90')
  }
  {
    using database = openDatabase(path)
    const all = await read(keepHistory(database, 100))
    assert.deepEqual([all.length, all.at(-1)], [10, { [PHONE]: wan(91) }])
  }
  rmSync(directory, { recursive: true })
})

test('a damaged history is deleted and started again', async () => {
  using database = openDatabase()
  keepHistory(database, 0).record(new Map([[PHONES, counts(1)]]), 0)
  const log = database.log<Uint8Array>('traffic', bounds)
  log.append(60_000, Uint8Array.of(0, 0))
  assert.deepEqual(await read(keepHistory(database, 5)), [])
  assert.deepEqual(log.newest(10), [])
})

test('a timer that fires slightly early belongs to the minute that begins', () => {
  assert.deepEqual(
    [59_999, 60_000, 119_000].map((now) => minuteOf(now)),
    [1, 1, 1],
  )
})
