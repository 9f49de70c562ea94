import type { RadioSettings } from '../../model/wifi/radios/radio.ts'

/** After so many failures the failsafe configuration has its turn; if that fails too, both are tried in turn. */
const ATTEMPTS = 3

export const isFailsafeTurn = (failures: number): boolean => failures >= ATTEMPTS && (failures - ATTEMPTS) % 2 === 0

/** What nearly every radio can do, with the network's own name: it runs while the settings of the owner do not work. */
export function failsafeSettings({ ssid, country_code, hw_mode }: RadioSettings, failures: number): RadioSettings {
  const isFirst = failures < ATTEMPTS || (failures - ATTEMPTS) % 4 === 0
  // The radio may not have the band that it is set to.
  const is5GHz = (hw_mode === 'a') === isFirst
  return {
    ssid,
    ...(country_code && { country_code }),
    hw_mode: is5GHz ? 'a' : 'g',
    // In nearly every country, without radar.
    channel: is5GHz ? 36 : 1,
    ieee80211n: 1,
    ieee80211ac: 0,
    ieee80211ax: 0,
    ieee80211be: 0,
    rsn_pairwise: 'CCMP',
  }
}
