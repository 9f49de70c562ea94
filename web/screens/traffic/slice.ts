import type { NetCount } from '../../../router/features/traffic/counters.ts'
import type { Span } from '../../parts/series.ts'

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
 * What was added from one reading to the next. A counter that got smaller has begun again. One that was not there before
 * may have stood still for a day and not be new at all, so its first bytes do not count.
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
  readings.slice(1).map((reading, index) => sliceOf(readings[index]!, reading))

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

/** Bits a second, as internet lines are sold: slice by slice, each at its end, as a chart takes them. */
export interface Rates {
  readonly times: readonly number[]
  readonly down: readonly number[]
  readonly up: readonly number[]
}

export function ratesOf(slices: readonly Slice[], ip?: string): Rates {
  const rates = slices.map((slice) => {
    const { down, up } = amountIn(slice, ip)
    const seconds = Math.max(slice.to - slice.from, 0.001)
    return { time: slice.to, down: (down * BITS) / seconds, up: (up * BITS) / seconds }
  })
  return {
    times: rates.map(({ time }) => time),
    down: rates.map(({ down }) => down),
    up: rates.map(({ up }) => up),
  }
}

/** Minutes, and from where looking began the shorter slices of it. Both the oldest first. */
export const joined = (minutes: readonly Slice[], live: readonly Slice[]): Slice[] => {
  const [first] = live
  return first ? [...minutes.filter(({ to }) => to <= first.from), ...live] : [...minutes]
}
