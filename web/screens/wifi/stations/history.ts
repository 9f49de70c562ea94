import type { WifiSample } from '../../../../router/model/wifi/stations/station.ts'

/** Samples are a minute apart; after a longer pause, the device was away. */
const GAP_SECONDS = 150
/** Signals in dBm at the bottom and the top of a chart. */
const FLOOR = -90
const CEILING = -30

export interface HistoryChart {
  /** The `d` of an SVG path in a box of 100 by 100; broken where the device was away. */
  readonly line: string
  readonly least: number
  readonly most: number
}

/** Signals in dBm over the last `seconds` before `now`, both in seconds. Samples come newest first; undefined without any. */
export const signalChart = (samples: readonly WifiSample[], now: number, seconds: number): HistoryChart | undefined =>
  chartOf(samples, now, seconds, ({ Signal }) => Signal, { floor: FLOOR, ceiling: CEILING })

/** The same for link rates to the device in Mbit/s, from 0 to the highest one. */
export const rateChart = (samples: readonly WifiSample[], now: number, seconds: number): HistoryChart | undefined =>
  chartOf(samples, now, seconds, ({ TxRate }) => TxRate || null, { floor: 0 })

/** `measure` returns null for a sample without the value; without a `ceiling`, the highest value is at the top. */
function chartOf(
  samples: readonly WifiSample[],
  now: number,
  seconds: number,
  measure: (sample: WifiSample) => number | null,
  scale: { readonly floor: number; readonly ceiling?: number },
): HistoryChart | undefined {
  const known = samples
    .flatMap((sample) => {
      const value = measure(sample)
      return value === null || sample.Time < now - seconds ? [] : [{ at: sample.Time, value }]
    })
    .reverse()
  if (known.length === 0) return undefined
  const values = known.map(({ value }) => value)
  const most = Math.max(...values)
  const { floor, ceiling = most } = scale
  const points = known.map(({ at, value }, index) => {
    const before = known[index - 1]
    const pen = before && at - before.at < GAP_SECONDS ? 'L' : 'M'
    const [x, y] = [100 * (1 - (now - at) / seconds), (100 * (ceiling - value)) / (ceiling - floor)]
    // A single point is drawn as a short line.
    const dot = pen === 'M' ? 'h0.2' : ''
    return `${pen}${round(x)} ${round(Math.min(98, Math.max(2, y)))}${dot}`
  })
  return { line: points.join(''), least: Math.min(...values), most }
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
