import type { IwBlock, IwChannel, IwSurvey } from '../../../wire/spectrum.ts'
import { type Band, type Channel, channelOf, findChannel, WIDTHS, type Width } from './channel.ts'

/** The automatic choice of a channel: the block of channels that others use least. Pure. */

/** What a radio has found out about the channels in its range. */
export interface Spectrum {
  readonly channels: readonly IwChannel[]
  readonly surveys: readonly IwSurvey[]
  readonly networks: readonly IwBlock[]
}

export interface Wish {
  readonly band: Band
  /** A narrower block is taken where the country permits none of this width. */
  readonly width: Width
  /** Whether a channel may be taken on which radar has priority. */
  readonly allowDfs: boolean
}

export interface Candidate {
  readonly channel: Channel
  /** Percent of the time that it was in use, and up to `STRONGEST` for each network on it. */
  readonly load: number
  readonly networks: number
  readonly hasRadar: boolean
  readonly dbm: number
}

/** Others overlap with two of these: in the 2.4 GHz band four numbers apart still interfere. */
const APART_2_4_GHZ = [1, 6, 11]
/** Stations look for access points of the 6 GHz band on every fourth channel only. IEEE 802.11ax, 26.17.2.3.3. */
const isScanned6GHz = (primary: number): boolean => primary % 16 === 5

/** What a network next door adds to the load of its block; one at the edge of reception adds nothing. */
const STRONGEST = 15
const STRONG_DBM = -50
const WEAK_DBM = -95

/** The channels that could be used, the best first. Empty if the country permits none in this band. */
export function rankChannels(spectrum: Spectrum, { band, width, allowDfs }: Wish): Candidate[] {
  for (const mhz of WIDTHS.filter((one) => one <= width).toReversed()) {
    const found = spectrum.channels
      .filter(({ frequency, channel }) => channelOf(frequency)?.band === band && isOffered(band, channel))
      .flatMap((channel) => candidate(spectrum, channel, mhz) ?? [])
      .filter(({ hasRadar }) => allowDfs || !hasRadar)
    const blocks = Map.groupBy(found, ({ channel }) => channel.centre ?? channel.primary)
    // Any channel of a block can be its primary one; stations need not agree with us on a choice without a difference.
    const ranked = [...blocks.values()].flatMap(([first]) => first ?? []).sort(better(found))
    if (ranked.length > 0) return ranked
  }
  return []
}

const isOffered = (band: Band, primary: number): boolean =>
  band === '2.4 GHz' ? APART_2_4_GHZ.includes(primary) : band === '5 GHz' || isScanned6GHz(primary)

/** A decibel of transmit power is worth as much as a percent of use. Without a difference, channels without radar are better. */
function better(all: readonly Candidate[]): (a: Candidate, b: Candidate) => number {
  const most = Math.max(...all.map(({ dbm }) => dbm))
  const cost = ({ load, dbm }: Candidate): number => Math.round(load + (most - dbm))
  return (a, b) => cost(a) - cost(b) || Number(a.hasRadar) - Number(b.hasRadar) || a.channel.primary - b.channel.primary
}

function candidate({ channels, surveys, networks }: Spectrum, at: IwChannel, width: Width): Candidate | undefined {
  const block = blockAround(channels, at, width)
  if (!block) return undefined
  const { channel, parts } = block
  const centre = channel.centreFrequency ?? channel.frequency
  const here = networks.filter((other) => Math.abs(other.centre - centre) < (other.width + width) / 2)
  const measured = surveys.filter(({ frequency }) => parts.some((part) => part.frequency === frequency))
  const busy = measured.map(({ activeMs, busyMs }) => (100 * busyMs) / activeMs)
  const average = busy.length === 0 ? 0 : busy.reduce((sum, one) => sum + one, 0) / busy.length
  return {
    channel,
    load: average + here.reduce((sum, { dbm }) => sum + weightOf(dbm), 0),
    networks: here.length,
    hasRadar: parts.some(({ dfs }) => dfs !== undefined),
    dbm: Math.min(...parts.map(({ dbm }) => dbm)),
  }
}

const weightOf = (dbm: number): number =>
  (STRONGEST * (Math.min(Math.max(dbm, WEAK_DBM), STRONG_DBM) - WEAK_DBM)) / (STRONG_DBM - WEAK_DBM)

/** MHz of the blocks that an access point may use around a channel. */
export const widthsAround = (channels: readonly IwChannel[], at: IwChannel): Width[] =>
  WIDTHS.filter((width) => blockAround(channels, at, width) !== undefined)

/** The block of a channel, if an access point is permitted in all of it. */
function blockAround(
  channels: readonly IwChannel[],
  at: IwChannel,
  width: Width,
): { readonly channel: Channel; readonly parts: readonly IwChannel[] } | undefined {
  const channel = channelOfWidth(at, width)
  if (!channel || !supports(at, channel)) return undefined
  const centre = channel.centreFrequency ?? channel.frequency
  // The 2.4 GHz band has a number every 5 MHz; a block is made of those that are 20 MHz apart.
  const parts = channels.filter(
    ({ frequency }) => Math.abs(frequency - centre) < width / 2 && (frequency - at.frequency) % 20 === 0,
  )
  const all = width === 20 ? [at] : parts
  return all.length === width / 20 && all.every(mayTransmit) ? { channel, parts: all } : undefined
}

const mayTransmit = ({ isDisabled, noIr, dfs }: IwChannel): boolean =>
  !isDisabled && !noIr && dfs?.state !== 'unavailable'

function channelOfWidth({ frequency }: IwChannel, width: Width): Channel | undefined {
  const at = channelOf(frequency)
  return at && findChannel(at.band, at.channel, width)
}

/** `iw` lists what the radio is able to do below 6 GHz only. */
function supports({ widths, frequency }: IwChannel, { width, band, centreFrequency }: Channel): boolean {
  if (band === '6 GHz' || width === 20) return true
  if (width === 40) return widths.includes((centreFrequency ?? 0) > frequency ? 'HT40+' : 'HT40-')
  return widths.includes(`VHT${width}`)
}
