import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'

type Known = Pick<WifiRadio, 'State' | 'Ssid'>

/** Whether devices are meant to join it, now or as soon as it has started. */
const isWanted = ({ State, Ssid }: Known): boolean =>
  Ssid !== '' && State !== 'off' && State !== 'uplink' && State !== 'missing' && State !== 'no country'

/** The network that a new device joins: that of a radio that runs, otherwise of one that may still start; undefined for none. */
export function homeNetwork<R extends Known>(radios: readonly R[]): R | undefined {
  const wanted = radios.filter(isWanted)
  return wanted.find(({ State }) => State === 'running') ?? wanted[0]
}
