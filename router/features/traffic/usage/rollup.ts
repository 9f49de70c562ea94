import type { Core } from '../../../core.ts'
import { nextTurn } from '../../../machine/turns.ts'
import { type Counts, NOTHING, sumOfCounts } from '../../../model/traffic/flows/change.ts'
import { endOf, type Scale, startOf, startsBetween } from '../../../model/traffic/usage/calendar.ts'
import type { HistoryDatabase } from '../../../store/history.ts'
import type { PeriodBounds } from '../../../store/periodlog.ts'
import { MINUTE_MS } from '../flows/kept.ts'
import type { TrafficSampler } from '../flows/sampler.ts'
import type { Lookup } from '../lookup/lookup.ts'
import { NetworkSums } from './networks.ts'
import {
  type ByOwner,
  type NetworksByOwner,
  packDay,
  packHours,
  packNetworks,
  unpackDay,
  unpackHours,
  unpackNetworks,
} from './packed.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
const MB = 1 << 20
/** A year, and the rest of the month that it began in. */
const KEEP_DAYS = 397
const BOUNDS = {
  hours: { keepMs: 366 * DAY_MS, mostBytes: 30 * MB },
  days: { keepMs: KEEP_DAYS * DAY_MS, mostBytes: 2 * MB },
  networkDays: { keepMs: KEEP_DAYS * DAY_MS, mostBytes: 7 * MB },
} as const satisfies Record<string, PeriodBounds>
/** A day that was written in another time zone begins at most so long before its last hour. */
const LONGEST_DAY_MS = 36 * HOUR_MS
const MOST_NETWORK_HOUR_BYTES = 6 * MB
/** Networks of one device that are kept for each hour, and for each day. */
const NETWORKS_OF_HOUR = 16
const NETWORKS_OF_DAY = 8

/** The bytes of a period by owner (`traffic/flows/owners.ts`). */
export interface Period<T> {
  /** Milliseconds since 1970. */
  readonly start: number
  readonly value: T
}

/** Traffic by hour for a year, by day and month for 13 months, and by network. Sums of hours are written when the hour is over. */
export interface Rollup extends Disposable {
  /** Counts bytes that were sent from one owner to another (`Flows`). */
  readonly count: (source: number, destination: number, bytes: number) => void
  /** The bytes of the latest periods, at most `most`, from the one that `from` is in until before `to`; the oldest first. Throws `Unavailable`. */
  periods(scale: Scale, from: number, to: number, most: number): Promise<Period<ByOwner>[]>
  /**
   * The bytes of networks by owner of each hour or day from the one that `from` is in until before `to`, and last those of the
   * present hour that are not written yet. Throws `Unavailable`.
   */
  networks(by: 'hour' | 'day', from: number, to: number): Promise<Period<NetworksByOwner>[]>
}

interface Deps extends Pick<Core, 'clock' | 'zone' | 'onFailure'> {
  readonly database: Pick<HistoryDatabase, 'periodLog'>
  readonly sampler: Pick<TrafficSampler, 'between' | 'recordedUntil'>
  readonly lookup: Pick<Lookup, 'places'>
  /** Whether destination networks are counted, and for how many days by hour. */
  readonly insights: () => { readonly Enabled: boolean; readonly RetentionDays: number }
  readonly minuteMs?: number | undefined
}

