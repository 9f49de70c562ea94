import type { RadioSettings } from '../../features/radios/radio.ts'

/** In every country, without radar. A radio of the 6 GHz band has the 5 GHz band as well. */
const CHANNELS: Readonly<Record<RadioSettings['hw_mode'], number>> = { a: 36, b: 1, g: 1 }

/** What nearly every radio can do, with the network's own name: it runs while the settings of the owner do not work. */
export const failsafeSettings = ({ ssid, country_code, hw_mode }: RadioSettings): RadioSettings => ({
  ssid,
  country_code,
  hw_mode: hw_mode === 'a' ? 'a' : 'g',
  channel: CHANNELS[hw_mode],
  ieee80211n: 1,
  ieee80211ac: 0,
  ieee80211ax: 0,
  ieee80211be: 0,
  rsn_pairwise: 'CCMP',
})

/** After so many failures the failsafe configuration has its turn; if that fails too, both are tried in turn. */
const ATTEMPTS = 3

export const isFailsafeTurn = (failures: number): boolean => failures >= ATTEMPTS && (failures - ATTEMPTS) % 2 === 0
