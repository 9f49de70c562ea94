import type { Tone } from './describe.ts'

/** The order of the parts of a bar, from its foot. */
export const TONES = ['plain', 'good', 'warning', 'bad'] as const satisfies readonly Tone[]

/** A number of events of one colour, at a time in seconds since 1970. */
export interface Counted {
  readonly at: number
  readonly tone: Tone
  readonly count: number
}

/** Events of one part of the time. Times in seconds since 1970. */
export interface EventBar {
  readonly from: number
  readonly to: number
  readonly counts: Readonly<Record<Tone, number>>
  readonly total: number
}

/** The period of a picture in seconds since 1970, and the number of its bars. */
interface Scale {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** Counts as bars of equal length. Counts outside of the period are ignored. */
export function barsOf(counts: Iterable<Counted>, { from, to, count }: Scale): EventBar[] {
  // A bar that is pressed becomes the period: whole seconds, and no shorter.
  const length = Math.max(1, (to - from) / count)
  const bars = Array.from({ length: Math.max(1, Math.ceil((to - from) / length)) }, (_, index) => ({
    from: Math.floor(from + index * length),
    to: Math.ceil(from + (index + 1) * length),
    counts: { plain: 0, good: 0, warning: 0, bad: 0 },
    total: 0,
  }))
  for (const { at, tone, count: amount } of counts) {
    const bar = bars[Math.floor((at - from) / length)]
    if (!bar) continue
    bar.counts[tone] += amount
    bar.total += amount
  }
  return bars
}
