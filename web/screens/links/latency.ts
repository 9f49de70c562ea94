import type { Sample } from '../../../router/features/wan/status.ts'

/** So many rounds are drawn, the newest at the right end; and room is left for so many, soon after a start. */
const MOST = 120
const FEWEST = 30

export interface LatencyChart {
  /** Of the box, in rounds. */
  readonly width: number
  /** The `d` of an SVG path in a box of `width` by 100; broken where nobody answered. */
  readonly line: string
  /** Where in the box nobody answered: the left edge of each such round. */
  readonly silent: readonly number[]
  readonly least: number
  readonly most: number
  readonly seconds: number
}

/** How soon the last rounds were answered. Samples come newest first; undefined when nobody has answered yet. */
export function chartOf(samples: readonly Sample[]): LatencyChart | undefined {
  const rounds = samples.slice(0, MOST).toReversed()
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
  const seconds = (Date.parse(last.Time) - Date.parse(first.Time)) / 1000
  return { width, line, silent, least: Math.min(...answered), most, seconds }
}

/** Answers within this time stay in the lower part of the chart, however much they differ. */
const SLOWEST_GOOD_MS = 20
