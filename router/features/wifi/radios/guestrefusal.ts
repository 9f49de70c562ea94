import { type Iw, phyOf } from '../../../machine/iw.ts'
import { is6GHzClass } from '../../../model/wifi/radios/channel.ts'
import type { Radio } from '../../../model/wifi/radios/radio.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { parseRadios, type RadioCapabilities } from '../../../wire/iw.ts'

/** Why a radio cannot run a guest network in addition to its own networks; undefined if it can, or if that is unknown. */
export async function guestRefusal(
  iw: Iw,
  { Name, Settings }: Pick<Radio, 'Name' | 'Settings'>,
): Promise<Phrase | undefined> {
  const phy = await phyOf(iw, Name)
  const able = parseRadios(await iw('list')).find(({ wiphy }) => wiphy === phy)
  // Its own are for WPA3 and, except in the 6 GHz band, for WPA2.
  const needed = is6GHzClass(Settings.op_class ?? 0) ? 2 : 3
  if (!able || networksAtOnce(able) >= needed) return undefined
  const most = networksAtOnce(able)
  return most === 1 ? phrase('wifi.radioRunsOneNetwork', needed) : phrase('wifi.radioRunsFewNetworks', most, needed)
}

/**
 * How many networks a radio can run at the same time: of its combinations of links, such as
 * `#{ managed } <= 1, #{ AP, mesh point } <= 8, total <= 8, #channels <= 1`, the one with most access points.
 */
function networksAtOnce({
  valid_interface_combinations,
}: Pick<RadioCapabilities, 'valid_interface_combinations'>): number {
  // A radio that lists none can have one link.
  return Math.max(1, ...valid_interface_combinations.map(accessPointsIn))
}

function accessPointsIn(combination: string): number {
  const groups = [...combination.matchAll(/#\{ ([^}]*) \} <= (\d+)/g)]
  const own = groups.find(([, modes = '']) => modes.split(', ').includes('AP'))
  const [, total = Number.POSITIVE_INFINITY] = /\btotal <= (\d+)/.exec(combination) ?? []
  return Math.min(Number(own?.[2] ?? 0), Number(total))
}
