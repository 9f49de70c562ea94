import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import packet from 'dns-packet'
import { openQueryPages } from '../../router/features/dns/querylog/page.ts'
import type { Clock } from '../../router/machine/machine.ts'
import { openSegmentFiles } from '../../router/machine/segmentfiles.ts'
import { nextTurn } from '../../router/machine/turns.ts'
import type { QueryFilter } from '../../router/model/dns/querylog/filter.ts'
import { LINE, type Line, LONGEST_LINE, linesIn } from '../../router/model/dns/querylog/line.ts'
import { VERDICTS } from '../../router/model/dns/querylog/verdict.ts'
import { GATHER_MS } from '../../router/store/gatherer.ts'
import { type LineDigest, lineDigestOf } from '../../router/store/querylog/digest.ts'
import { type Position, QueryLog } from '../../router/store/querylog/querylog.ts'
import { ipToNumber, numberToIp } from '../../router/values/ip.ts'
import { SqliteLog } from './dnslog-sqlite.ts'
import type { Row } from './table.ts'

const ROWS = Number(process.env.DNSLOG_ROWS ?? 10_000_000)
/** The segment that is being written is almost full at the end, with its index in memory. */
const DAYS = 6.7
const DAY_MS = 24 * 3600_000
const START = Date.UTC(2026, 2, 1)
/** Queries of a day at rest: 10 devices, a query each 10 s (`npm run bench writes`). */
const REST_ROWS = 86_400
const DEVICES = 60
const NAMES = 50_000
const PAGE = 100
const SEARCHES = 120
/** Fewer searches of a filter that is slow. */
const FILTER_MS = 20_000
const AIM_MS = 50
const TURN_MS = 20
const BATCH_ROWS = 100
const MB = 1 << 20
const HOME = ipToNumber('192.168.2.2')
/** The three responses for each name. */
const [FOUND, EMPTY, MISSING] = [0, 1, 2] as const
const LIST = 'https://lists.example/hosts'

/**
 * 10 million queries of 60 devices in a week, in the router's log and in SQLite: their size, pages of filtered searches, turns of the event
 * loop during them, and what a day at rest adds to the disk.
 */
