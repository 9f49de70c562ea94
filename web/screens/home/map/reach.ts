import { type Endpoint, netOf } from '../../../../router/model/firewall/config/configrule.ts'
import { portsOf } from '../../../../router/model/firewall/config/port.ts'
import { isDisabled } from '../../../../router/model/home/devices/device.ts'
import type { GroupSettings } from '../../../../router/model/home/groups/group.ts'
import { isIp } from '../../../../router/values/ip.ts'
import { containsIp } from '../../../../router/values/subnet.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { addressOfSite, isShared, isUser, type MapSite, siteId } from './sites.ts'

/** The settings of the home that decide which devices may connect to which. */
export interface Home {
  readonly entries: readonly ShownDevice[]
  readonly groups: readonly GroupSettings[]
  readonly endpoints: readonly Endpoint[]
  /** The links that are wifi. */
  readonly radios: ReadonlySet<string>
  /** Other homes that are connected by VPN. */
  readonly sites: readonly MapSite[]
}

/** The other end of a way that leads out of the home. */
export const INTERNET = 'internet'

/** What opens a way: the first that does, in the order in which people think of them. */
export interface WayReason {
  readonly by: 'group' | 'lan' | 'wan' | 'endpoint' | 'users' | 'shared'
  /** The name of the group, endpoint or site; empty for a policy. */
  readonly name: string
}

/** The protocol and port of a query to the router whether a connection is permitted now. */
export interface ReachProbe {
  readonly proto: 'tcp' | 'udp' | 'icmp'
  readonly port?: number
}

/** A permission to open connections from one device or site to another; a block may still override it. */
export interface Way {
  readonly from: string
  readonly to: string
  readonly reason: WayReason
  /** The addresses in a query to the router about it. */
  readonly source: string
  readonly target: string
  readonly probe: ReachProbe
}

export const keyOfWay = ({ from, to, reason }: Way): string => `${from} ${to} ${reason.name}`

/** It may open nothing, and nothing may be opened to it. */
const isShut = ({ device }: ShownDevice): boolean =>
  isDisabled(device) || device.Policies.includes('quarantine') || !isIp(device.RecentIP)

const PING: ReachProbe = { proto: 'icmp' }
const SURF: ReachProbe = { proto: 'tcp', port: 443 }

/** The way from one device to another; undefined when nothing leads there. */
export function wayBetween(from: ShownDevice, to: ShownDevice, { groups, endpoints }: Home): Way | undefined {
  if (from.identity === to.identity || isShut(from) || isShut(to)) return undefined
  const ends = { from: from.identity, to: to.identity, source: from.identity, target: to.identity }
  const shared = groups.find(
    ({ Name, Disabled }) => !Disabled && from.device.Groups.includes(Name) && to.device.Groups.includes(Name),
  )
  if (shared) return { ...ends, reason: { by: 'group', name: shared.Name }, probe: PING }
  if (from.device.Policies.includes('lan')) return { ...ends, reason: { by: 'lan', name: '' }, probe: PING }
  const endpoint = endpoints.find((each) => isFor(each, from) && leadsTo(each, to))
  return endpoint && { ...ends, ...through(endpoint) }
}

/** The ways from a device out of the home: all of the internet, or the places that endpoints name. */
export function waysOut(from: ShownDevice, { entries, endpoints }: Home): Way[] {
  if (isShut(from)) return []
  const ends = { from: from.identity, to: INTERNET, source: from.identity, target: INTERNET }
  if (from.device.Policies.includes('wan')) return [{ ...ends, reason: { by: 'wan', name: '' }, probe: SURF }]
  return endpoints
    .filter((each) => isFor(each, from) && !entries.some((entry) => leadsTo(each, entry)))
    .map((each) => ({ ...ends, target: each.Domain || (each.IP.split('/')[0] ?? ''), ...through(each) }))
}

/** The way from a device to another home; undefined when it is not chosen for that. */
export function wayToSite(from: ShownDevice, site: MapSite): Way | undefined {
  const target = addressOfSite(site)
  if (target === undefined || isShut(from) || !isUser(site, from)) return undefined
  const { identity } = from
  const reason = { by: 'users', name: site.Name } as const
  return { from: identity, to: siteId(site), source: identity, target, reason, probe: PING }
}

/** The way from another home to a device; undefined when the device is not shared. */
export function wayFromSite(site: MapSite, to: ShownDevice): Way | undefined {
  const source = addressOfSite(site)
  if (source === undefined || isShut(to) || !isShared(site, to)) return undefined
  const { identity } = to
  const reason = { by: 'shared', name: site.Name } as const
  return { from: siteId(site), to: identity, source, target: identity, reason, probe: PING }
}

/** Everything a device may reach: out of the home first. */
export const waysFrom = (from: ShownDevice, home: Home): Way[] => [
  ...waysOut(from, home),
  ...home.sites.flatMap((site) => wayToSite(from, site) ?? []),
  ...home.entries.flatMap((to) => wayBetween(from, to, home) ?? []),
]

/** The devices and other homes that may reach a device. */
export const waysTo = (to: ShownDevice, home: Home): Way[] => [
  ...home.sites.flatMap((site) => wayFromSite(site, to) ?? []),
  ...home.entries.flatMap((from) => wayBetween(from, to, home) ?? []),
]

const isFor = ({ Disabled, Tags }: Endpoint, { device }: ShownDevice): boolean =>
  !Disabled && Tags.some((tag) => device.DeviceTags.includes(tag))

const leadsTo = ({ IP }: Endpoint, { device: { RecentIP } }: ShownDevice): boolean =>
  IP !== '' && isIp(RecentIP) && containsIp(netOf(IP), RecentIP)

const through = ({ RuleName, Protocol, Port }: Endpoint): Pick<Way, 'reason' | 'probe'> => ({
  reason: { by: 'endpoint', name: RuleName },
  probe: { proto: Protocol, port: portsOf(Port).first },
})
