import {
  type AddressRange,
  type AddressSet,
  addressSet,
  hasAddress,
  rangeCount,
  rangesOf,
} from '../../values/addressset.ts'
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

/** The addresses of countries, and those of networks with their names. */
export interface AddressData {
  rangesIn(country: string): readonly AddressRange[]
  rangesOf(asns: readonly number[]): readonly { asn: number; name: string; ranges: readonly AddressRange[] }[]
}

/** The networks of a configuration. `lists` has the content of lists by URI; other lists are left out. */
export function blockedNetworks(
  { DenyCountries, DenyASNs, Lists }: Pick<GeoBlockConfig, 'DenyCountries' | 'DenyASNs' | 'Lists'>,
  lists: ReadonlyMap<string, ListedNetworks>,
  atlas: AddressData,
): BlockedNetworks {
  const found = new Map(atlas.rangesOf(DenyASNs.map(({ ASN }) => ASN)).map((network) => [network.asn, network]))
  const sources = [
    ...DenyCountries.map(
      (code): NetworkSource => ({
        Type: 'country',
        Key: code,
        Name: countryName(code) ?? code,
        addresses: addressSet(atlas.rangesIn(code)),
        asns: 0,
      }),
    ),
    ...DenyASNs.map(
      ({ ASN, Name }): NetworkSource => ({
        Type: 'asn',
        Key: String(ASN),
        Name: Name || found.get(ASN)?.name || `AS${ASN}`,
        addresses: addressSet(found.get(ASN)?.ranges ?? []),
        asns: 1,
      }),
    ),
    ...Lists.flatMap(({ URI, Enabled, Note }): NetworkSource[] => {
      const list = Enabled ? lists.get(URI) : undefined
      if (!list) return []
      const listed = atlas.rangesOf(list.asns).flatMap(({ ranges }) => ranges)
      const addresses = addressSet([...listed, ...list.ranges])
      return [{ Type: 'list', Key: URI, Name: Note || URI, addresses, asns: list.asns.length }]
    }),
  ]
  return union(sources)
}

/** The networks without those of lists that are too large. */
export function usable(networks: BlockedNetworks): BlockedNetworks {
  const kept = networks.sources.filter((source) => source.Type !== 'list' || excess(source) === undefined)
  return kept.length === networks.sources.length ? networks : union(kept)
}

const union = (sources: readonly NetworkSource[]): BlockedNetworks => ({
  sources,
  all: addressSet(sources.flatMap(({ addresses }) => [...rangesOf(addresses)])),
})

/** The first source that an address, as a number, belongs to. */
export const sourceOf = ({ sources }: Pick<BlockedNetworks, 'sources'>, address: number): NetworkSource | undefined =>
  sources.find(({ addresses }) => hasAddress(addresses, address))

/** Why the networks of a list are not used; undefined if they are. */
export function excess({ addresses }: NetworkSource): string | undefined {
  let count = 0
  for (const { start, end } of rangesOf(addresses)) count += end - start + 1
  if (count > MOST_LISTED_ADDRESSES) return 'the list names more than a quarter of the internet'
  if (rangeCount(addresses) > MOST_RANGES) return `the list has more than ${MOST_RANGES} ranges of addresses`
  return undefined
}
