import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import {
  type AddressRange,
  type AddressSet,
  addressSet,
  hasAddress,
  rangeCount,
  rangesOf,
  unionOfAll,
} from '../../../values/addressset.ts'
import { countryName, type GeoBlockConfig } from './config.ts'
import type { ListedNetworks } from './list.ts'

/** A country, network or list, with its addresses. */
export interface NetworkSource {
  readonly Type: 'country' | 'asn' | 'list'
  /** Two letters, a number, or a URI. */
  readonly Key: string
  /** For the owner. */
  readonly Name: string
  readonly addresses: AddressSet
  /** The number of networks of a list. */
  readonly asns: number
}

/** The networks of the geo block. */
export interface BlockedNetworks {
  readonly sources: readonly NetworkSource[]
  /** The addresses of all sources. */
  readonly all: AddressSet
}

/** The key of the only row of the table `blockedNetworks`. */
export const BLOCKED_NETWORKS = 'all'

/**
 * All countries together have 142,000 ranges, which become fewer when neighbours are merged. The kernel takes half a second for so
 * many, and they are compared once a minute.
 */
export const MOST_RANGES = 65_536
/** A list with more addresses than a quarter of the internet is not one of attackers. */
const MOST_LISTED_ADDRESSES = 2 ** 30

/** Resolves in the next turn of the event loop. */
export type NextTurn = () => Promise<unknown>

/** The addresses of countries, and those of networks with their names. */
export interface AddressData {
  rangesIn(country: string): readonly AddressRange[]
  rangesOf(asns: readonly number[]): readonly { asn: number; name: string; ranges: readonly AddressRange[] }[]
}

/**
 * The networks of a configuration. `lists` has the content of lists by URI; other lists are left out. `pause` is called after
 * each source: all countries in one turn of the event loop would delay packets of DHCP and answers of the API by half a second.
 */
export async function blockedNetworks(
  { DenyCountries, DenyASNs, Lists }: Pick<GeoBlockConfig, 'DenyCountries' | 'DenyASNs' | 'Lists'>,
  lists: ReadonlyMap<string, ListedNetworks>,
  atlas: AddressData,
  pause: NextTurn,
): Promise<BlockedNetworks> {
  const sources: NetworkSource[] = []
  const add = async (source: NetworkSource): Promise<void> => {
    sources.push(source)
    await pause()
  }
  for (const code of DenyCountries) {
    const addresses = addressSet(atlas.rangesIn(code))
    await add({ Type: 'country', Key: code, Name: countryName(code) ?? code, addresses, asns: 0 })
  }
  const found = new Map(atlas.rangesOf(DenyASNs.map(({ ASN }) => ASN)).map((network) => [network.asn, network]))
  for (const { ASN, Name } of DenyASNs) {
    const { name = `AS${ASN}`, ranges = [] } = found.get(ASN) ?? {}
    await add({
      Type: 'asn',
      Key: String(ASN),
      Name: Name || name || `AS${ASN}`,
      addresses: addressSet(ranges),
      asns: 1,
    })
  }
  for (const { URI, Enabled, Note } of Lists) {
    const list = Enabled ? lists.get(URI) : undefined
    if (!list) continue
    const listed = atlas.rangesOf(list.asns).flatMap(({ ranges }) => ranges)
    const addresses = addressSet([...listed, ...list.ranges])
    await add({ Type: 'list', Key: URI, Name: Note || URI, addresses, asns: list.asns.length })
  }
  return await union(sources, pause)
}

/** The networks without those of lists that are too large. */
export async function usable(networks: BlockedNetworks, pause: NextTurn): Promise<BlockedNetworks> {
  const kept = networks.sources.filter((source) => source.Type !== 'list' || excess(source) === undefined)
  return kept.length === networks.sources.length ? networks : await union(kept, pause)
}

const union = async (sources: readonly NetworkSource[], pause: NextTurn): Promise<BlockedNetworks> => ({
  sources,
  all: await unionOfAll(
    sources.map(({ addresses }) => addresses),
    pause,
  ),
})

/** The first source that an address, as a number, belongs to. */
export const sourceOf = ({ sources }: Pick<BlockedNetworks, 'sources'>, address: number): NetworkSource | undefined =>
  sources.find(({ addresses }) => hasAddress(addresses, address))

/** Why the networks of a list are not used; undefined if they are. */
export function excess({ addresses }: NetworkSource): Phrase | undefined {
  let count = 0
  for (const { start, end } of rangesOf(addresses)) count += end - start + 1
  if (count > MOST_LISTED_ADDRESSES) return phrase('firewall.geoListTooWide')
  if (rangeCount(addresses) > MOST_RANGES) return phrase('firewall.geoListTooLong', MOST_RANGES)
  return undefined
}
