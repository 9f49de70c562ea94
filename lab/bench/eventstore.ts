import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { openBus } from '../../router/events/bus.ts'
import { openEventStore } from '../../router/features/messages/events/store.ts'
import { systemClock } from '../../router/machine/clock.ts'
import { EventDatabase } from '../../router/store/events/database.ts'
import { openEventThread } from '../../router/store/events/thread.ts'
import { openFactsInMemory } from '../../router/store/memory.ts'
import type { Row } from './table.ts'

const EVENTS = 5_000_000
const TOPICS = 20
const QUERIES = 2000
const SECONDS = 10
const RATE = 5000
const EVER = { min: 0n, max: 2n ** 63n - 1n }

const fail = (what: string, error: unknown): never => {
  throw new Error(what, { cause: error })
}

/** The event store: the last 100 of 5 million events beside plain SQLite, and 5,000 events a second. */
export async function benchEventStore(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-bench-events-'))
  try {
    return [await benchQueries(join(directory, 'large.db')), ...(await benchWrites(join(directory, 'events.db')))]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Fills the tables in SQL: with the full-text index, which these queries do not read, it would take ten minutes. */
function fill(path: string): void {
  new EventDatabase(path)[Symbol.dispose]()
  using database = new DatabaseSync(path)
  database.exec(`
    PRAGMA synchronous = OFF;
    INSERT INTO topics WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${TOPICS})
      SELECT i, 'topic:' || i, ${EVENTS / TOPICS}, 0 FROM n;
    INSERT INTO events WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${EVENTS})
      SELECT 1700000000000000000 + i * 10000000, 0, i % ${TOPICS} + 1,
        '{"ClientIP":"192.168.2.6","Name":"ads' || i || '.example.com.","Iface":"wlan0.4096","Reason":"blocked by a list","Count":' || i || '}', ''
      FROM n`)
}

async function benchQueries(path: string): Promise<Row> {
  fill(path)
  await using thread = openEventThread({ path, clock: systemClock, onFailure: fail })
  using plain = new DatabaseSync(path, { readOnly: true })
  const select = plain.prepare('SELECT id, value FROM events WHERE topic = ? ORDER BY id DESC LIMIT 100')
  select.setReadBigInts(true)
  const ours: number[] = []
  const peer: number[] = []
  for (let query = 0; query < QUERIES; query++) {
    const topic = (query % TOPICS) + 1
    const began = performance.now()
    const items = await thread.items({ topic: `topic:${topic}`, ...EVER, num: 100, order: 'desc' })
    items.map(({ value }) => JSON.parse(value))
    ours.push(performance.now() - began)
    const peerBegan = performance.now()
    select.all(topic).map(({ value }) => JSON.parse(String(value)))
    peer.push(performance.now() - peerBegan)
  }
  const [mine, theirs] = [p99(ours), p99(peer)]
  return {
    what: 'last 100 of 5 million events, 99th percentile',
    ours: `${mine.toFixed(1)} ms`,
    peer: `plain SQLite ${theirs.toFixed(1)} ms`,
    ratio: `${(mine / theirs).toFixed(1)} ×`,
    aim: '≤ 10 ms',
  }
}

/** Publishes 5,000 events a second for ten seconds, in steps of ten milliseconds. Returns the longest turns of the thread, in milliseconds. */
async function publish(send: (index: number) => void): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  for (let sent = 0; sent < SECONDS * RATE; ) {
    const due = Math.min(SECONDS * RATE, ((performance.now() - began) / 1000) * RATE)
    for (; sent < due; sent++) send(sent)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  delay.disable()
  return delay.percentile(99.9) / 1e6
}

/** The same events with the store, and with a subscriber that only makes JSON of them. */
async function benchWrites(path: string): Promise<Row[]> {
  const { facts } = openFactsInMemory()
  const bus = openBus((error) => fail('a subscriber failed', error))
  const storage = openEventThread({ path, clock: systemClock, onFailure: fail })
  const store = openEventStore({ facts, bus, clock: systemClock, storage, onFailure: fail })
  await store.stats()
  const payload = (index: number) => ({
    ClientIP: `192.168.${index % 4}.${index % 250}`,
    Name: `host${index % 5000}.example${index % 97}.com.`,
    By: `example${index % 97}.com.`,
  })
  const bare = openBus((error) => fail('a subscriber failed', error))
  bare.subscribePrefix('dns:', (event) => void JSON.stringify(event))
  const peer = await publish((index) => bare.publish('dns:block:event', payload(index)))
  const cpu = process.cpuUsage()
  const main = process.threadCpuUsage()
  const began = performance.now()
  const ours = await publish((index) => bus.publish('dns:block:event', payload(index)))
  const { held, dropped, topics } = await store.stats()
  const took = performance.now() - began
  const all = process.cpuUsage(cpu)
  const own = process.threadCpuUsage(main)
  await store[Symbol.asyncDispose]()
  const stored = topics.reduce((sum, { count }) => sum + count, 0)
  const micros = ({ user, system }: NodeJS.CpuUsage): string => `${((user + system) / stored).toFixed(1)} µs`
  const row = (what: string, value: string, aim: string): Row => ({ what, ours: value, peer: '', ratio: '', aim })
  return [
    row('events stored, of 5,000/s for 10 s', `${stored} of ${SECONDS * RATE}`, 'all'),
    row('until all can be read', `${(took / 1000).toFixed(1)} s`, '≤ 11 s'),
    row('events dropped or held in memory', `${dropped + held}`, '0'),
    row('CPU per stored event, main thread', micros(own), ''),
    row('CPU per stored event, all threads', micros(all), ''),
    {
      what: 'longest turn of the main thread, 99.9th percentile',
      ours: `${ours.toFixed(1)} ms`,
      peer: `only JSON ${peer.toFixed(1)} ms`,
      ratio: `${(ours / peer).toFixed(2)} ×`,
      aim: 'ratio about 1',
    },
  ]
}

const p99 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
