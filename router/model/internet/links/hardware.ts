import { z } from 'zod'
import { formatMac } from '../../../values/mac.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import type { InterfaceConfig } from './interface.ts'

/** The made-up hardware addresses of links that are to have one, by the link's name: each keeps its own. */
export const RandomMacs = z.record(z.string(), UnicastMac)
export type RandomMacs = z.infer<typeof RandomMacs>

/** With an address for each of these links that is to have one, and none for others. `random` gives six random bytes. */
export function withRandomMacs(
  had: RandomMacs,
  links: Iterable<Pick<InterfaceConfig, 'Name' | 'MACRandomize'>>,
  random: () => Uint8Array,
): RandomMacs {
  const names = [...links].filter(({ MACRandomize }) => MACRandomize).map(({ Name }) => Name)
  if (names.length === Object.keys(had).length && names.every((name) => Object.hasOwn(had, name))) return had
  return Object.fromEntries(names.map((name) => [name, had[name] ?? localMac(random())]))
}

/** An address of one link that no maker has given out: IEEE 802-2014, 8.4. */
export const localMac = ([first = 0, ...rest]: Uint8Array): UnicastMac =>
  formatMac(Uint8Array.of((first & 0xfc) | 2, ...rest))

/** The address that a link is to have instead of its true one; undefined for the true one. */
export const chosenMac = (link: InterfaceConfig, randomMacs: RandomMacs): UnicastMac | undefined =>
  link.MACOverride?.toLowerCase() || (link.MACRandomize ? randomMacs[link.Name] : undefined)
