import { median } from '../bench/table.ts'
import type { Sample } from './sample.ts'

/** How much a figure may grow between the second quarter and the last one, whose medians are compared. */
interface Bound {
  readonly name: string
  readonly of: (sample: Sample) => number
  readonly most: number
  readonly unit: string
}

const MIB = 1 << 20

/**
 * The devices, their connections and the settings change all the time and are as many at the end as at the beginning. Garbage differs by
 * some MiB between moments.
 */
const BOUNDS: readonly Bound[] = [
  { name: 'resident memory', of: ({ memory }) => memory / MIB, most: 8, unit: ' MiB' },
  { name: 'open files', of: ({ openFiles }) => openFiles, most: 4, unit: '' },
  { name: 'threads', of: ({ threads }) => threads, most: 2, unit: '' },
  { name: 'items in the kernel', of: ({ kernel }) => kernel, most: 60, unit: '' },
]

export interface Growth {
  readonly name: string
  readonly before: number
  readonly after: number
  readonly unit: string
  readonly isTooMuch: boolean
}

/** In a shorter run, the router is still filling what it keeps in memory: growth is shown, and is no failure. */
const JUDGED_FROM_SECONDS = 3600

/** Compares the second quarter of a run with its last one. The first quarter is the warm-up. */
export function growthOf(samples: readonly Sample[]): Growth[] {
  const quarter = (n: number): readonly Sample[] =>
    samples.slice(Math.floor((samples.length * n) / 4), Math.ceil((samples.length * (n + 1)) / 4))
  const isLong = (samples.at(-1)?.seconds ?? 0) >= JUDGED_FROM_SECONDS
  return BOUNDS.map(({ name, of, most, unit }) => {
    const [before, after] = [median(quarter(1).map(of)), median(quarter(3).map(of))]
    return { name, before, after, unit, isTooMuch: isLong && after - before > most }
  })
}

/** As a line for people. */
export const spellGrowth = ({ name, before, after, unit, isTooMuch }: Growth): string =>
  `${name}: ${before.toFixed(0)}${unit} in the second quarter, ${after.toFixed(0)}${unit} in the last${isTooMuch ? ': it grows' : ''}`

/** Requests, and how many of them the router answered. */
export interface Served {
  readonly sent: number
  readonly answered: number
}

export const addServed = (one: Served, other: Served): Served => ({
  sent: one.sent + other.sent,
  answered: one.answered + other.answered,
})

/** On a busy machine, some answers arrive after a second, when a DHCP exchange counts as lost, and is not repeated. */
const LEAST_ANSWERED = 0.95

/** False also if nothing was requested. */
export const isServed = ({ sent, answered }: Served): boolean => answered / sent >= LEAST_ANSWERED

/** As a line for people. */
export const spellServed = (name: string, served: Served): string =>
  `${name}: ${served.answered} of ${served.sent}${isServed(served) ? '' : ': too few'}`

/** Rates between the first and the last sample. */
export function ratesOf(samples: readonly Sample[]): { readonly processor: number; readonly writtenADay: number } {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.seconds <= first.seconds)
    return { processor: 0, writtenADay: 0 }
  const seconds = last.seconds - first.seconds
  return {
    processor: (last.processor - first.processor) / seconds,
    writtenADay: ((last.written - first.written) / seconds) * 86_400,
  }
}
