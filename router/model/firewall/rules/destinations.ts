import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { type AddressSet, addressSet, prepareText, rangeCount, unionOfAll } from '../../../values/addressset.ts'
import { sizeOf } from '../../../values/subnet.ts'
import { netOf } from '../config/configrule.ts'
import type { AddressData, NextTurn } from '../geoblock/networks.ts'
import type { Destination } from './pfwrule.ts'

/** Ranges of addresses of all rules together. The kernel takes half a second for so many, and they are compared once a minute. */
export const MOST_DESTINATION_RANGES = 65_536

/** Whether the destinations of a rule include domains. */
export const listsDomains = ({ Place, Domains }: Destination): boolean => Place === 'listed' && Domains.length > 0

/** Identifies what the addresses of countries and networks are compiled from; undefined for a rule that lists neither. */
export const networksKey = ({ Place, Networks, Countries, ASNs }: Destination): string | undefined =>
  Place === 'listed' && Countries.length + ASNs.length > 0 ? JSON.stringify([Networks, Countries, ASNs]) : undefined

/**
 * The addresses of the countries and networks of a rule, those that it lists by address included. `pause` is called after each
 * country.
 */
export async function networksIn(
  { Networks, Countries, ASNs }: Destination,
  data: AddressData,
  pause: NextTurn,
): Promise<AddressSet> {
  const listed = Networks.map(netOf).map((net) => ({ start: net.base, end: net.base + sizeOf(net) - 1 }))
  const sets = [addressSet([...listed, ...data.rangesOf(ASNs).flatMap(({ ranges }) => ranges)])]
  for (const code of Countries) {
    await pause()
    sets.push(addressSet(data.rangesIn(code)))
  }
  const all = await unionOfAll(sets, pause)
  if (rangeCount(all) <= MOST_DESTINATION_RANGES) await prepareText(all, pause)
  return all
}

/** Why there is no room for the addresses of a rule; undefined if there is. `others` are the sets of other rules. */
export function excessOf(addresses: AddressSet, others: readonly AddressSet[]): Phrase | undefined {
  const count = [addresses, ...others].reduce((sum, set) => sum + rangeCount(set), 0)
  return count > MOST_DESTINATION_RANGES
    ? phrase('firewall.tooManyRuleRanges', count, MOST_DESTINATION_RANGES)
    : undefined
}
