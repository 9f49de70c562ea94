import type { Span } from '../../../parts/charts/series.ts'
import { definedParams, oneOf } from '../../../parts/values/searchParam.ts'
import type { TrafficArea } from './slice.ts'

/** How many seconds back each range goes. `live` is looked at every two seconds, the others once a minute. */
export const RANGES = { live: 15 * 60, hour: 3600, six: 6 * 3600, day: 24 * 3600 } as const
export type TrafficRange = keyof typeof RANGES

/** What is shown, as the address of the page has it. */
export interface TrafficView {
  readonly range?: TrafficRange
  readonly area?: TrafficArea
}

export const viewOfSearch = ({ range, area }: Record<string, unknown>): TrafficView =>
  definedParams({ range: oneOf(Object.keys(RANGES) as TrafficRange[], range), area: oneOf(['lan'], area) })

/** A minute of the history is the least that can be looked at; live, ten seconds. */
const leastOf = (range: TrafficRange): number => (range === 'live' ? 10 : 5 * 60)

/** Half as long, or twice: up to now where now is seen, else around the middle. Undefined when that is everything. */
export function zoomed(span: Span, factor: 0.5 | 2, all: Span, range: TrafficRange): Span | undefined {
  const length = Math.max((span.to - span.from) * factor, leastOf(range))
  const to = span.to >= all.to ? all.to : (span.from + span.to + length) / 2
  return fitted({ from: to - length, to }, all)
}

/** Half a length earlier (-1) or later (1), and no further than there is anything. */
export function moved(span: Span, direction: -1 | 1, all: Span): Span | undefined {
  const by = (direction * (span.to - span.from)) / 2
  return fitted({ from: span.from + by, to: span.to + by }, all)
}

/** A stretch of the same length that lies within all there is; undefined when it is all. */
export function fitted({ from, to }: Span, all: Span): Span | undefined {
  const length = to - from
  if (length >= all.to - all.from) return undefined
  const start = Math.min(Math.max(from, all.from), all.to - length)
  return { from: start, to: start + length }
}
