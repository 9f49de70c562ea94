import type { Core } from '../../../core.ts'
import type { Bus } from '../../../events/bus.ts'
import { openRateLimiter } from '../../../machine/ratelimit.ts'
import type { SegmentFiles } from '../../../machine/segmentfiles.ts'
import { MOST_EVENTS } from '../../../model/dns/querylog/bounds.ts'
import type { QueryFilter } from '../../../model/dns/querylog/filter.ts'
import { type Line, linesIn, talliesIn } from '../../../model/dns/querylog/line.ts'
import { type DnsLogRecord, MOST_RECORDS, recordOf } from '../../../model/dns/querylog/record.ts'
import { lanIp, tinyNets } from '../../../model/home/dhcp/subnet.ts'
import type { HistoryDatabase } from '../../../store/history.ts'
import { type LineDigest, lineDigestOf } from '../../../store/querylog/digest.ts'
import { QueryLog } from '../../../store/querylog/querylog.ts'
import type { Entry } from '../../../store/table.ts'
import { type Ip, ipToNumber, numberToIp } from '../../../values/ip.ts'
import { Lookups } from './lookups.ts'
import { openQueryPages, type Page, type PageQuery } from './page.ts'
import { Top } from './top.ts'

const SECOND_MS = 1000
/**
 * Stored queries of each client: this many, and then this many a second. A client that sends more does not push the queries of others out of
 * the log; all are counted.
 */
const STORED = { burst: 20_000, perSecond: 5 }
const MB = 1 << 20
/** What an earlier version kept at most. */
const EARLIER_BYTES = 48 << 20
/** The threads count evenly on from their start; if the time of day was set since, their times are corrected. */
const CLOCKS_DIFFER_MS = 1000

interface Deps extends Pick<Core, 'facts' | 'clock' | 'onFailure'> {
  readonly history: Pick<HistoryDatabase, 'keyedLog'>
  readonly bus: Pick<Bus, 'publish' | 'hasSubscribers'>
  /** The directory of the log. */
  readonly files: SegmentFiles
  /** Length of a minute, for tests. */
  readonly minuteMs?: number | undefined
}

