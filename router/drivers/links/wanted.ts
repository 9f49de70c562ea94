import { disablesAddresses, isOfPlugin } from '../../compiler/ends.ts'
import { ARRIVED } from '../../compiler/firewall/rule.ts'
import { LAN_BRIDGE } from '../../compiler/links.ts'
import type { Frame, Member, Network, Uplink } from '../../compiler/network.ts'
import { PPPOE_MTU, PPPOE_OVERHEAD } from '../../model/internet/ppp/ppp.ts'
import { numberToIp } from '../../values/ip.ts'
import { parseSubnet } from '../../values/subnet.ts'
import { addressItem, byKey, keyOfLinkItem, type LinkItem, type LinkItems, type NetlinkItem } from './item.ts'
import { addressItems, exitItems, routingItems } from './routing.ts'
import {
  GENERAL_SETTINGS,
  householdSettings,
  type KernelSettings,
  linkSettings,
  settingItems,
  uplinkSettings,
} from './settings.ts'

/** Before all other rules of ours. */
const OWN = 990
const UNMARKED = 991
/** Matches only the router's own packets: the kernel can then skip it with the least work for all others. */
const REST = 992

/**
 * Closes the machine if the ruleset is missing. The chain `arrival` marks received packets. Packets without the mark, after the
 * ruleset was deleted, are not routed because of these rules, and not accepted by the router because of the input guard. Neither
 * is part of nftables. Packets of the router itself are not affected, and the loopback link is exempt from XFRM policies.
 */
export const guardItems: readonly NetlinkItem[] = [
  { kind: 'rule', rule: { priority: OWN, table: 0, own: true, action: { goto: REST } } },
  { kind: 'rule', rule: { priority: UNMARKED, table: 0, mark: { value: 0, mask: ARRIVED }, action: 'blackhole' } },
  { kind: 'rule', rule: { priority: REST, table: 0, own: true, action: 'nop' } },
  { kind: 'input guard', bits: ARRIVED },
]

export function frameItems(frame: Frame): LinkItems {
  const items = new Map<string, LinkItem>()
  const put = (...more: readonly LinkItem[]): void => {
    for (const item of more) items.set(keyOfLinkItem(item), item)
  }
  const use = (link: string, settings: KernelSettings): void => put({ kind: 'up', link }, ...settingItems(settings))
  /** Of two addresses in the same network the first has the connected route. */
  const give = (link: string, address: string): void =>
    put(...addressItems(addressItem(link, address)).filter((item) => !items.has(keyOfLinkItem(item))))
  put(
    { kind: 'bridge', link: LAN_BRIDGE },
    { kind: 'up', link: LAN_BRIDGE },
    ...settingItems(GENERAL_SETTINGS),
    ...guardItems,
  )
  for (const net of frame.nets) give(LAN_BRIDGE, `${numberToIp(net.base + 1)}/${net.prefix}`)
  for (const { link, parent, tag } of frame.vlans) {
    put({ kind: 'vlan', link, parent, tag })
    use(parent, linkSettings(parent))
  }
  for (const { carrier, parent, mtu } of frame.sessions) {
    use(carrier, linkSettings(carrier))
    if (mtu > PPPOE_MTU) for (const link of [parent, carrier]) put({ kind: 'mtu', link, mtu: mtu + PPPOE_OVERHEAD })
  }
  for (const link of frame.wired) use(link, householdSettings(link))
  for (const { link, mtu, role, addresses } of frame.tunnels) {
    use(link, role === 'server' ? householdSettings(link) : uplinkSettings(link))
    put({ kind: 'mtu', link, mtu })
    // Without the provider's network: its routes would be for all devices.
    for (const ip of addresses) give(link, `${ip}/32`)
  }
  for (const uplink of frame.uplinks.filter(isPresent)) {
    const { link, address, additional } = uplink
    use(link, uplinkSettings(link))
    put(...peerRoute(uplink))
    for (const one of [...(address ? [address] : []), ...additional]) give(link, one)
  }
  for (const { link, address } of frame.additional) give(link, address)
  for (const link of frame.down) put({ kind: 'down', link })
  for (const { link, mac } of frame.readdressed) put({ kind: 'mac', link, mac })
  put(...routingItems(frame), ...exitItems(frame))
  for (const { link, net, via } of frame.providerRoutes) put({ kind: 'behind', link, net, gateway: via })
  // The container engine creates the link of a plugin with its address, and the kernel adds its route.
  const behind = frame.customs.filter(
    (one) => !disablesAddresses(one) && !isOfPlugin(one) && !frame.down.includes(one.link),
  )
  for (const { link, net, via } of behind) put({ kind: 'behind', link, net, gateway: via || undefined })
  return items
}

export function memberItems({ place }: Member, frame: Frame): LinkItems {
  if (!place) return new Map()
  const { link, ip, routerIp, mac } = place
  const isShared = frame.wired.includes(link) || frame.tunnels.some((tunnel) => tunnel.link === link)
  const linkOfItsOwn: readonly LinkItem[] = isShared
    ? []
    : [{ kind: 'up', link }, ...settingItems(householdSettings(link))]
  const address = addressItems({ kind: 'address', link, ip: routerIp, prefix: 30 })
  const neighbour: readonly LinkItem[] = mac === '' ? [] : [{ kind: 'neighbour', link, ip, mac }]
  return byKey([...linkOfItsOwn, ...address, ...neighbour])
}

/** Whether the link of an uplink should exist. That of a PPP session does while it has an address; before that, it is pppd's. */
const isPresent = ({ ppp, address }: Uplink): boolean => !ppp || address !== undefined

/** The route to the other end of a PPP session, which the kernel adds with the address that pppd sets. */
function peerRoute({ link, ppp, address, router }: Uplink): LinkItem[] {
  const net = parseSubnet(`${router}/32`)
  return ppp && address && net ? [{ kind: 'connected', link, net, source: addressItem(link, address).ip }] : []
}

/** The links of this driver. On other links nothing is read, and so nothing removed. */
export function driverLinksOf({ frame, members }: Network): Set<string> {
  const links = new Set([
    LAN_BRIDGE,
    ...frame.wired,
    ...frame.uplinks.filter(isPresent).map(({ link }) => link),
    ...frame.sessions.map(({ carrier }) => carrier),
    ...frame.tunnels.map(({ link }) => link),
    ...frame.vlans.map(({ parent }) => parent),
  ])
  for (const { place } of members.values()) if (place) links.add(place.link)
  return links
}
