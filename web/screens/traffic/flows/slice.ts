import { grown } from '../../../../router/model/traffic/flows/change.ts'
import type { NetCount } from '../../../../router/model/traffic/flows/counters.ts'
import type { Span } from '../../../parts/charts/series.ts'

/** Bytes in both directions, as the device sees them. */
export interface Amount {
  readonly down: number
  readonly up: number
}

/** With the internet, or with other devices at home. */
export type TrafficArea = 'wan' | 'lan'

/** Bytes by address: since the counters began, or within a slice. */
export type Amounts = ReadonlyMap<string, Amount>

/** All counters at a moment, in seconds since 1970. */
export interface TrafficReading {
  readonly at: number
  readonly totals: Amounts
}

/** What went through between two moments. Addresses that were silent are left out. */
export interface Slice {
  readonly from: number
  readonly to: number
  readonly bytes: Amounts
}

/** In a byte. */
const BITS = 8
const NOTHING: Amount = { down: 0, up: 0 }
const plus = (a: Amount, b: Amount): Amount => ({ down: a.down + b.down, up: a.up + b.up })

/** One minute of the router's history. */
export const totalsOf = (minute: Readonly<Record<string, NetCount>>, area: TrafficArea): Amounts =>
  new Map(
    Object.entries(minute).map(([ip, { WanIn, WanOut, LanIn, LanOut }]) => [
      ip,
      area === 'wan' ? { down: WanIn, up: WanOut } : { down: LanIn, up: LanOut },
    ]),
  )

/**
 * What was added from one reading to the next. A counter that got smaller has started again from 0. The first bytes of one
 * that is missing in the first reading do not count: live counters are left out when they have been idle for a day.
 */
export function sliceOf(before: TrafficReading, after: TrafficReading): Slice {
  const bytes = new Map<string, Amount>()
  for (const [ip, { down, up }] of after.totals) {
    const had = before.totals.get(ip)
    if (!had) continue
    const added = { down: grown(had.down, down), up: grown(had.up, up) }
    if (added.down + added.up > 0) bytes.set(ip, added)
  }
  return { from: before.at, to: after.at, bytes }
}

/** The slices between readings, the oldest first. */
export const slicesOf = (readings: readonly TrafficReading[]): Slice[] =>
  readings.slice(1).map((reading, index) => sliceOf(withZeros(readings[index]!, reading), reading))

/** In the history an address that is missing has sent and received nothing yet. */
const withZeros = ({ at, totals }: TrafficReading, after: TrafficReading): TrafficReading => {
  const zeros = [...after.totals.keys()].map((ip): [string, Amount] => [ip, NOTHING])
  return { at, totals: new Map([...zeros, ...totals]) }
}

/** The slices that end within a span. */
export const slicesWithin = (slices: readonly Slice[], { from, to }: Span): Slice[] =>
  slices.filter((slice) => slice.to > from && slice.to <= to)

/** All that went through, by address. */
export function sumByAddress(slices: readonly Slice[]): Map<string, Amount> {
  const sums = new Map<string, Amount>()
  for (const { bytes } of slices) for (const [ip, amount] of bytes) sums.set(ip, plus(sums.get(ip) ?? NOTHING, amount))
  return sums
}

/** Of one address, or of all. */
export function sumOf(slices: readonly Slice[], ip?: string): Amount {
  return slices.map((slice) => amountIn(slice, ip)).reduce(plus, NOTHING)
}

const amountIn = ({ bytes }: Slice, ip: string | undefined): Amount =>
  ip === undefined ? [...bytes.values()].reduce(plus, NOTHING) : (bytes.get(ip) ?? NOTHING)

/**
 * Bits per second, as internet lines are sold: at each time the mean of the minute before it. A null, where nothing is known of a
 * minute, breaks the line of a chart.
 */
export interface Rates {
  readonly times: readonly number[]
  readonly down: readonly (number | null)[]
  readonly up: readonly (number | null)[]
}

/** What one value of a chart is the mean of. The history has minutes, so shorter slices of the live view are averaged as well. */
const WINDOW_SECONDS = 60
/** So that the break comes after the value that ends at the same time. */
const AFTER = 0.001

/**
 * The mean rate of the minute before the end of each slice. A part of that minute that is in no slice does not count, and of a
 * slice that began earlier, its share does. `slices`: the oldest first, without overlaps.
 */
export function ratesOf(slices: readonly Slice[], ip?: string): Rates {
  const parts = slices.map((slice) => ({ ...slice, ...amountIn(slice, ip) }))
  let first = 0
  const rates = parts.flatMap(({ from, to }, index) => {
    const begin = to - WINDOW_SECONDS
    while (parts[first]!.to <= begin) first += 1
    const sum = { seconds: 0, down: 0, up: 0 }
    for (const part of parts.slice(first, index + 1)) {
      const seconds = part.to - Math.max(part.from, begin)
      const share = seconds / Math.max(part.to - part.from, AFTER)
      sum.seconds += seconds
      sum.down += part.down * share
      sum.up += part.up * share
    }
    const seconds = Math.max(sum.seconds, AFTER)
    const rate = { time: to, down: (sum.down * BITS) / seconds, up: (sum.up * BITS) / seconds }
    const before = parts[index - 1]
    const isBroken = before !== undefined && from - before.to >= WINDOW_SECONDS
    return isBroken ? [{ time: before.to + AFTER, down: null, up: null }, rate] : [rate]
  })
  return {
    times: rates.map(({ time }) => time),
    down: rates.map(({ down }) => down),
    up: rates.map(({ up }) => up),
  }
}

/**
 * Minutes, and in place of them shorter slices from when the live view was open. A minute in which it was opened or closed
 * counts for the rest of it. The oldest first.
 */
export function joinedSlices(minutes: readonly Slice[], live: readonly Slice[]): Slice[] {
  const looks = stretchesOf(live)
  const unseen = minutes.flatMap((minute) =>
    looks
      .reduce<Span[]>((rests, look) => rests.flatMap((rest) => without(rest, look)), [minute])
      .map((rest) => partOf(minute, rest)),
  )
  return [...unseen, ...live].sort((a, b) => a.to - b.to)
}

/** From when to when slices follow one another without a break. */
function stretchesOf(slices: readonly Slice[]): Span[] {
  const stretches: Span[] = []
  for (const { from, to } of slices) {
    const last = stretches.at(-1)
    if (last?.to === from) stretches[stretches.length - 1] = { from: last.from, to }
    else stretches.push({ from, to })
  }
  return stretches
}

const without = ({ from, to }: Span, look: Span): Span[] =>
  [
    { from, to: Math.min(to, look.from) },
    { from: Math.max(from, look.to), to },
  ].filter((rest) => rest.to > rest.from)

/** What went through in a part of a slice, if it came evenly. */
function partOf(slice: Slice, { from, to }: Span): Slice {
  if (from === slice.from && to === slice.to) return slice
  const share = (to - from) / (slice.to - slice.from)
  const bytes = [...slice.bytes].map(([ip, { down, up }]): [string, Amount] => [
    ip,
    { down: down * share, up: up * share },
  ])
  return { from, to, bytes: new Map(bytes) }
}
