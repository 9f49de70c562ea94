import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { HistoryDatabase } from '../../store/history.ts'
import type { Entry } from '../../store/table.ts'
import { type Ip, ipToNumber, numberToIp } from '../../values/ip.ts'
import { lanIp, tinyNets } from '../dhcp/subnet.ts'
import { type LineDigest, lineDigestOf } from './digest.ts'
import { type Line, linesIn, talliesIn } from './line.ts'
import { Lookups } from './lookups.ts'
import { type DnsLogRecord, MOST_RECORDS, recordOf } from './record.ts'
import { Top } from './top.ts'
import { Unsaved } from './unsaved.ts'

const MOST_BYTES = 48 << 20
const SAVE_MS = 1000
/** Whoever watches sees so many a second. */
const MOST_EVENTS = 200
/** The threads count evenly on from their start; if the time of day was set since, their times are corrected. */
const CLOCKS_DIFFER_MS = 1000

interface Deps {
  readonly facts: Facts
  readonly history: Pick<HistoryDatabase, 'keyedLog'>
  readonly clock: Clock
  readonly bus: Pick<Bus, 'publish' | 'hasSubscribers'>
}

/** The queries of devices to the resolver, and their answers. */
export interface DnsLog extends Disposable {
  /** Lines from a thread of the resolver, which may use their bytes anew afterwards; `sentAt` by that thread's clock. */
  take(lines: Uint8Array, sentAt: number): void
  /** What a client asked, newest first, and of that the first `limit`. Throws `Unavailable`. */
  records(client: Ip, limit?: number): DnsLogRecord[]
  /** The addresses of clients with stored queries. */
  clients(): Ip[]
  readonly top: Pick<Top, 'read' | 'counts'>
  /** By which name a device knows an address, as far as it has asked within the last hours; else empty. */
  lookedUpName(device: Ip, address: Ip): string
  /** Names that a device has looked up within the last hours, with repetitions. */
  namesOf(device: Ip): Iterable<string>
  /** Nothing was ever asked by this client. */
  forget(client: Ip): void
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

export function openDnsLog({ facts, history, clock, bus }: Deps): DnsLog {
  const kept = history.keyedLog('dnslog', { most: MOST_RECORDS, mostBytes: MOST_BYTES })
  const top = new Top(history, clock)
  const lookups = new Lookups()
  let unsaved = new Map<number, Unsaved>()
  let timer: Disposable | undefined
  let events = 0

  const local = (): string => `${lanIp(tinyNets(facts.setting('subnet')))}:53`

  const save = (): void => {
    timer?.[Symbol.dispose]()
    timer = undefined
    events = 0
    kept.append(new Map([...unsaved].map(([client, lines]) => [numberToIp(client), lines.chunk])))
    unsaved = new Map()
  }
  const keep = (line: Line, time: number): void => {
    const lines = unsaved.get(line.client) ?? new Unsaved()
    unsaved.set(line.client, lines)
    lines.add(line, time)
  }
  const publishLine = (line: Line, time: number): void => {
    if (++events > MOST_EVENTS) return
    const record = recordOf({ ...line, time }, local())
    if (record) bus.publish(`dns:serve:${numberToIp(line.client)}`, record)
  }
  const forget = (client: number): void => {
    unsaved.delete(client)
    kept.clear(numberToIp(client))
    top.forget(client)
    lookups.forget(client)
  }
  /** Devices have other addresses: their queries go with them. Devices may have exchanged theirs. */
  const move = (addresses: ReadonlyMap<number, number>): void => {
    if (addresses.size === 0) return
    save()
    for (const to of addresses.values()) if (!addresses.has(to)) forget(to)
    kept.move(new Map([...addresses].map(([from, to]) => [numberToIp(from), numberToIp(to)])))
    top.move(addresses)
    lookups.move(addresses)
  }

  return {
    take(lines, sentAt) {
      const now = clock.now()
      const shift = Math.abs(now - sentAt) > CLOCKS_DIFFER_MS ? now - sentAt : 0
      const batch = Buffer.from(lines.buffer, lines.byteOffset, lines.length)
      const isKept = facts.setting('dnsLog').StoreLocalMemory
      // A line that is repeated is read once.
      const digests = new Map<number, LineDigest | undefined>()
      const watched = new Map<number, boolean>()
      for (const line of linesIn(lines)) {
        const { client, at } = line
        let digest = digests.get(at)
        if (!digest && !digests.has(at)) {
          digest = lineDigestOf(line, batch)
          digests.set(at, digest)
        }
        if (!digest) continue
        lookups.record(client, digest.name, digest.addresses, now)
        if (isKept) {
          top.count(client, digest)
          keep(line, line.time + shift)
        }
        let isWatched = watched.get(client)
        if (isWatched === undefined) {
          isWatched = bus.hasSubscribers(`dns:serve:${numberToIp(client)}`)
          watched.set(client, isWatched)
        }
        if (isWatched) publishLine(line, line.time + shift)
      }
      if (isKept) for (const tally of talliesIn(lines)) top.countUnnamed(tally)
      timer ??= clock.after(SAVE_MS, save)
    },

    records(client, limit = MOST_RECORDS) {
      const held = unsaved.get(ipToNumber(client))
      const chunks = [...kept.newest(client).reverse(), ...(held ? [held.chunk.value] : [])]
      const lines = chunks.flatMap((chunk) => [...linesIn(chunk)]).sort((a, b) => a.time - b.time)
      const where = local()
      return lines
        .slice(-limit)
        .reverse()
        .flatMap((line) => recordOf(line, where) ?? [])
    },
    clients: () => [...new Set([...(kept.keys() as Ip[]), ...[...unsaved.keys()].map(numberToIp)])],
    top,
    lookedUpName: (device, address) => lookups.nameOf(ipToNumber(device), ipToNumber(address), clock.now()),
    namesOf: (device) => lookups.namesOf(ipToNumber(device), clock.now()),
    forget: (client) => forget(ipToNumber(client)),

    learn(entries) {
      const addresses = new Map<number, number>()
      for (const { table, before, after } of entries) {
        if (table !== 'devices') continue
        const [had, has] = [before, after].map((device) => (device as { RecentIP?: Ip } | undefined)?.RecentIP)
        if (!had || had === has) continue
        if (has) addresses.set(ipToNumber(had), ipToNumber(has))
        else forget(ipToNumber(had))
      }
      move(addresses)
    },

    [Symbol.dispose]() {
      save()
      top.save()
    },
  }
}
