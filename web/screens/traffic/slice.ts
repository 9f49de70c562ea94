import type { NetCount } from '../../../router/features/traffic/counters.ts'
import type { Span } from '../../parts/charts/series.ts'

/** Bytes in both directions, as the device sees them. */
export interface Amount {
  readonly down: number
  readonly up: number
}

/** With the internet, or with other devices at home. */
export type Area = 'wan' | 'lan'

/** Bytes by address: since the counters began, or within a slice. */
export type Amounts = ReadonlyMap<string, Amount>

/** All counters at a moment, in seconds since 1970. */
export interface Reading {
  readonly at: number
  readonly totals: Amounts
}

/** What went through between two moments. Addresses that were silent are left out. */
export interface Slice {
  readonly from: number
  readonly to: number
  readonly bytes: Amounts
  /** Measured every two seconds while the page is open, and not minute by minute. */
  readonly isLive?: true
}

/** In a byte. */
const BITS = 8
const NOTHING: Amount = { down: 0, up: 0 }
const plus = (a: Amount, b: Amount): Amount => ({ down: a.down + b.down, up: a.up + b.up })

/** One minute of the router's history. */
export const totalsOf = (minute: Readonly<Record<string, NetCount>>, area: Area): Amounts =>
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
export function sliceOf(before: Reading, after: Reading): Slice {
  const bytes = new Map<string, Amount>()
  for (const [ip, { down, up }] of after.totals) {
    const had = before.totals.get(ip)
    if (!had) continue
    const grown = { down: growth(had.down, down), up: growth(had.up, up) }
    if (grown.down + grown.up > 0) bytes.set(ip, grown)
  }
  return { from: before.at, to: after.at, bytes }
}

const growth = (before: number, after: number): number => (after >= before ? after - before : after)

/** The slices between readings, the oldest first. */
export const slicesOf = (readings: readonly Reading[]): Slice[] =>
  readings.slice(1).map((reading, index) => sliceOf(withZeros(readings[index]!, reading), reading))

/** In the history an address that is missing has sent and received nothing yet. */
const withZeros = ({ at, totals }: Reading, after: Reading): Reading => {
  const zeros = [...after.totals.keys()].map((ip): [string, Amount] => [ip, NOTHING])
  return { at, totals: new Map([...zeros, ...totals]) }
}

/** The slices that end within a span. */
export const within = (slices: readonly Slice[], { from, to }: Span): Slice[] =>
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

/** Bits a second, as internet lines are sold: slice by slice, each at its end. A null breaks the line of a chart. */
export interface Rates {
  readonly times: readonly number[]
  readonly down: readonly (number | null)[]
  readonly up: readonly (number | null)[]
}

/** Times of slices that follow one another differ by less. */
const BREAK_SECONDS = 1
/** So that the break comes after the value that ends at the same time. */
const AFTER = 0.001

/** A line joins only slices of one kind without time between them: not a mean of a minute with one of two seconds, nor across a gap. */
export function ratesOf(slices: readonly Slice[], ip?: string): Rates {
  const rates = slices.flatMap((slice, index) => {
    const { down, up } = amountIn(slice, ip)
    const seconds = Math.max(slice.to - slice.from, 0.001)
    const rate = { time: slice.to, down: (down * BITS) / seconds, up: (up * BITS) / seconds }
    const before = slices[index - 1]
    const isBroken = before !== undefined && (slice.from - before.to > BREAK_SECONDS || slice.isLive !== before.isLive)
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
export function joined(minutes: readonly Slice[], live: readonly Slice[]): Slice[] {
  const looks = stretchesOf(live)
  const unseen = minutes.flatMap((minute) =>
    looks
      .reduce<Span[]>((rests, look) => rests.flatMap((rest) => without(rest, look)), [minute])
      .map((rest) => partOf(minute, rest)),
  )
  return [...unseen, ...live.map((slice): Slice => ({ ...slice, isLive: true }))].sort((a, b) => a.to - b.to)
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
