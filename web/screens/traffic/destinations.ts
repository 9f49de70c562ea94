import type { Destination } from '../../../router/features/traffic/destinations.ts'
import { byName } from '../../parts/natural.ts'
import { trafficTexts } from '../../texts/traffic.ts'
import type { Amount } from './slice.ts'

const words = trafficTexts.destinations

/** By which name it was asked for, in which network it is, or in which country. */
export type Way = 'name' | 'network' | 'country'

/** All that a device exchanged with one name, one network or one country. */
export interface Party extends Amount {
  readonly key: string
  readonly name: string
  /** The network's number, or the address; empty where the name says it all. */
  readonly code: string
  readonly seenAt: Date
}

/** What belongs together, the most bytes first. `devices` are the names of those at home, by address. */
export function partiesOf(
  destinations: readonly Destination[],
  way: Way,
  devices: ReadonlyMap<string, string>,
  language?: string,
): Party[] {
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const parties = new Map<string, Party>()
  for (const destination of destinations) {
    const label = labelOf(destination, way, devices, countries)
    const { BytesIn, BytesOut } = destination
    const had = parties.get(label.key)
    const seen = new Date(destination.LastSeen)
    parties.set(label.key, {
      ...label,
      code: had && had.code !== label.code ? '' : label.code,
      down: (had?.down ?? 0) + BytesIn,
      up: (had?.up ?? 0) + BytesOut,
      seenAt: had && had.seenAt > seen ? had.seenAt : seen,
    })
  }
  return [...parties.values()].sort((a, b) => b.down + b.up - a.down - a.up || byName(a.name, b.name))
}

function labelOf(
  { IP, Domain, ASN, ASNName, Country }: Destination,
  way: Way,
  devices: ReadonlyMap<string, string>,
  countries: Intl.DisplayNames,
): Pick<Party, 'key' | 'name' | 'code'> {
  const device = devices.get(IP)
  if (way === 'name') {
    const name = device ?? Domain.replace(/\.$/, '')
    return { key: name || IP, name: name || IP, code: name ? IP : '' }
  }
  if (device !== undefined) return { key: 'home', name: words.home, code: '' }
  if (way === 'network')
    return { key: `AS${ASN}`, name: ASNName || words.unknown.network, code: ASN === 0 ? '' : `AS${ASN}` }
  return { key: Country, name: (Country && countries.of(Country)) || words.unknown.country, code: Country }
}
