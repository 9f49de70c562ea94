import type { WifiSample } from '../../../router/features/stations/station.ts'

/** Samples are a minute apart; after a longer pause, the device was away. */
const GAP_SECONDS = 150
/** Signals in dBm at the bottom and the top of a chart. */
const FLOOR = -90
const CEILING = -30

export interface SignalChart {
  /** The `d` of an SVG path in a box of 100 by 100; broken where the device was away. */
  readonly line: string
  readonly least: number
  readonly most: number
}

/** Signals over the last `seconds` before `now`, both in seconds. Samples come newest first; undefined without any. */
export function signalChart(samples: readonly WifiSample[], now: number, seconds: number): SignalChart | undefined {
  const known = samples
    .flatMap(({ Time, Signal }) => (Signal === null || Time < now - seconds ? [] : [{ at: Time, dbm: Signal }]))
    .reverse()
  if (known.length === 0) return undefined
  const signals = known.map(({ dbm }) => dbm)
  const points = known.map(({ at, dbm }, index) => {
    const before = known[index - 1]
    const pen = before && at - before.at < GAP_SECONDS ? 'L' : 'M'
    const [x, y] = [100 * (1 - (now - at) / seconds), (100 * (CEILING - dbm)) / (CEILING - FLOOR)]
    // A single point is drawn as a short line.
    const dot = pen === 'M' ? 'h0.2' : ''
    return `${pen}${round(x)} ${round(Math.min(98, Math.max(2, y)))}${dot}`
  })
  return { line: points.join(''), least: Math.min(...signals), most: Math.max(...signals) }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** A time in which a device was on one radio and channel. */
export interface Visit {
  /** Unix seconds. */
  readonly from: number
  readonly to: number
  readonly radio: string
  readonly band: string
  readonly channel: number
}

/** The visits of a device, newest first: it roams from one to the next, or is away between them. */
export function visitsOf(samples: readonly WifiSample[]): Visit[] {
  const visits: Visit[] = []
  for (const { Time, Radio, Band, Channel } of samples) {
    const last = visits.at(-1)
    const goesOn = last && last.from - Time < GAP_SECONDS
    if (goesOn && last.radio === Radio && last.band === Band && last.channel === Channel)
      visits[visits.length - 1] = { ...last, from: Time }
    else visits.push({ from: Time, to: Time, radio: Radio, band: Band, channel: Channel })
  }
  return visits
}
