import type { Sample } from '../../../../router/model/internet/uplinks/status.ts'
import { locale } from '../../../parts/values/locale.ts'

/** So many rounds are drawn, the newest at the right end; and room is left for so many, soon after a start. */
export const SHORT = 120
const FEWEST = 30

/** Of all rounds that the router remembers, several become one. */
function merged(rounds: readonly Sample[]): Sample[] {
  const size = Math.max(1, Math.ceil(rounds.length / SHORT))
  const first = rounds.length % size
  const starts = Array.from({ length: Math.floor(rounds.length / size) }, (_, index) => first + index * size)
  return starts.flatMap((start) => {
    const group = rounds.slice(start, start + size)
    const [head] = group
    const isSilent = group.some(({ LatencyMs }) => LatencyMs === 0)
    const mean = group.reduce((sum, { LatencyMs }) => sum + LatencyMs, 0) / group.length
    return head ? [{ ...head, LatencyMs: isSilent ? 0 : mean }] : []
  })
}

export interface LatencyChart {
  /** Of the box, in rounds. */
  readonly width: number
  /** The `d` of an SVG path in a box of `width` by 100; broken at rounds without a response. */
  readonly line: string
  /** The left edges in the box of rounds without a response. */
  readonly silent: readonly number[]
  readonly least: number
  readonly most: number
  readonly seconds: number
}

/** The chart of the last rounds of pings, or of all. `samples` are sorted newest first; undefined without any response. */
export function chartOf(samples: readonly Sample[], all = false): LatencyChart | undefined {
  const rounds = all ? merged(samples.toReversed()) : samples.slice(0, SHORT).toReversed()
  const answered = rounds.filter(({ LatencyMs }) => LatencyMs > 0).map(({ LatencyMs }) => LatencyMs)
  const [first, last] = [rounds[0], rounds.at(-1)]
  if (!first || !last || answered.length === 0) return undefined
  const most = Math.max(...answered)
  const width = Math.max(FEWEST, rounds.length)
  const left = width - rounds.length
  let pen = 'M'
  let line = ''
  const silent: number[] = []
  rounds.forEach(({ LatencyMs }, index) => {
    const x = left + index
    if (LatencyMs === 0) {
      silent.push(x)
      pen = 'M'
      return
    }
    line += `${pen}${x + 0.5} ${Math.round(95 - (85 * LatencyMs) / Math.max(most, SLOWEST_GOOD_MS))}`
    pen = 'L'
  })
  const seconds = last.Time - first.Time
  return { width, line, silent, least: Math.min(...answered), most, seconds }
}

/** Answers within this time stay in the lower part of the chart, however much they differ. */
const SLOWEST_GOOD_MS = 20

/** Two digits that count are enough for a time that differs each time. */
export const shortMs = (ms: number): string =>
  new Intl.NumberFormat(locale, ms < 100 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 }).format(ms)
