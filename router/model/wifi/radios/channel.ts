import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { RadioSettings } from './radio.ts'

/** `b` and `g` are the 2.4 GHz band; `a` is 5 GHz and 6 GHz. The `hw_mode` of hostapd. */
export type Mode = 'a' | 'b' | 'g'
export type Band = '2.4 GHz' | '5 GHz' | '6 GHz'

/** In MHz. */
export const WIDTHS = [20, 40, 80, 160, 320] as const
export type Width = (typeof WIDTHS)[number]

/** A primary channel with the block of channels that it is used in. IEEE 802.11-2020, 19.3.15 and 21.3.14; 802.11ax, 27.3.23. */
export interface Channel {
  readonly band: Band
  readonly primary: number
  readonly width: Width
  /** Number of the channel in the middle of the block; undefined at 20 MHz, where the primary channel is the block. */
  readonly centre: number | undefined
  /** MHz of the primary channel. */
  readonly frequency: number
  /** MHz of the middle of the block; undefined at 20 MHz. */
  readonly centreFrequency: number | undefined
}

/** The first channels of the blocks of each width. A block has the width divided by 5 MHz as many numbers. */
const BLOCKS: Readonly<Record<'5 GHz' | '6 GHz', Readonly<Partial<Record<Width, readonly number[]>>>>> = {
  '5 GHz': {
    20: [...numbers(36, 64, 4), ...numbers(100, 144, 4), ...numbers(149, 177, 4)],
    40: [36, 44, 52, 60, 100, 108, 116, 124, 132, 140, 149, 157, 165, 173],
    80: [36, 52, 100, 116, 132, 149, 165],
    160: [36, 100, 149],
  },
  '6 GHz': {
    // Channel 2 is a separate band, below the others.
    20: [2, ...numbers(1, 233, 4)],
    40: numbers(1, 225, 8),
    80: numbers(1, 209, 16),
    160: numbers(1, 193, 32),
    // These overlap; a channel that is in two of them is used in the first.
    320: [1, 65, 129, 161],
  },
}
/** Channel numbers of a block of 20 MHz. */
const NUMBERS_PER_20_MHZ = 4
const LAST_2_4_GHZ = 14
/** Channel 14 is apart from the others, and without a second channel. */
const APART = 14

function numbers(first: number, last: number, step: number): number[] {
  return Array.from({ length: (last - first) / step + 1 }, (_, i) => first + i * step)
}

/** The band of a channel number. Some numbers are in both bands of mode `a`: those are 5 GHz unless `is6GHz`. */
export function bandOf(mode: Mode, primary: number, is6GHz: boolean): Band {
  if (mode !== 'a') return '2.4 GHz'
  return !is6GHz && BLOCKS['5 GHz'][20]?.includes(primary) ? '5 GHz' : '6 GHz'
}

/** Throws `Invalid` for a channel that the band does not have, or that is in no block of this width. */
export function channelIn(band: Band, primary: number, width: Width): Channel {
  const centre = band === '2.4 GHz' ? centre24(primary, width) : centreOfBlock(band, primary, width)
  return {
    band,
    primary,
    width,
    centre,
    frequency: frequencyOf(band, primary),
    centreFrequency: centre === undefined ? undefined : frequencyOf(band, centre),
  }
}

/** As `channelIn`; undefined where that throws. */
export function findChannel(band: Band, primary: number, width: Width): Channel | undefined {
  try {
    return channelIn(band, primary, width)
  } catch {
    return undefined
  }
}

/** MHz in the middle of a channel number. */
export function frequencyOf(band: Band, channel: number): number {
  if (band === '2.4 GHz') return channel === APART ? 2484 : 2407 + 5 * channel
  if (band === '5 GHz') return 5000 + 5 * channel
  return channel === 2 ? 5935 : 5950 + 5 * channel
}

