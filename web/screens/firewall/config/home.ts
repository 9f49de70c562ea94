import { netOf } from '../../../../router/model/firewall/config/configrule.ts'
import type { Device } from '../../../../router/model/home/devices/device.ts'
import { containsIp, overlap, parseSubnet, type Subnet } from '../../../../router/values/subnet.ts'
import { shownName } from '../../../parts/values/name.ts'

/** What of the home rules speak of. */
export interface HomeView {
  readonly devices: readonly Pick<Device, 'Name' | 'RecentIP' | 'DeviceTags'>[]
  /** The networks that devices have their addresses from. */
  readonly nets: readonly Subnet[]
  /** Links that are there now; undefined while that is not known. */
  readonly links: readonly string[] | undefined
  /** Networks behind other links that a rule leads to. */
  readonly behind: readonly Subnet[]
}

export const homeOf = (
  devices: HomeView['devices'],
  tinyNets: readonly string[],
  links: readonly string[] | undefined,
  behind: readonly string[],
): HomeView => ({
  devices,
  nets: tinyNets.flatMap((text) => parseSubnet(text) ?? []),
  links,
  behind: behind.map(netOf),
})

/** The device that has an address, by its name; undefined when there is none, or it has no name. */
export const nameAt = (ip: string, { devices }: HomeView): string | undefined =>
  shownName(devices.find(({ RecentIP }) => RecentIP === ip)?.Name ?? '') || undefined

/** What devices are called that have one of these tags. */
export const namesWith = (tags: readonly string[], { devices }: HomeView): string[] =>
  devices
    .filter(({ DeviceTags }) => DeviceTags.some((tag) => tags.includes(tag)))
    .map(({ Name }) => shownName(Name))
    .filter((name) => name !== '')

/** True when a network is of the home alone, and no device has an address in it. */
export function isVacant(text: string, { devices, nets }: HomeView): boolean {
  const net = netOf(text)
  const isAtHome = nets.some((home) => overlap(home, net) && home.prefix <= net.prefix)
  const isRouter = isAtHome && net.prefix === 32 && net.base % 4 === 1
  return isAtHome && !isRouter && !devices.some(({ RecentIP }) => RecentIP !== '' && containsIp(net, RecentIP))
}
