import type { Machine } from '../../../machine/machine.ts'
import { sharing } from '../../../machine/sharing.ts'
import { inTurns } from '../../../machine/turns.ts'
import { type Counts, growth, NOTHING, sumOfCounts } from '../../../model/traffic/flows/change.ts'
import { COUNTERS, CounterName } from '../../../model/traffic/flows/counters.ts'
import { observe, type Readings, totals } from '../../../model/traffic/flows/observe.ts'
import type { HistoryDatabase } from '../../../store/history.ts'
import type { Entry } from '../../../store/table.ts'
import type { Ip } from '../../../values/ip.ts'
import { openIdleCounters } from './idlecounters.ts'
import { keepHistory, MINUTE_MS, minuteOf } from './kept.ts'
import { isOwner, type Owners } from './owners.ts'
import { openOwnerTotals } from './ownertotals.ts'

const TABLE = 'sallyport'
/** So many are looked up in a turn of the event loop. */
const DEVICES_AT_ONCE = 500
/** Deleted devices are looked for once in so many minutes. */
const TIDY_MINUTES = 60

export interface TrafficSampler extends Disposable {
  /** Called with the entries of each committed change. */
  learn(entries: readonly Entry[]): void
  /** A day of totals minute by minute, newest first, as a JSON array in chunks. */
  history(minutes?: number): AsyncIterable<Uint8Array>
  /** One set of counters, read now. Throws `Refused` when the kernel does not have it. */
  read(name: CounterName): Promise<Readings>
  /** What each address has sent and received since then, in milliseconds since 1970; at most a day ago. Throws `Refused`. */
  since(time: number): Promise<ReadonlyMap<Ip, Counts>>
  /** The end of the newest recorded minute, in milliseconds since 1970; undefined before the first one. */
  readonly recordedUntil: number | undefined
  /** What each device (`owners.ts`) has sent and received between two moments of the last day, as far as recorded. */
  between(from: number, to: number): Promise<ReadonlyMap<number, Counts>>
}

interface Deps {
  readonly machine: Pick<Machine, 'clock' | 'readCounters' | 'watchCounters'>
  readonly owners: Owners
  readonly database: Pick<HistoryDatabase, 'log' | 'keyValueLog'>
  /** How long a minute lasts. */
  readonly minuteMs?: number | undefined
}

/** Reads the kernel's counters as each minute begins, and remembers a day of it. */
export function openTrafficSampler({ machine, owners, database, minuteMs = MINUTE_MS }: Deps): TrafficSampler {
  const { clock } = machine
  const { history, record } = keepHistory(database, minuteOf(clock.now(), minuteMs), minuteMs)
  const owned = openOwnerTotals(owners, history.newest)
  const ending = machine.watchCounters(TABLE, (set, ip, { bytes }) => {
    const { data: name } = CounterName.safeParse(set)
    if (name) owned.end(name, ip, bytes)
  })
  const idle = openIdleCounters(database.keyValueLog('silence'))
  const last = new Map<CounterName, Readings>(COUNTERS.map((name) => [name, idle.readings(name)]))
  let sampledAt = Number.NEGATIVE_INFINITY
  let closed = false
  let timer: Disposable | undefined

  // One reading of a set at a time: of two, the older one could end last.
  const readings = new Map(
    COUNTERS.map((name) => [
      name,
      sharing(async () => {
        const found = observe(await machine.readCounters(TABLE, name), last.get(name)!, clock.now())
        last.set(name, found)
        return found
      }),
    ]),
  )
  const read = (name: CounterName): Promise<Readings> => readings.get(name)!()
  const readAll = sharing(async (): Promise<void> => {
    // Counters that were deleted before the reading, and below those that were deleted during it.
    ending.drain()
    owned.begin()
    for (const name of COUNTERS) await read(name)
    ending.drain()
    await owned.add(totals(last))
  })
  const sample = async (): Promise<void> => {
    const now = clock.now()
    const minute = minuteOf(now, minuteMs)
    try {
      await readAll()
      if (closed) return
      record(owned.rows(), minute)
      await idle.note(last, sampledAt)
      if (closed) return
      if (minute % TIDY_MINUTES === 0) owners.tidy(now)
      sampledAt = now
    } catch {
      // That minute is as the one before it, which is all it is worth; a call that reads a counter returns the error.
    } finally {
      const nextMs = (minute + 1) * minuteMs - now
      if (!closed) timer = clock.after(nextMs, () => void sample())
    }
  }

  void sample()
  return {
    learn(entries) {
      for (const { table, before, after } of entries) {
        if (table !== 'devices') continue
        const [had, has] = [before, after].map((device) => (device as { RecentIP?: Ip } | undefined)?.RecentIP)
        if (had && has && had !== has) owned.leave(had, owners.numberOf(has))
      }
    },
    history: (minutes) => history.text(owners.addressOf, minutes),
    get recordedUntil() {
      return history.minute === undefined ? undefined : history.minute * minuteMs
    },
    async between(from, to) {
      const sums = await history.between(Math.floor(from / minuteMs), Math.floor(to / minuteMs))
      return new Map([...sums].filter(([owner]) => isOwner(owner)))
    },
    read,
    async since(time) {
      // While they are added up, another minute may be recorded.
      const [{ minute }, newest] = [history, new Map(history.newest)]
      const sums = await history.sums(Math.max(0, (minute ?? 0) - minuteOf(time, minuteMs)))
      // Between the newest minute and now.
      await readAll()
      await inTurns(owned.totals(), DEVICES_AT_ONCE, ([owner, total]) => {
        const added = growth(newest.get(owner) ?? NOTHING, total)
        if (minute !== undefined) sums.set(owner, sumOfCounts(sums.get(owner) ?? NOTHING, added))
      })
      const byAddress = new Map<Ip, Counts>()
      await inTurns(sums, DEVICES_AT_ONCE, ([owner, counts]) => {
        const ip = owners.addressOf(owner)
        if (ip !== undefined) byAddress.set(ip, sumOfCounts(byAddress.get(ip) ?? NOTHING, counts))
      })
      return byAddress
    },
    [Symbol.dispose]() {
      closed = true
      ending[Symbol.dispose]()
      idle[Symbol.dispose]()
      timer?.[Symbol.dispose]()
    },
  }
}
