import { Invalid } from '../../../errors.ts'
import { phraseIn, schemaPhrase } from '../../../phrases/phrase.ts'
import { capitalized } from '../../../values/capitalized.ts'
import type { ChannelParameters, ComputedChannel, ConfigUpdate } from './body.ts'
import {
  type Band,
  bandOf,
  type Channel,
  channelIn,
  findChannel,
  is6GHzClass,
  operatingClass,
  settingsWidth,
  WIDTHS,
} from './channel.ts'
import { RadioSettings } from './radio.ts'

/** A block of channels as clients see it. Throws `Invalid`. */
export function computeChannel(given: ChannelParameters): ComputedChannel {
  const { Mode, Channel, Bandwidth, VHT_Enable, HE_Enable, EHT_Enable } = given
  const channel = channelIn(bandOf(Mode, Channel, given.Is_6e || is6GHzClass(given.Op_class)), Channel, Bandwidth)
  // 802.11ac and 802.11ax have no 320 MHz: their stations use the half with the primary channel.
  const narrower = Bandwidth === 320 ? channelIn(channel.band, Channel, 160) : channel
  // In the 2.4 GHz band the second channel is a capability of 802.11n, and no index.
  const index = (isOn: boolean, { band, centre }: Channel): number =>
    isOn && centre !== undefined && band !== '2.4 GHz' ? centre : -1
  const width = (isOn: boolean, block: Channel): number => (isOn ? codeOf(block.width) : 0)
  return {
    Vht_oper_centr_freq_seg0_idx: index(VHT_Enable, narrower),
    He_oper_centr_freq_seg0_idx: index(HE_Enable, narrower),
    Eht_oper_centr_freq_seg0_idx: index(EHT_Enable, channel),
    Vht_oper_chwidth: width(VHT_Enable, narrower),
    He_oper_chwidth: width(HE_Enable, narrower),
    Eht_oper_chwidth: width(EHT_Enable, channel),
    Op_class: operatingClass(channel),
    Is_6e: channel.band === '6 GHz',
    Freq1: channel.frequency,
    Freq2: channel.centreFrequency ?? 0,
    Freq3: 0,
  }
}

const codeOf = (width: Channel['width']): number => ({ 20: 0, 40: 0, 80: 1, 160: 2, 320: 9 })[width]

/** The settings with another channel. */
export function withChannel(settings: RadioSettings, given: ChannelParameters): RadioSettings {
  const computed = computeChannel(given)
  const { Freq1, Freq2, Freq3, Is_6e, Op_class, ...indexes } = computed
  const flag = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0)
  return checked({
    ...settings,
    ...lowerCased(indexes),
    op_class: Op_class || undefined,
    hw_mode: given.Mode,
    channel: given.Channel,
    ht_capab: withSecondChannel(settings.ht_capab, computed),
    ieee80211n: flag(given.HT_Enable),
    ieee80211ac: flag(given.VHT_Enable && !Is_6e),
    ieee80211ax: flag(given.HE_Enable),
    ieee80211be: flag(given.EHT_Enable),
  })
}

/** Where the second channel of 40 MHz is: above the primary one, or below it. */
function withSecondChannel(
  capabilities: string | undefined,
  { Freq1, Freq2, Is_6e }: ComputedChannel,
): string | undefined {
  const others = (capabilities ?? '').replaceAll(/\[HT40[+-]\]/g, '')
  if (Freq2 === 0 || Is_6e) return others || undefined
  // The pairs of 40 MHz within a wider block: the primary channel is the lower of its pair in every other place.
  const isLower = Freq1 < 3000 ? Freq2 > Freq1 : pairOf(Freq1) > Freq1
  return `[HT40${isLower ? '+' : '-'}]${others}`
}

/** MHz of the middle of the 40 MHz that a 5 GHz channel is in. */
function pairOf(mhz: number): number {
  const primary = (mhz - 5000) / 5
  return 5000 + 5 * (channelIn('5 GHz', primary, 40).centre ?? primary)
}

/** Settings that follow from the others: a block of channels is the primary one, its width, and where it is. */
const BLOCK = [
  ...['vht_oper_chwidth', 'he_oper_chwidth', 'eht_oper_chwidth', 'ht_capab'],
  ...['vht_oper_centr_freq_seg0_idx', 'he_oper_centr_freq_seg0_idx', 'eht_oper_centr_freq_seg0_idx'],
]
/** What the block follows from. */
const OF_BLOCK = /^(channel|hw_mode|op_class|ieee80211(ax|be)|(vht|he|eht)_oper_chwidth)$/

/**
 * The settings with what a client has sent. Of the block of channels, what was not sent follows from the rest, with the width of
 * before where the new channel has it. Throws `Invalid`.
 */
export function updated(settings: RadioSettings, update: ConfigUpdate): RadioSettings {
  const { AutoSelectChannel, Time_advertisement, Mld_ap, Rrm_link_measurement_report, ...fields } = update
  const sent = lowerCased(fields)
  const merged: Record<string, unknown> & Partial<RadioSettings> = {
    ...settings,
    ...sent,
    // hostapd has 2 for the only kind of it.
    ...(Time_advertisement === undefined ? {} : { time_advertisement: Time_advertisement && 2 }),
    ...(AutoSelectChannel ? { channel: 0 } : {}),
  }
  const is6GHz = is6GHzClass(merged.op_class ?? 0)
  const after = checked({ ...merged, op_class: is6GHz ? merged.op_class : undefined })
  // Only a class makes it 6 GHz for hostapd.
  const band = after.hw_mode !== 'a' ? '2.4 GHz' : is6GHz ? '6 GHz' : '5 GHz'
  if (after.channel === 0) return after
  channelIn(band, after.channel, 20)
  if (!Object.keys(sent).some((name) => OF_BLOCK.test(name))) return after
  const own = Object.fromEntries(BLOCK.filter((name) => name in sent).map((name) => [name, sent[name]]))
  return checked({ ...withChannel(after, sameBlock(band, after)), ...own })
}

const sameBlock = (band: Band, settings: RadioSettings): ChannelParameters => ({
  Mode: settings.hw_mode,
  Channel: settings.channel,
  Bandwidth: widest(band, settings.channel, settingsWidth(settings)),
  HT_Enable: settings.ieee80211n === 1,
  VHT_Enable: settings.ieee80211ac === 1,
  HE_Enable: settings.ieee80211ax === 1,
  EHT_Enable: settings.ieee80211be === 1,
  Is_6e: band === '6 GHz',
  Op_class: 0,
})

/** MHz of the widest block around a channel, up to `most`. */
const widest = (band: Band, primary: number, most: Channel['width']): Channel['width'] =>
  WIDTHS.findLast((width) => width <= most && findChannel(band, primary, width)) ?? 20

/** By hostapd's names: those of API 0.3.0 in lower case. -1 and empty text mean that there is no value. */
const lowerCased = (fields: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.toLowerCase(),
      value === -1 || value === '' ? undefined : value,
    ]),
  )

/** Throws `Invalid` with the name of the field that a client has for it. */
function checked(settings: Record<string, unknown>): RadioSettings {
  const present = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  const { success, data, error } = RadioSettings.safeParse(present)
  if (success) return data
  const [issue] = error.issues
  const name = String(issue?.path[0] ?? '')
  throw new Invalid(phraseIn(issue?.message ?? schemaPhrase('wifi.settingUnusable')), capitalized(name))
}