/** The queries of devices to the resolver, and their answers. */
export interface DnsLog extends Disposable {
  /** Lines from a thread of the resolver, which may use their bytes anew afterwards; `sentAt` by that thread's clock. */
  take(lines: Uint8Array, sentAt: number): void
  /** What a client asked, newest first, and of that the first `limit`. */
  records(client: Ip, limit?: number): Promise<DnsLogRecord[]>
  /** The addresses of clients with stored queries. */
  clients(): Promise<Ip[]>
  /** Queries that match, newest first. */
  page(query: PageQuery): Promise<Page>
  /** All queries that match, newest first, some at a time. */
  all(filter: QueryFilter): AsyncIterable<readonly DnsLogRecord[]>
  /** Queries by hour since 1970 and by client, from this hour on. */
  hours: QueryLog['hours']
  /** Bytes of the log on the disk. */
  readonly bytes: number
  readonly top: Pick<Top, 'read'>
  /** The name by which a device looked up an address within the last hours; empty if it did not. */
  lookedUpName(device: Ip, address: Ip): string
  /** Names that a device has looked up within the last hours, with repetitions. */
  namesOf(device: Ip): Iterable<string>
  /** Deletes all records of this client. */
  forget(client: Ip): void
  /** Deletes all records. */
  clear(): void
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

export function openDnsLog({ facts, history, clock, bus, files, onFailure, minuteMs }: Deps): DnsLog {
  const limits = () => {
    const { RetentionDays, MaxMegabytes } = facts.setting('dnsLog')
    return { days: RetentionDays, bytes: MaxMegabytes * MB }
  }
  const queries = new QueryLog({ files, clock, limits, onFailure, minuteMs })
  const top = new Top(history, clock)
  const lookups = new Lookups()
  const stored = openRateLimiter(clock, STORED)
  const local = (): string => `${lanIp(tinyNets(facts.setting('subnet')))}:53`
  const pages = openQueryPages(queries, local)
  let events = 0
  let eventsSince = 0

  const publishLine = (line: Line, time: number): void => {
    const now = clock.monotonic()
    if (now - eventsSince >= SECOND_MS) {
      eventsSince = now
      events = 0
    }
    if (++events > MOST_EVENTS) return
    const record = recordOf({ ...line, time }, local())
    if (record) bus.publish(`dns:serve:${numberToIp(line.client)}`, record)
  }
  const forget = (client: number): void => {
    queries.forget(numberToIp(client))
    top.forget(client)
    lookups.forget(client)
  }
  /** Devices have other addresses: their queries go with them. Devices may have exchanged theirs. */
  const move = (addresses: ReadonlyMap<number, number>): void => {
    if (addresses.size === 0) return
    for (const to of addresses.values()) if (!addresses.has(to)) forget(to)
    queries.move(new Map([...addresses].map(([from, to]) => [numberToIp(from), numberToIp(to)])))
    top.move(addresses)
    lookups.move(addresses)
  }
  importEarlier(history, queries)

  return {
    take(lines, sentAt) {
      const now = clock.now()
      const shift = Math.abs(now - sentAt) > CLOCKS_DIFFER_MS ? now - sentAt : 0
      const batch = Buffer.from(lines.buffer, lines.byteOffset, lines.length)
      const isKept = facts.setting('dnsLog').StoreLocalMemory
      // A line that is repeated is read once.
      const digests = new Map<number, LineDigest | undefined>()
      const watched = new Map<number, boolean>()
      queries.beginBatch()
      for (const line of linesIn(lines)) {
        const { client, at } = line
        let digest = digests.get(at)
        if (!digest && !digests.has(at)) {
          digest = lineDigestOf(line, batch)
          digests.set(at, digest)
        }
        if (!digest) continue
        lookups.record(client, digest.name, digest.addresses, clock.monotonic())
        if (isKept) {
          top.count(client, digest)
          if (stored.take(String(client))) queries.add(line, line.time + shift, digest)
          else queries.count(numberToIp(client), 1, Number(digest.isBlocked))
        }
        let isWatched = watched.get(client)
        if (isWatched === undefined) {
          isWatched = bus.hasSubscribers(`dns:serve:${numberToIp(client)}`)
          watched.set(client, isWatched)
        }
        if (isWatched) publishLine(line, line.time + shift)
      }
      if (!isKept) return
      for (const tally of talliesIn(lines)) {
        top.countUnnamed(tally)
        queries.count(numberToIp(tally.client), tally.total, tally.blocked)
      }
    },

    async records(client, limit = MOST_RECORDS) {
      const { records } = await pages.read({ filter: { clients: new Set([client]) }, limit, isWhole: true })
      return records
    },
    clients: () => queries.clients(),
    page: pages.read,
    all: pages.all,
    hours: (from) => queries.hours(from),
    get bytes() {
      return queries.bytes
    },
    top,
    lookedUpName: (device, address) => lookups.nameOf(ipToNumber(device), ipToNumber(address), clock.monotonic()),
    namesOf: (device) => lookups.namesOf(ipToNumber(device), clock.monotonic()),
    forget: (client) => forget(ipToNumber(client)),
    clear() {
      queries.clear()
      top.clear()
    },

    learn(entries) {
      const addresses = new Map<number, number>()
      for (const { table, key, before, after } of entries) {
        if (table === 'settings' && key === 'dnsLog') queries.prune()
        if (table !== 'devices') continue
        const [had, has] = [before, after].map((device) => (device as { RecentIP?: Ip } | undefined)?.RecentIP)
        if (!had || had === has) continue
        if (has) addresses.set(ipToNumber(had), ipToNumber(has))
        else forget(ipToNumber(had))
      }
      move(addresses)
    },

    [Symbol.dispose]() {
      queries[Symbol.dispose]()
      top.save()
    },
  }
}

/** Moves the queries that an earlier version has stored in the history, oldest first. If they cannot be written, they stay there for the next start. */
function importEarlier(history: Pick<HistoryDatabase, 'keyedLog'>, queries: QueryLog): void {
  const earlier = history.keyedLog('dnslog', { most: MOST_RECORDS, mostBytes: EARLIER_BYTES })
  const clients = [...earlier.keys()]
  const lines = clients.flatMap((client) => [...earlier.newest(client)].flatMap((chunk) => [...linesIn(chunk)]))
  for (const line of lines.sort((a, b) => a.time - b.time)) {
    const { buffer, byteOffset, length } = line.bytes
    const digest = lineDigestOf(line, Buffer.from(buffer, byteOffset, length))
    queries.beginBatch()
    if (digest && !queries.add(line, line.time, digest)) return
  }
  if (queries.write()) for (const client of clients) earlier.clear(client)
}
