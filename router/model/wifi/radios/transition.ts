import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Mac } from '../../../values/mac.ts'
import { type Band, channelOf } from './channel.ts'
import type { RadioSettings } from './radio.ts'

/** A network that a station is to move to. */
interface Target {
  readonly bssid: Mac
  /** MHz of its primary channel. */
  readonly frequency: number
  readonly settings: RadioSettings
}

/** It can be reached, and has the same security and the same settings. IEEE 802.11-2020, 9.4.2.36. */
const REACHABLE = '0x0000000f'
/** Beacon intervals that the station has to decide: about 25 s. */
const VALID_INTERVALS = 255
/** Subelement 3, the preference: the highest. 9.4.2.36, table 9-173. */
const PREFERRED = '0301ff'

/**
 * hostapd's command that requests a station to move to another access point (802.11v, BSS transition management). A station need
 * not follow.
 */
export function transitionCommand(mac: Mac, { bssid, frequency, settings }: Target): string {
  const at = channelOf(frequency)
  if (!at) throw new Invalid(phrase('wifi.targetChannelMissing'), 'TargetInterface')
  const neighbor = [bssid, REACHABLE, classOf(at.band, at.channel), at.channel, phyTypeOf(settings), PREFERRED]
  return `BSS_TM_REQ ${mac} pref=1 abridged=1 valid_int=${VALID_INTERVALS} neighbor=${neighbor.join()}`
}

/** The global operating class of 20 MHz. IEEE 802.11-2020, table E-4. */
function classOf(band: Band, channel: number): number {
  if (band === '2.4 GHz') return channel === 14 ? 82 : 81
  if (band === '6 GHz') return channel === 2 ? 136 : 131
  if (channel <= 48) return 115
  if (channel <= 64) return 118
  return channel <= 144 ? 121 : 125
}

/** The type of the physical layer: dot11PHYType, IEEE 802.11-2020, annex C. */
function phyTypeOf({ hw_mode, ieee80211n, ieee80211ac, ieee80211ax }: RadioSettings): number {
  if (ieee80211ax) return 14
  if (ieee80211ac) return 9
  if (ieee80211n) return 7
  return { a: 4, b: 5, g: 6 }[hw_mode]
}
