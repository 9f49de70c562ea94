import { z } from 'zod'
import type { Clock } from '../../../machine/machine.ts'
import { nextTurn } from '../../../machine/turns.ts'
import type { ClientTally } from '../../../model/dns/querylog/line.ts'
import { type DnsTop, MOST_HOURS } from '../../../model/dns/querylog/toplist.ts'
import type { HistoryDatabase } from '../../../store/history.ts'
import type { Chunk, KeyedLog } from '../../../store/keyedlog.ts'
import type { LineDigest } from '../../../store/querylog/digest.ts'
import { type Ip, numberToIp } from '../../../values/ip.ts'
import { renamed } from './lookups.ts'

const PERIOD_MS = 10 * 60_000
const HOUR_MS = 3600_000
/** Names of one client that are counted within a period; of these, so many of the most frequent are kept. */
const MOST_NAMES = 1000
const KEPT_NAMES = 64
const MOST_BYTES = 12 << 20
/** So many are written in a turn of the event loop, which takes about a millisecond. */
const CLIENTS_AT_ONCE = 20

interface Counts {
  total: number
  blocked: number
}
interface Client extends Counts {
  readonly names: Map<string, Counts>
}

/** What is stored of the queries of one client in a period: its end, their numbers, and the most frequent names. */
const Period = z.object({
  time: z.number(),
  total: z.number(),
  blocked: z.number(),
  names: z.array(z.tuple([z.string(), z.number(), z.number()])),
})
type Period = z.infer<typeof Period>

/** Counts queries by client and name, period by period; each is stored when it ends. */
export class Top {
  readonly #log: KeyedLog
  readonly #clock: Clock
  #clients = new Map<number, Client>()
  /** Runs while there is something to write down. */
  #period: Disposable | undefined

  constructor(history: Pick<HistoryDatabase, 'keyedLog'>, clock: Clock) {
    this.#log = history.keyedLog('dnstop', { most: (MOST_HOURS * HOUR_MS) / PERIOD_MS, mostBytes: MOST_BYTES })
    this.#clock = clock
  }

  count(client: number, { name, isBlocked }: LineDigest): void {
    const blocked = isBlocked ? 1 : 0
    const known = this.#of(client)
    known.total++
    known.blocked += blocked
    const counts = known.names.get(name)
    if (counts) {
      counts.total++
      counts.blocked += blocked
    } else if (known.names.size < MOST_NAMES) known.names.set(name, { total: 1, blocked })
  }

  /** Queries whose names are not listed. */
  countUnnamed({ client, total, blocked }: ClientTally): void {
    const known = this.#of(client)
    known.total += total
    known.blocked += blocked
  }

