import type { DestinationTraffic, DeviceTraffic } from '../../../../router/model/traffic/flows/destinations.ts'
import { withoutDot } from '../../../../router/values/domain.ts'
import { byName } from '../../../parts/lists/natural.ts'
import { bytesOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import type { Amount } from './slice.ts'

const words = trafficTexts.destinations

/** How destinations are grouped. */
export const GROUPINGS = ['name', 'network', 'country'] as const
export type Grouping = (typeof GROUPINGS)[number]

/** The traffic of a device with one name, one network or one country. */
export interface DestinationGroup extends Amount {
  readonly key: string
  readonly name: string
  /** The network's number, or the address; empty where the name says it all. */
  readonly code: string
  readonly seenAt: Date
}

/** Destinations in groups, the most bytes first. `devices`: the names of devices at home, by address. */
export function destinationGroupsOf(
  destinations: readonly DestinationTraffic[],
  grouping: Grouping,
  devices: ReadonlyMap<string, string>,
  language = locale,
): DestinationGroup[] {
  const countries = new Intl.DisplayNames(language, { type: 'region' })
  const groups = new Map<string, DestinationGroup>()
  for (const destination of destinations) {
    const label = labelOf(destination, grouping, devices, countries)
    const { BytesIn, BytesOut } = destination
    const had = groups.get(label.key)
    const seen = new Date(destination.LastSeen)
    groups.set(label.key, {
      ...label,
      code: had && had.code !== label.code ? '' : label.code,
      down: (had?.down ?? 0) + BytesIn,
      up: (had?.up ?? 0) + BytesOut,
      seenAt: had && had.seenAt > seen ? had.seenAt : seen,
    })
  }
  return [...groups.values()].sort((a, b) => b.down + b.up - a.down - a.up || byName(a.name, b.name))
}

function labelOf(
  { IP, Domain, ASN, ASNName, Country }: DestinationTraffic,
  grouping: Grouping,
  devices: ReadonlyMap<string, string>,
  countries: Intl.DisplayNames,
): Pick<DestinationGroup, 'key' | 'name' | 'code'> {
  const device = devices.get(IP)
  if (grouping === 'name') {
    const name = device ?? withoutDot(Domain)
    return { key: name || IP, name: name || IP, code: name ? IP : '' }
  }
  if (device !== undefined) return { key: 'home', name: words.home, code: '' }
  if (grouping === 'network')
    return { key: `AS${ASN}`, name: ASNName || words.unknown.network, code: ASN === 0 ? '' : `AS${ASN}` }
  return { key: Country, name: (Country && countries.of(Country)) || words.unknown.country, code: Country }
}

/** The sums of a device within the period that its destinations are of, and when that began. */
export function sumsText({ Since, BytesIn, BytesOut }: DeviceTraffic): string {
  const since = new Date(Since).toLocaleTimeString(locale, { timeStyle: 'short' })
  return words.sums(since, bytesOf(BytesIn), bytesOf(BytesOut))
}
