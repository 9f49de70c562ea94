import { isDisabled } from '../../compiler/ends.ts'
import { LOOP } from '../../compiler/links.ts'
import type { Frame, Member, Network } from '../../compiler/network.ts'
import { numberToIp } from '../../values/ip.ts'
import { formatSubnet } from '../../values/subnet.ts'
import type { Items } from '../driver.ts'
import { guardItems } from './guard.ts'
import { addressItems, routingItems } from './routing.ts'
import { GENERAL_SETTINGS, householdSettings, linkSettings, type Settings, uplinkSettings } from './settings.ts'

export function frameItems(frame: Frame): Items {
  const items = new Map([[`bridge ${LOOP}`, ''], [`up ${LOOP}`, ''], ...settingItems(GENERAL_SETTINGS), ...guardItems])
  const use = (link: string, settings: Settings): void => {
    for (const [key, value] of [[`up ${link}`, ''] as const, ...settingItems(settings)]) items.set(key, value)
  }
  const give = (link: string, address: string): void => {
    for (const [key, value] of addressItems(link, address)) if (!items.has(key)) items.set(key, value)
  }
  for (const net of frame.nets) give(LOOP, `${numberToIp(net.base + 1)}/${net.prefix}`)
  for (const { link, parent, tag } of frame.vlans) {
    items.set(`vlan ${link} ${parent} ${tag}`, '')
    use(parent, linkSettings(parent))
  }
  for (const link of frame.wired) use(link, householdSettings(link))
  for (const { link, address, additional } of frame.uplinks) {
    use(link, uplinkSettings(link))
    for (const one of [...(address ? [address] : []), ...additional]) give(link, one)
  }
  for (const { link, address } of frame.additional) give(link, address)
  for (const link of frame.down) items.set(`down ${link}`, '')
  for (const { link, mac } of frame.readdressed) items.set(`mac ${link}`, mac)
  for (const [key, value] of routingItems(frame)) items.set(key, value)
  for (const { link, net, via } of frame.providerRoutes)
    items.set(`behind ${link} ${formatSubnet(net)} ${via ?? 'itself'}`, '')
  for (const { link, net, via } of frame.customs.filter((one) => !isDisabled(one) && !frame.down.includes(one.link)))
    items.set(`behind ${link} ${formatSubnet(net)} ${via || 'itself'}`, '')
  return items
}

export function memberItems({ place }: Member, frame: Frame): Items {
  if (!place) return new Map()
  const linkOfItsOwn = frame.wired.includes(place.link)
    ? []
    : [[`up ${place.link}`, ''] as const, ...settingItems(householdSettings(place.link))]
  return new Map([
    ...linkOfItsOwn,
    ...addressItems(place.link, `${place.routerIp}/30`),
    [`neighbour ${place.link} ${place.ip}`, place.mac],
  ])
}

const settingItems = (settings: Settings) => settings.map(([name, value]) => [`sysctl ${name}`, value] as const)

/** Where this driver is at home: nothing is read, and so nothing removed, on any other link. */
export function linksOf({ frame, members }: Network): Set<string> {
  const links = new Set([
    LOOP,
    ...frame.wired,
    ...frame.uplinks.map(({ link }) => link),
    ...frame.vlans.map(({ parent }) => parent),
  ])
  for (const { place } of members.values()) if (place) links.add(place.link)
  return links
}
