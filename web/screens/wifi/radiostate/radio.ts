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