export async function benchDnsLog(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-bench-dnslog-'))
  try {
    const ours = await measure(await openOurs(join(directory, 'ours')))
    const memory = Math.round(process.memoryUsage().rss / MB)
    const peer = await measure(openSqlite(join(directory, 'peer')))
    return [
      row('size of a query on the disk', 'bytes', ours.size, peer.size, 100),
      row('time to store a query', 'µs', ours.storingUs, peer.storingUs, 10),
      row('… the longest batch of 100', 'ms', ours.longestBatch, peer.longestBatch, TURN_MS),
      ...ours.pages.map(({ what, p50, p99, found }, at) => ({
        ...row(`page of ${ROWS / 1e6} million: ${what}`, 'ms', p99, peer.pages[at]!.p99, AIM_MS),
        aim: `p99 ≤ ${AIM_MS} ms`,
        ours: `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms, ${found.toFixed(0)} rows`,
        peer: `${peer.pages[at]!.p50.toFixed(1)} ms, ${peer.pages[at]!.p99.toFixed(1)} ms, ${peer.pages[at]!.found.toFixed(0)} rows`,
      })),
      row('longest turn of the event loop while storing', 'ms', ours.longestStoring, peer.longestStoring, TURN_MS),
      row(
        'longest turn of the event loop while searching',
        'ms',
        ours.longestSearching,
        peer.longestSearching,
        TURN_MS,
      ),
      row('written in a day at rest', 'MB', ours.restMb, peer.restMb, 20),
      { what: 'DNS log, memory of the process', ours: `${memory} MiB`, peer: '', ratio: '', aim: '' },
    ]
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** A store of queries that is measured. */
interface Store<Next> extends Disposable {
  readonly directory: string
  beginBatch(): void
  add(line: Line, digest: LineDigest): void
  /** Called every five minutes of a day at rest. */
  write(): void
  /** Resolves when all that was added is as it stays. */
  settle(): Promise<void>
  page(filter: QueryFilter, before: Next | undefined): Promise<{ found: number; next: Next | undefined }>
}

/** The time of the queries that are added. */
let now = 0

async function openOurs(directory: string): Promise<Store<Position>> {
  // Frames are written when they are full.
  const clock: Clock = { now: () => now, monotonic: () => now, after: () => ({ [Symbol.dispose]() {} }) } as never
  const onFailure = (what: string, cause: unknown): never => {
    throw new Error(what, { cause })
  }
  now = START
  mkdirSync(directory)
  const limits = () => ({ days: 10, bytes: 4096 * MB })
  const log = new QueryLog({ files: openSegmentFiles(directory), clock, limits, onFailure })
  await log.settled
  const pages = openQueryPages(log, () => '192.168.2.1:53')
  return {
    directory,
    beginBatch: () => log.beginBatch(),
    add: (line, digest) => void log.add(line, line.time, digest),
    write: () => void log.write(),
    settle: () => log.settled,
    async page(filter, before) {
      const { records, next } = await pages.read({ filter, limit: PAGE, before })
      return { found: records.length, next }
    },
    [Symbol.dispose]: () => log[Symbol.dispose](),
  }
}

/** The rows of five minutes are written in one transaction. */
function openSqlite(directory: string): Store<number> {
  mkdirSync(directory)
  const log = new SqliteLog(join(directory, 'queries.db'))
  let added = 0
  return {
    directory,
    beginBatch() {
      if (added < (ROWS * GATHER_MS) / (DAYS * DAY_MS)) return
      log.write()
      added = 0
    },
    add(line, digest) {
      log.add(line, digest)
      added++
    },
    write: () => log.write(),
    settle: async () => log.settle(),
    async page(filter, before) {
      const { records, next } = log.page(filter, PAGE, before)
      return { found: records.length, next }
    },
    [Symbol.dispose]: () => log[Symbol.dispose](),
  }
}

/** What is measured of a store. */
interface Figures {
  /** Bytes of a query on the disk. */
  readonly size: number
  readonly storingUs: number
  /** Milliseconds. */
  readonly longestBatch: number
  readonly longestStoring: number
  readonly longestSearching: number
  readonly pages: readonly {
    readonly what: string
    readonly p50: number
    readonly p99: number
    readonly found: number
  }[]
  /** Megabytes written in a day at rest. */
  readonly restMb: number
}

async function measure<Next>(opened: Store<Next>): Promise<Figures> {
  using store = opened
  now = START
  const random = openRandom()
  let batchOf: ReturnType<typeof openBatches> | undefined = openBatches(random)
  const began = performance.now()
  let writing = 0
  let longestBatch = 0
  const add = (): void => {
    const batch = batchOf!(now)
    const start = threadMs()
    store.beginBatch()
    for (const line of linesIn(batch)) {
      const digest = lineDigestOf(line, batch)
      if (digest) store.add(line, digest)
    }
    const took = threadMs() - start
    writing += took
    longestBatch = Math.max(longestBatch, took)
  }
  const storing = watchTurns()
  for (let made = 0; made < ROWS; made += BATCH_ROWS) {
    now += (DAYS * DAY_MS * BATCH_ROWS) / ROWS
    add()
    if (made % 1000 === 0) await nextTurn()
  }
  await store.settle()
  const longestStoring = storing()
  const files = openSegmentFiles(store.directory).list()
  const size = files.reduce((sum, { bytes }) => sum + bytes, 0) / ROWS
  console.log(`made in ${((performance.now() - began) / 1000).toFixed(0)} s, in ${files.length} files`)
  const storingUs = (writing * 1000) / ROWS

  const written = bytesWritten()
  for (let at = 0; at < DAY_MS; at += GATHER_MS) {
    now += GATHER_MS
    for (let made = 0; made < (REST_ROWS * GATHER_MS) / DAY_MS; made += BATCH_ROWS) add()
    store.write()
    // What is changed again after it was written counts again.
    execFileSync('sync', ['-f', store.directory])
  }
  const restMb = (bytesWritten() - written) / 1e6
  // A router does not hold these messages while it searches.
  batchOf = undefined

  const searching = watchTurns()
  const pages = []
  for (const [what, filterOf] of filtersUntil(now)) {
    const times: number[] = []
    let found = 0
    let before: Next | undefined
    const until = performance.now() + FILTER_MS
    for (let n = 0; n < SEARCHES && performance.now() < until; n++) {
      const start = performance.now()
      const page = await store.page(filterOf(n), before)
      times.push(performance.now() - start)
      found += page.found
      // Every third search reads the next page of the last.
      before = n % 3 === 0 ? page.next : undefined
      await nextTurn()
    }
    times.sort((a, b) => a - b)
    const [p50, p99] = [times[Math.floor(times.length / 2)]!, times[Math.floor(times.length * 0.99)]!]
    pages.push({ what, p50, p99, found: found / times.length })
  }
  return { size, storingUs, longestBatch, longestStoring, longestSearching: searching(), pages, restMb }
}

/** Bytes that this process has caused to be sent to the disk (proc_pid_io(5)). */
const bytesWritten = (): number => Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1])

/** The filters of the searches, each with what it selects, for a log that ends now. */
function filtersUntil(end: number): [string, (n: number) => QueryFilter][] {
  const client = (index: number): string => numberToIp(HOME + 4 * index)
  const middle = end - (DAYS / 2) * DAY_MS
  const word = (text: string) => ({ text, clients: new Set<string>() })
  return [
    ['no filter', () => ({})],
    ['a part of many names', () => ({ name: 'example' })],
    ['a part of few names', (n) => ({ name: `name-${(NAMES * 0.9 + n) | 0}.` })],
    ['a part of no name', (n) => ({ name: `nowhere-${n}` })],
    ['two words', (n) => ({ words: [word(`shop${n % 10}`), word('blocked')] })],
    ['words that no query has', (n) => ({ words: [word('example'), word(`nowhere-${n}`)] })],
    ['one device', (n) => ({ clients: new Set([client(n % DEVICES)]) })],
    ['a device with few queries', () => ({ clients: new Set([client(DEVICES - 1)]) })],
    ['a device and a rare name', (n) => ({ clients: new Set([client(n % 20)]), name: `name-${1000 + 37 * n}.` })],
    [
      'a device and a name it never asked',
      (n) => ({ clients: new Set([client(DEVICES - 1)]), name: `name-${n}.shop` }),
    ],
    ['blocked', () => ({ decision: 'blocked' })],
    ['failed', () => ({ decision: 'failed' })],
    [
      'a device, blocked, one day',
      (n) => ({
        ...{ clients: new Set([client(n % DEVICES)]), decision: 'blocked' as const },
        ...{ from: middle, to: middle + DAY_MS },
      }),
    ],
    ['one minute of the week', (n) => ({ from: middle + n * 60_000, to: middle + (n + 1) * 60_000 })],
  ]
}

