import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { countOf } from '../../../parts/values/amount.ts'
import { wifiTexts as texts } from '../../../texts/wifi/wifi.ts'

/** Whether a radio should run and does not, or runs with other settings. */
export const isTrouble = ({ State }: Pick<WifiRadio, 'State'>): boolean =>
  State === 'failed' || State === 'missing' || State === 'failsafe'

/** Whether devices can be connected to it now. */
export const isOnAir = ({ State }: Pick<WifiRadio, 'State'>): boolean => State === 'running' || State === 'failsafe'

/** Whether no network has been set up on it. */
export const isUnused = ({ State, Ssid }: Pick<WifiRadio, 'State' | 'Ssid'>): boolean => State === 'off' && Ssid === ''

/** Its network, or its interface where it has none. */
export const nameOfRadio = ({ Ssid, Interface }: Pick<WifiRadio, 'Ssid' | 'Interface'>): string => Ssid || Interface

/** `2.4 GHz`, with the decimal separator of the language. */
export const bandText = (band: string): string => band.replace(/^[\d.]+/, (ghz) => countOf(Number(ghz)))

/** `5 GHz · channel 36 · 80 MHz`, as far as known. */
export const channelText = ({ Band, Channel, Width }: { Band: string; Channel: number; Width: number }): string =>
  [
    bandText(Band),
    Band && (Channel ? texts.radios.channel(Channel) : texts.radios.automatic),
    Width > 0 ? texts.radios.width(Width) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')

type Known = Pick<WifiRadio, 'State' | 'Ssid'>

/** Whether devices are meant to join it, now or as soon as it has started. */
const isWanted = ({ State, Ssid }: Known): boolean =>
  Ssid !== '' && State !== 'off' && State !== 'uplink' && State !== 'missing' && State !== 'no country'

/** The network that a new device joins: that of a radio that runs, otherwise of one that may still start; undefined for none. */
export function homeNetwork<R extends Known>(radios: readonly R[]): R | undefined {
  const wanted = radios.filter(isWanted)
  return wanted.find(({ State }) => State === 'running') ?? wanted[0]
}
