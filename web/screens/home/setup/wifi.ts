import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { browserCountry } from '../../wifi/radios/countries.ts'

/** The answers about wifi. */
export interface WifiAnswers {
  /** ISO 3166-1; empty until it is chosen. */
  readonly country: string
  readonly ssid: string
}

/** Whether devices of the home can join it: it is plugged in, and is not an uplink. */
export const isForHome = ({ State }: Pick<WifiRadio, 'State'>): boolean => State !== 'uplink' && State !== 'missing'

type Known = Pick<WifiRadio, 'Interface' | 'Country' | 'Ssid'>

/** What was answered before; otherwise the country of the browser's language, and no name: the one the router gives it says nothing. */
export function firstAnswers(all: readonly Known[], language: string): WifiAnswers {
  const named = all.find(({ Ssid, Interface }) => Ssid !== '' && Ssid !== `SPR_${Interface}`)
  const country = all.find(({ Country }) => Country !== '')?.Country
  return { country: country ?? browserCountry(language), ssid: named?.Ssid ?? '' }
}
