import { type Band, channelOf, frequencyOf } from '../../../../router/model/wifi/radios/channel.ts'

/** A network that a scan has found: an element of `/iw/dev/{interface}/scan`. */
export interface NearbyNetwork {
  readonly bssid: string
  readonly ssid: string
  /** MHz. */
  readonly freq: number
  readonly signal_dbm: number
  readonly authentication_suites: string
  readonly capability: string
}

/** The block of channels that a radio uses, in MHz. */
export interface ChannelBlock {
  readonly band: Band
  readonly middle: number
  readonly width: number
}

/** A network in the picture. Positions and heights are percentages of it. */
export interface Hump {
  readonly key: string
  readonly name: string
  readonly channel: number
  readonly signal: number
  readonly left: number
  readonly middle: number
  readonly right: number
  readonly height: number
  /** Whether there is room for its name. */
  readonly isNamed: boolean
}

export interface Tick {
  readonly channel: number
  readonly at: number
}

export interface Picture {
  /** The strongest last, so that it is drawn over the others. */
  readonly humps: readonly Hump[]
  readonly ticks: readonly Tick[]
  /** The radio itself, which its own scan does not find. */
  readonly own: { readonly left: number; readonly right: number } | undefined
}

/** Signals in dBm at the bottom and the top of the picture. */
const FLOOR = -95
const CEILING = -25
/** A scan does not report the width of a network: each is drawn with its primary channel. */
const FOUND_MHZ = 20

/** The spans of each band in MHz. Between them is no channel, and only a small gap in the picture. */
const SPANS: Readonly<Record<Band, readonly (readonly [from: number, to: number])[]>> = {
  '2.4 GHz': [[2400, 2495]],
  '5 GHz': [
    [5160, 5340],
    [5480, 5910],
  ],
  '6 GHz': [[5925, 7125]],
}
const GAP_MHZ = 30

const TICKS: Readonly<Record<Band, readonly number[]>> = {
  '2.4 GHz': [1, 3, 6, 9, 11, 13],
  '5 GHz': [36, 52, 100, 116, 132, 149, 165],
  '6 GHz': [1, 33, 65, 97, 129, 161, 193, 225],
}

/** The networks of one band over its channels, by their signal. */
export function pictureOf(band: Band, found: readonly NearbyNetwork[], own?: ChannelBlock): Picture {
  const within = found
    .flatMap(({ bssid, ssid, freq, signal_dbm: signal }) => {
      const place = channelOf(freq)
      return place?.band === band ? [{ key: bssid, name: ssid, channel: place.channel, freq, signal }] : []
    })
    .sort((a, b) => b.signal - a.signal)
  const labels: Label[] = []
  const humps = within.map(({ freq, ...network }): Hump => {
    const middle = placeOf(band, freq)
    const height = heightOf(network.signal)
    const isNamed = labels.every((other) => !overlap(other, { middle, height }))
    if (isNamed) labels.push({ middle, height })
    const [left, right] = edgesOf(band, freq, FOUND_MHZ)
    return { ...network, left, middle, right, height, isNamed }
  })
  const [left, right] = own?.band === band ? edgesOf(band, own.middle, own.width) : []
  return {
    humps: humps.reverse(),
    ticks: TICKS[band].map((channel) => ({ channel, at: placeOf(band, frequencyOf(band, channel)) })),
    own: left === undefined || right === undefined ? undefined : { left, right },
  }
}

interface Label {
  readonly middle: number
  readonly height: number
}
/** Percentages of the picture that a name takes. */
const LABEL_WIDTH = 17
const LABEL_HEIGHT = 9
const overlap = (a: Label, b: Label): boolean =>
  Math.abs(a.middle - b.middle) < LABEL_WIDTH && Math.abs(a.height - b.height) < LABEL_HEIGHT

const edgesOf = (band: Band, mhz: number, width: number): [left: number, right: number] => [
  placeOf(band, mhz - width / 2),
  placeOf(band, mhz + width / 2),
]

const heightOf = (signal: number): number =>
  Math.round(100 * Math.min(1, Math.max(0.04, (signal - FLOOR) / (CEILING - FLOOR))))

/** Where a frequency is, from left to right. */
function placeOf(band: Band, mhz: number): number {
  const spans = SPANS[band]
  const whole = spans.reduce((sum, [from, to]) => sum + to - from, GAP_MHZ * (spans.length - 1))
  let before = 0
  for (const [from, to] of spans) {
    if (mhz <= to) return rounded((100 * (before + Math.max(0, mhz - from))) / whole)
    before += to - from + GAP_MHZ
  }
  return 100
}

const rounded = (percent: number): number => Math.round(percent * 100) / 100

/** The number of networks on each channel of a band, the busiest first. */
export function busiest(humps: readonly Hump[]): { readonly channel: number; readonly count: number } | undefined {
  const counts = Map.groupBy(humps, ({ channel }) => channel)
  return [...counts]
    .map(([channel, networks]) => ({ channel, count: networks.length }))
    .sort((a, b) => b.count - a.count || a.channel - b.channel)[0]
}
