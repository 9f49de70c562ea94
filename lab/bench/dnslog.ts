import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import packet from 'dns-packet'
import { openQueryPages } from '../../router/features/dns/querylog/page.ts'
import type { Clock } from '../../router/machine/machine.ts'
import { openSegmentFiles } from '../../router/machine/segmentfiles.ts'
import { nextTurn } from '../../router/machine/turns.ts'
import type { QueryFilter } from '../../router/model/dns/querylog/filter.ts'
import { LINE, LONGEST_LINE, linesIn } from '../../router/model/dns/querylog/line.ts'
import { VERDICTS } from '../../router/model/dns/querylog/verdict.ts'
import { lineDigestOf } from '../../router/store/querylog/digest.ts'
import { type Position, QueryLog } from '../../router/store/querylog/querylog.ts'
import { ipToNumber, numberToIp } from '../../router/values/ip.ts'
import type { Row } from './table.ts'

const ROWS = Number(process.env.DNSLOG_ROWS ?? 10_000_000)
/** The segment that is being written is almost full at the end, with its index in memory. */
const DAYS = 6.7
const DAY_MS = 24 * 3600_000
const DEVICES = 60
const NAMES = 50_000
const PAGE = 100
const SEARCHES = 120
const AIM_MS = 50
const TURN_MS = 20
const BATCH_ROWS = 100
const MB = 1 << 20
const HOME = ipToNumber('192.168.2.2')
/** The three responses for each name. */
const [FOUND, EMPTY, MISSING] = [0, 1, 2] as const
const LIST = 'https://lists.example/hosts'

/** A list of 10 million queries of 60 devices in a week: its size, pages of filtered searches, and turns of the event loop during them. */
export async function benchDnsLog(): Promise<Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'sallyport-bench-dnslog-'))
  try {
    return await measure(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

async function measure(directory: string): Promise<Row[]> {
  let now = Date.UTC(2026, 2, 1)
  // Frames are written when they are full.
  const clock: Clock = { now: () => now, after: () => ({ [Symbol.dispose]() {} }) } as never
  const onFailure = (what: string, cause: unknown): never => {
    throw new Error(what, { cause })
  }
  const files = openSegmentFiles(directory)
  const limits = () => ({ days: 8, bytes: 4096 * MB })
  const log = new QueryLog({ files, clock, limits, onFailure })
  const random = openRandom()
  let batchOf: ReturnType<typeof openBatches> | undefined = openBatches(random)
  const began = performance.now()
  let writing = 0
  let longest = 0
  const storing = watchTurns()
  for (let made = 0; made < ROWS; made += BATCH_ROWS) {
    now += (DAYS * DAY_MS * BATCH_ROWS) / ROWS
    const batch = batchOf(now)
    const start = threadMs()
    log.beginBatch()
    for (const line of linesIn(batch)) {
      const digest = lineDigestOf(line, batch)
      if (digest) log.add(line, line.time, digest)
    }
    const took = threadMs() - start
    writing += took
    longest = Math.max(longest, took)
    if (made % 1000 === 0) await nextTurn()
  }
  // A router does not hold these messages while it searches.
  batchOf = undefined
  await log.settled
  const longestStoring = storing()
  const size = files.list().reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`made in ${((performance.now() - began) / 1000).toFixed(0)} s, in ${files.list().length} files`)
  const rows = [
    row('size of a query on the disk', `${(size / ROWS).toFixed(1)} bytes`, size / ROWS / 100, '≤ 100 bytes'),
    row('time to store a query', `${((writing * 1000) / ROWS).toFixed(2)} µs`, (writing * 1000) / ROWS / 10, '≤ 10 µs'),
    row('… the longest batch of 100', `${longest.toFixed(1)} ms`, longest / TURN_MS, `≤ ${TURN_MS} ms`),
  ]
  const pages = openQueryPages(log, () => '192.168.2.1:53')
  const client = (index: number): string => numberToIp(HOME + 4 * index)
  const middle = now - (DAYS / 2) * DAY_MS
  const word = (text: string) => ({ text, clients: new Set<string>() })
  const filters: [string, (n: number) => QueryFilter][] = [
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
  const searching = watchTurns()
  for (const [what, filterOf] of filters) {
    const times: number[] = []
    let found = 0
    let before: Position | undefined
    for (let n = 0; n < SEARCHES; n++) {
      const start = performance.now()
      const { records, next } = await pages.read({ filter: filterOf(n), limit: PAGE, before })
      times.push(performance.now() - start)
      found += records.length
      // Every third search reads the next page of the last.
      before = n % 3 === 0 ? next : undefined
    }
    times.sort((a, b) => a - b)
    const [p50, p99] = [times[Math.floor(SEARCHES / 2)]!, times[Math.floor(SEARCHES * 0.99)]!]
    const text = `${p50.toFixed(1)} ms, ${p99.toFixed(1)} ms, ${(found / SEARCHES).toFixed(0)} rows`
    rows.push(row(`page of ${ROWS / 1e6} million: ${what}`, text, p99 / AIM_MS, `p99 ≤ ${AIM_MS} ms`))
  }
  const longestSearching = searching()
  const turnsRow = (when: string, longest: number): Row =>
    row(
      `longest turn of the event loop while ${when}`,
      `${longest.toFixed(1)} ms`,
      longest / TURN_MS,
      `≤ ${TURN_MS} ms`,
    )
  rows.push(turnsRow('storing', longestStoring), turnsRow('searching', longestSearching))
  rows.push(row('memory of the process', `${Math.round(process.memoryUsage().rss / MB)} MiB`, 0, ''))
  log[Symbol.dispose]()
  return rows
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

const row = (what: string, ours: string, ratio: number, aim: string): Row => ({
  ...{ what: `DNS log, ${what}`, ours, aim },
  peer: '',
  ratio: aim === '' ? '' : ratio.toFixed(2),
})