  #of(client: number): Client {
    this.#period ??= this.#clock.after(PERIOD_MS, () => void this.#saveInTurns())
    let known = this.#clients.get(client)
    if (!known) {
      known = { total: 0, blocked: 0, names: new Map() }
      this.#clients.set(client, known)
    }
    return known
  }

  /** The period ends here. */
  save(): void {
    this.#period?.[Symbol.dispose]()
    this.#period = undefined
    this.#write([...this.#clients.keys()])
  }

  /** The same, for some clients in each turn of the event loop: a thousand take a tenth of a second. */
  async #saveInTurns(): Promise<void> {
    this.#period = undefined
    const clients = [...this.#clients.keys()]
    for (let first = 0; first < clients.length; first += CLIENTS_AT_ONCE) {
      if (first > 0) await nextTurn()
      this.#write(clients.slice(first, first + CLIENTS_AT_ONCE))
    }
  }

  #write(clients: readonly number[]): void {
    const now = this.#clock.now()
    const chunks = new Map<Ip, Chunk>()
    for (const ip of clients) {
      const client = this.#clients.get(ip)
      // It may have been forgotten, or have got another address.
      if (!client) continue
      this.#clients.delete(ip)
      chunks.set(numberToIp(ip), { count: 1, value: Buffer.from(JSON.stringify(periodOf(client, now))) })
    }
    if (chunks.size > 0) this.#log.append(chunks)
  }

  /** The queries of the last hours, of one client or of all. Throws `Unavailable`. */
  async read({ hours, limit, client }: { hours: number; limit: number; client: Ip | undefined }): Promise<DnsTop> {
    const sum = new Sum()
    await this.#each(client, this.#clock.now() - hours * HOUR_MS, (key, period) => sum.add(key, period))
    return sum.top(limit)
  }

  /** Calls `take` with the periods of one client, or of all, that ended at `since` or later, and with the present one. */
  async #each(client: Ip | undefined, since: number, take: (client: Ip, period: Period) => void): Promise<void> {
    const now = this.#clock.now()
    for (const [ip, current] of this.#clients) {
      const key = numberToIp(ip)
      if (client === undefined || client === key) take(key, periodOf(current, now))
    }
    for (const key of client === undefined ? this.#log.keys() : [client]) {
      for (const value of this.#log.newest(key)) {
        const period = readPeriod(value)
        if (period && period.time < since) break
        if (period) take(key, period)
      }
      // Others get their turn between clients.
      await nextTurn()
    }
  }

  forget(client: number): void {
    this.#clients.delete(client)
    this.#log.clear(numberToIp(client))
  }

  clear(): void {
    for (const client of this.#log.keys()) this.#log.clear(client)
    this.#clients.clear()
  }

  /** Gives the counts of addresses to others, all at the same time. */
  move(addresses: ReadonlyMap<number, number>): void {
    this.#clients = renamed(this.#clients, addresses)
    this.#log.move(new Map([...addresses].map(([from, to]) => [numberToIp(from), numberToIp(to)])))
  }
}

function periodOf({ total, blocked, names }: Client, time: number): Period {
  const frequent = [...names].sort(([, a], [, b]) => b.total - a.total).slice(0, KEPT_NAMES)
  return { time, total, blocked, names: frequent.map(([name, counts]) => [name, counts.total, counts.blocked]) }
}

/** Undefined for damaged bytes. */
function readPeriod(value: Uint8Array): Period | undefined {
  try {
    return Period.safeParse(JSON.parse(Buffer.from(value).toString())).data
  } catch {
    return undefined
  }
}

/** Several periods put together. */
class Sum {
  readonly #names = new Map<string, Counts>()
  readonly #clients = new Map<Ip, Counts>()

  add(client: Ip, { total, blocked, names }: Period): void {
    addTo(this.#clients, client, total, blocked)
    for (const [name, asked, blocked] of names) addTo(this.#names, name, asked, blocked)
  }

  top(limit: number): DnsTop {
    const clients = [...this.#clients].sort(([, a], [, b]) => b.total - a.total)
    const all = (field: keyof Counts): number => clients.reduce((sum, [, counts]) => sum + counts[field], 0)
    const most = (field: keyof Counts): DnsTop['Domains'] =>
      [...this.#names]
        .filter(([, counts]) => counts[field] > 0)
        .sort(([a, one], [b, other]) => other[field] - one[field] || (a < b ? -1 : 1))
        .slice(0, limit)
        .map(([Name, counts]) => ({ Name, Count: counts[field] }))
    return {
      TotalQueries: all('total'),
      BlockedQueries: all('blocked'),
      Domains: most('total'),
      BlockedDomains: most('blocked'),
      Clients: clients
        .slice(0, limit)
        .map(([IP, { total, blocked }]) => ({ IP, TotalQueries: total, BlockedQueries: blocked })),
    }
  }
}

function addTo(sums: Map<string, Counts>, key: string, total: number, blocked: number): void {
  const sum = sums.get(key) ?? { total: 0, blocked: 0 }
  sum.total += total
  sum.blocked += blocked
  sums.set(key, sum)
}
