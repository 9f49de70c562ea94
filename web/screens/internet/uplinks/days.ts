import type { Outage } from '../../../../router/model/internet/uplinks/status.ts'

/** A day of the household’s clock, and how long the internet was away in it. */
export interface OutageDay {
  readonly at: Date
  readonly awaySeconds: number
}

type Span = Pick<Outage, 'Iface' | 'Start' | 'End'>

/** The last days, the oldest first, today included. An uplink alone is not the internet: where there are several, each counts. */
export function daysOf(outages: readonly Span[], count: number, now: number): OutageDay[] {
  const spans = outages.map(
    ({ Start, End }) => [Start * 1000, End === 0 ? Math.max(now, Start * 1000 + 1000) : End * 1000] as const,
  )
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(now)
    at.setHours(0, 0, 0, 0)
    at.setDate(at.getDate() - (count - 1 - index))
    const next = new Date(at)
    next.setDate(next.getDate() + 1)
    const awayMs = spans.reduce(
      (sum, [start, end]) => sum + Math.max(0, Math.min(end, next.getTime()) - Math.max(start, at.getTime())),
      0,
    )
    return { at, awaySeconds: Math.round(awayMs / 1000) }
  })
}