export function openRollup({
  clock,
  zone,
  database,
  sampler,
  lookup,
  insights,
  minuteMs = MINUTE_MS,
  onFailure,
}: Deps): Rollup {
  const logs = {
    hours: database.periodLog('traffichours'),
    days: database.periodLog('trafficdays'),
    networkHours: database.periodLog('networkhours'),
    networkDays: database.periodLog('networkdays'),
  }
  let hour = startOf('hour', clock.now(), zone())
  let networks = new NetworkSums()
  let today = { start: startOf('day', hour, zone()), sums: new NetworkSums() }
  let timer: Disposable | undefined
  let closed = false

  /** The days that may have hours of this span, by their start, each in a turn of the event loop: it takes milliseconds to unpack. */
  async function* daysBetween(
    from: number,
    to: number,
  ): AsyncGenerator<[start: number, hours: Map<number, Map<number, Counts>>]> {
    for (const { time, value } of logs.hours.read(from - LONGEST_DAY_MS, to)) {
      // A day of the present zone that is over before has none of the hours.
      const isBefore = startOf('day', time, zone()) === time && endOf('day', time, zone()) <= from
      if (isBefore) continue
      await nextTurn()
      yield [time, unpackHours(value)]
    }
  }

  /** Whether an hour is written. Hours of a time zone that is half an hour apart overlap with two hours of the present one. */
  const isWritten = (start: number, written: ReadonlySet<number>): boolean =>
    written.has(start) ||
    [...written].some((time) => Math.abs(time - start) < HOUR_MS && startOf('hour', time, zone()) !== time)

  /** The bytes of an hour so far, from the minutes of the last day. */
  const hourSoFar = (start: number): Promise<ByOwner> => sampler.between(start, endOf('hour', start, zone()))

  /** The file of networks is read when the first address is looked up. */
  async function settle(): Promise<void> {
    if (networks.isUnsettled) networks.settle(await lookup.places())
  }

  /** Writes the hours of a day that are over and not written yet, and the sum of the day. */
  async function writeHours(day: number, until: number): Promise<void> {
    const end = Math.min(endOf('day', day, zone()), until)
    const days = new Map(await Array.fromAsync(daysBetween(day, end)))
    const written = new Set([...days.values()].flatMap((hours) => [...hours.keys()]))
    const missing = startsBetween('hour', Math.max(day, until - DAY_MS), end, zone(), 25).filter(
      (start) => !isWritten(start, written) && endOf('hour', start, zone()) <= until,
    )
    const known = days.get(day) ?? new Map<number, Map<number, Counts>>()
    let changed = false
    for (const start of missing) {
      const counts = await hourSoFar(start)
      if (closed) return
      if (counts.size === 0) continue
      known.set(start, new Map(counts))
      changed = true
    }
    if (!changed) return
    await nextTurn()
    if (closed) return
    // They are written in one transaction.
    const now = clock.now()
    logs.hours.put({ time: day, value: packHours(known) }, BOUNDS.hours, now)
    logs.days.put({ time: day, value: packDay(sumOf(known.values())) }, BOUNDS.days, now)
  }

  /** Saves the networks of the present hour, and adds them to its day. */
  function writeNetworks(): void {
    const all = networks.top()
    networks = new NetworkSums()
    if (all.size === 0) return
    const now = clock.now()
    // The hour may have been written in part before a restart.
    const sums = new NetworkSums()
    for (const { value } of logs.networkHours.read(hour, hour + 1)) sums.merge(unpackNetworks(value))
    sums.merge(all)
    const keepMs = insights().RetentionDays * DAY_MS
    const value = packNetworks(sums.top(NETWORKS_OF_HOUR))
    logs.networkHours.put({ time: hour, value }, { keepMs, mostBytes: MOST_NETWORK_HOUR_BYTES }, now)
    today.sums.merge(all)
    logs.networkDays.put(
      { time: today.start, value: packNetworks(today.sums.top(NETWORKS_OF_DAY)) },
      BOUNDS.networkDays,
      now,
    )
  }

  function beginDay(start: number): void {
    today = { start, sums: new NetworkSums() }
    for (const { value } of logs.networkDays.read(start, start + 1)) today.sums.merge(unpackNetworks(value))
  }

  async function tick(): Promise<void> {
    await settle()
    const now = clock.now()
    const next = startOf('hour', now, zone())
    if (next !== hour) {
      writeNetworks()
      hour = next
      const day = startOf('day', now, zone())
      if (day !== today.start) beginDay(day)
    }
    const until = sampler.recordedUntil
    if (until === undefined) return
    const day = startOf('day', now, zone())
    // Also the hours of yesterday, which end at midnight or were missed while the router was off.
    await writeHours(startOf('day', day - 1, zone()), until)
    await writeHours(day, until)
  }

  let writtenUntil = 0
  const onMinute = async (): Promise<void> => {
    const until = sampler.recordedUntil ?? 0
    const isNewHour = startOf('hour', clock.now(), zone()) !== hour
    const isDue = startOf('hour', until, zone()) > writtenUntil
    if (isDue || isNewHour) {
      await tick()
      writtenUntil = startOf('hour', until, zone())
    } else await settle()
  }
  const keepWriting = async (): Promise<void> => {
    await onMinute().catch((error) => onFailure('traffic by hour could not be written', error))
    if (!closed) timer = clock.after(minuteMs - (clock.now() % minuteMs), () => void keepWriting())
  }

  beginDay(today.start)
  void keepWriting()
  return {
    count: (source, destination, bytes) => {
      if (insights().Enabled) networks.count(source, destination, bytes)
    },

    async periods(scale, from, to, most) {
      const now = clock.now()
      const end = Math.min(to, now)
      const starts = startsBetween(scale, from, end, zone(), most)
      const first = starts[0]
      if (first === undefined) return []
      const found = new Map<number, Map<number, Counts>>(starts.map((start) => [start, new Map()]))
      const addTo = (time: number, counts: ByOwner): void => {
        const sums = found.get(startOf(scale, time, zone()))
        if (sums) addCounts(sums, counts)
      }
      const day = startOf('day', now, zone())
      if (scale === 'hour')
        for await (const [, hours] of daysBetween(first, end)) for (const [start, counts] of hours) addTo(start, counts)
      // A day that was written in another time zone belongs to the one that its middle is in.
      else
        for (const { time, value } of logs.days.read(first - DAY_MS / 2, end)) {
          addTo(time + DAY_MS / 2, unpackDay(value))
          await nextTurn()
        }
      // The hours that are not written yet.
      const yesterday = startOf('day', day - 1, zone())
      const days = await Array.fromAsync(daysBetween(yesterday, now))
      const written = new Set(days.flatMap(([, hours]) => [...hours.keys()]))
      for (const start of startsBetween('hour', Math.max(first, yesterday), end, zone(), 50))
        if (!isWritten(start, written)) addTo(start, await hourSoFar(start))
      return [...found].map(([start, value]) => ({ start, value }))
    },

    async networks(by, from, to) {
      await settle()
      const log = by === 'hour' ? logs.networkHours : logs.networkDays
      const found: Period<NetworksByOwner>[] = []
      for (const { time, value } of log.read(startOf(by, from, zone()), to)) {
        found.push({ start: time, value: unpackNetworks(value) })
        await nextTurn()
      }
      if (hour < to) found.push({ start: hour, value: networks.top() })
      return found
    },

    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
      writeNetworks()
    },
  }
}

function addCounts(sums: Map<number, Counts>, counts: ByOwner): void {
  for (const [owner, four] of counts) sums.set(owner, sumOfCounts(sums.get(owner) ?? NOTHING, four))
}

function sumOf(all: Iterable<ByOwner>): Map<number, Counts> {
  const sums = new Map<number, Counts>()
  for (const counts of all) addCounts(sums, counts)
  return sums
}
