import { isDisabled } from '../../compiler/ends.ts'
import { LAN_BRIDGE } from '../../compiler/links.ts'
import type { Frame, Member, Network } from '../../compiler/network.ts'
import { numberToIp } from '../../values/ip.ts'
import { guardItems } from './guard.ts'
import { addressItem, byKey, keyOf, type LinkItem, type LinkItems } from './item.ts'
import { addressItems, routingItems } from './routing.ts'
import {
  GENERAL_SETTINGS,
  householdSettings,
  linkSettings,
  type Settings,
  settingItems,
  uplinkSettings,
} from './settings.ts'

export function frameItems(frame: Frame): LinkItems {
  const items = new Map<string, LinkItem>()
  const put = (...more: readonly LinkItem[]): void => {
    for (const item of more) items.set(keyOf(item), item)
  }
  const use = (link: string, settings: Settings): void => put({ kind: 'up', link }, ...settingItems(settings))
  /** Of two addresses in the same network the first has the connected route. */
  const give = (link: string, address: string): void =>
    put(...addressItems(addressItem(link, address)).filter((item) => !items.has(keyOf(item))))
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
  for (const link of frame.wired) use(link, householdSettings(link))
  for (const { link, address, additional } of frame.uplinks) {
    use(link, uplinkSettings(link))
    for (const one of [...(address ? [address] : []), ...additional]) give(link, one)
  }
  for (const { link, address } of frame.additional) give(link, address)
  for (const link of frame.down) put({ kind: 'down', link })
  for (const { link, mac } of frame.readdressed) put({ kind: 'mac', link, mac })
  put(...routingItems(frame))
  for (const { link, net, via } of frame.providerRoutes) put({ kind: 'behind', link, net, gateway: via })
  for (const { link, net, via } of frame.customs.filter((one) => !isDisabled(one) && !frame.down.includes(one.link)))
    put({ kind: 'behind', link, net, gateway: via || undefined })
  return items
}

export function memberItems({ place }: Member, frame: Frame): LinkItems {
  if (!place) return new Map()
  const { link, ip, routerIp, mac } = place
  const linkOfItsOwn: readonly LinkItem[] = frame.wired.includes(link)
    ? []
    : [{ kind: 'up', link }, ...settingItems(householdSettings(link))]
  const address = addressItems({ kind: 'address', link, ip: routerIp, prefix: 30 })
  return byKey([...linkOfItsOwn, ...address, { kind: 'neighbour', link, ip, mac }])
}

/** The links of this driver. On other links nothing is read, and so nothing removed. */
export function linksOf({ frame, members }: Network): Set<string> {
  const links = new Set([
    LAN_BRIDGE,
    ...frame.wired,
    ...frame.uplinks.map(({ link }) => link),
    ...frame.vlans.map(({ parent }) => parent),
  ])
  for (const { place } of members.values()) if (place) links.add(place.link)
  return links
}