/** Where a frequency is; undefined outside the three bands. */
export function channelOf(mhz: number): { readonly band: Band; readonly channel: number } | undefined {
  const at = (band: Band, channel: number) => ({ band, channel })
  if (mhz === 2484) return at('2.4 GHz', APART)
  if (mhz >= 2412 && mhz <= 2472) return at('2.4 GHz', (mhz - 2407) / 5)
  if (mhz === 5935) return at('6 GHz', 2)
  if (mhz >= 5955 && mhz <= 7115) return at('6 GHz', (mhz - 5950) / 5)
  if (mhz >= 5170 && mhz <= 5895) return at('5 GHz', (mhz - 5000) / 5)
  return undefined
}

/** The second channel is above the first, or below it where there is none above in every country. */
function centre24(primary: number, width: Width): number | undefined {
  if (!Number.isInteger(primary) || primary < 1 || primary > LAST_2_4_GHZ)
    throw new Invalid(phrase('wifi.channel24GHz'), 'Channel')
  if (width === 20) return undefined
  if (width !== 40) throw new Invalid(phrase('wifi.width24GHz'), 'Bandwidth')
  if (primary === APART) throw new Invalid(phrase('wifi.channel14Width'), 'Bandwidth')
  return primary >= 8 ? primary - 2 : primary + 2
}

function centreOfBlock(band: '5 GHz' | '6 GHz', primary: number, width: Width): number | undefined {
  if (!BLOCKS[band][20]?.includes(primary)) throw new Invalid(phrase('wifi.channelNotInBand', primary, band), 'Channel')
  if (width === 20) return undefined
  const count = width / 5
  const isInRaster = band === '5 GHz' || primary !== 2
  const start = isInRaster
    ? BLOCKS[band][width]?.find((first) => primary >= first && primary < first + count)
    : undefined
  if (start === undefined) throw new Invalid(phrase('wifi.channelWidthBlock', primary, width), 'Bandwidth')
  return start + count / 2 - NUMBERS_PER_20_MHZ / 2
}

/**
 * The global operating class of a channel where hostapd needs it, otherwise 0. IEEE 802.11-2020, table E-4.
 */
export function operatingClass({ band, primary, width }: Channel): number {
  if (band === '6 GHz') return primary === 2 ? 136 : { 20: 131, 40: 132, 80: 133, 160: 134, 320: 137 }[width]
  if (band === '5 GHz') return width === 80 ? 128 : width === 160 ? 129 : 0
  return 0
}

/** A 6 GHz class of hostapd's `op_class`. */
export const is6GHzClass = (operatingClassNumber: number): boolean =>
  operatingClassNumber >= 131 && operatingClassNumber <= 137

/** MHz that settings amount to. */
export function settingsWidth(settings: RadioSettings): Width {
  const { op_class = 0, ht_capab = '' } = settings
  const code = Math.max(settings.vht_oper_chwidth ?? 0, settings.he_oper_chwidth ?? 0, settings.eht_oper_chwidth ?? 0)
  const isWide = /\[HT40[+-]\]/.test(ht_capab) || [132, 133, 134, 137].includes(op_class)
  return ({ 1: 80, 2: 160, 9: 320 } as const)[code] ?? (isWide ? 40 : 20)
}

/** The band of settings, also where the channel is chosen automatically. */
export const settingsBand = ({ hw_mode, channel, op_class = 0 }: RadioSettings): Band =>
  channel === 0 && hw_mode === 'a' && !is6GHzClass(op_class) ? '5 GHz' : bandOf(hw_mode, channel, is6GHzClass(op_class))

/** Whether this is the frequency of a channel of 20 MHz in the 5 GHz band. */
export const is5GHzChannel = (mhz: number): boolean => BLOCKS['5 GHz'][20]?.includes((mhz - 5000) / 5) ?? false

/** The channel of a radio that is set to one. Throws `Invalid`. */
export const settingsChannel = (settings: RadioSettings): Channel =>
  channelIn(settingsBand(settings), settings.channel, settingsWidth(settings))