/** Numbers from 0 to 1, the same in each run. */
function openRandom(): () => number {
  let seed = 1
  return () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
}

/** Batches of lines as the resolver writes them: few names are frequent, and devices differ in what they ask. */
function openBatches(random: () => number): (now: number) => Buffer {
  const nameOf = (index: number): string => `name-${index}.shop${index % 10}.example`
  // In one buffer: memory with 150,000 of them takes the garbage collector longer than the log does.
  const starts = new Uint32Array(3 * NAMES + 1)
  const made = Array.from({ length: NAMES }, (_, index) => {
    const name = nameOf(index)
    const answers = Array.from({ length: 1 + (index % 3) }, (_, n) => ({
      ...{ type: 'A' as const, name, ttl: 60 * (1 + (index % 9)), data: `203.0.${index % 256}.${n}` },
    }))
    const message = (type: 'A' | 'AAAA', flags: number, given: packet.Answer[]) =>
      packet.encode({ type: 'response', flags, questions: [{ type, name }], answers: given })
    const three = [message('A', 0, answers), message('AAAA', 0, []), message('A', 3, [])]
    for (const [kind, { length }] of three.entries()) starts[3 * index + kind + 1] = starts[3 * index + kind]! + length
    return Buffer.concat(three)
  })
  const messages = Buffer.concat(made)
  made.length = 0
  const batch = Buffer.alloc(BATCH_ROWS * LONGEST_LINE)
  return (now) => {
    let at = 0
    for (let n = 0; n < BATCH_ROWS; n++) {
      const device = Math.min(DEVICES - 1, Math.floor(DEVICES * random() ** 2))
      const frequent = Math.floor(NAMES * random() ** 5)
      const index = random() < 0.6 ? frequent : (frequent * 7 + device * 811) % NAMES
      const isBlocked = index % 7 === 3
      const isFailed = !isBlocked && random() < 0.0001
      const form = isBlocked ? MISSING : random() < 0.3 ? EMPTY : FOUND
      const message = messages.subarray(starts[3 * index + form], starts[3 * index + form + 1])
      const by = isBlocked ? LIST : isFailed ? '9.9.9.9 (dns.quad9.net): connection refused' : ''
      const kind = VERDICTS.indexOf(isBlocked ? 'blocked' : isFailed ? 'failed' : 'passed')
      const start = at
      at += LINE.texts
      at += batch.write(by, at, 'latin1')
      batch[start + LINE.form] = 0
      batch[start + LINE.verdict] = kind | (!isBlocked && random() < 0.5 ? 0x80 : 0)
      batch.writeDoubleBE(now + n, start + LINE.time)
      batch.writeUInt32BE(HOME + 4 * device, start + LINE.client)
      batch.writeUInt16BE(1024 + Math.floor(60_000 * random()), start + LINE.port)
      batch.writeUInt16BE(Math.floor(60 * random()), start + LINE.age)
      batch[start + LINE.head] = by.length
      batch[start + LINE.head + 1] = 0
      batch.set(message, at)
      batch.writeUInt16BE(Math.floor(65_536 * random()), at)
      // Networks that deliver content answer with ever other addresses.
      if (form === FOUND && random() < 0.5) batch[at + message.length - 1] = Math.floor(256 * random())
      at += message.length
      batch.writeUInt16BE(at - start, start)
    }
    return batch.subarray(0, at)
  }
}

/** Processor time of this thread, in milliseconds. Some kernels count it in ticks of 4 ms. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/**
 * Call the result for the longest turn of the event loop since, in milliseconds of processor time, which other programs do not change. It may
 * include short turns before and after it.
 */
function watchTurns(): () => number {
  let last = threadMs()
  let longest = 0
  const timer = setInterval(() => {
    const now = threadMs()
    longest = Math.max(longest, now - last)
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    return longest
  }
}

const row = (what: string, unit: string, ours: number, peer: number, aim: number): Row => ({
  what: `DNS log, ${what}`,
  ours: `${ours.toFixed(1)} ${unit}`,
  peer: `${peer.toFixed(1)} ${unit}`,
  ratio: (ours / peer).toFixed(2),
  aim: `≤ ${aim} ${unit}`,
})
