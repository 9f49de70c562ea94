import { MAIN_TABLE, type Route, type RoutingRule } from '../../machine/routing.ts'
import type { Ip } from '../../values/ip.ts'
import type { Mac } from '../../values/mac.ts'
import { formatSubnet, type Subnet } from '../../values/subnet.ts'
import type { Items, Step } from '../driver.ts'

/** The items of the driver: objects that are changed over netlink, and settings. */
export type LinkItem = NetlinkItem | SettingItem
export type LinkItems = Items<LinkItem>
export type LinkStep<I extends LinkItem = LinkItem> = Step<I>

/** A kernel setting by its dotted name. */
export interface SettingItem {
  readonly kind: 'sysctl'
  readonly name: string
  readonly value: string
}

export type NetlinkItem =
  | { readonly kind: 'bridge' | 'up' | 'down'; readonly link: string }
  | { readonly kind: 'vlan'; readonly link: string; readonly parent: string; readonly tag: number }
  /** The largest packet in bytes, where it is not that of Ethernet. */
  | { readonly kind: 'mtu'; readonly link: string; readonly mtu: number }
  | { readonly kind: 'mac'; readonly link: string; readonly mac: Mac }
  | AddressItem
  /** The route to the network of an address, which the kernel adds with the address. */
  | { readonly kind: 'connected'; readonly link: string; readonly net: Subnet; readonly source: Ip }
  /** The route that delivers packets for an address to this machine, which the kernel adds with the address. */
  | { readonly kind: 'local'; readonly link: string; readonly ip: Ip }
  /** A route of another program. */
  | { readonly kind: 'stray'; readonly route: Route }
  | { readonly kind: 'neighbour'; readonly link: string; readonly ip: Ip; readonly mac: Mac }
  | RouteItem
  /** The default route of an exit's table: through a tunnel, without a gateway. */
  | { readonly kind: 'exit'; readonly table: number; readonly link: string }
  /** A route to a network behind a link of another program; without a gateway, the network is on the link itself. */
  | { readonly kind: 'behind'; readonly link: string; readonly net: Subnet; readonly gateway: Ip | undefined }
  | { readonly kind: 'rule'; readonly rule: RoutingRule }
  /** See `guardItems` in `wanted.ts`. */
  | { readonly kind: 'input guard'; readonly bits: number }

export interface AddressItem {
  readonly kind: 'address'
  readonly link: string
  readonly ip: Ip
  readonly prefix: number
}

/**
 * A default route. It includes the source address: when a link's address changes, the kernel deletes its routes, so the route has to
 * change too. The main table has one for each metric, any other table one of metric 0.
 */
export interface RouteItem {
  readonly kind: 'route'
  readonly table: number
  readonly metric: number
  readonly gateway: Ip
  readonly link: string
  readonly source: Ip
}

/** Items by key. Of several with the same key the last is used. */
export const byKey = <I extends LinkItem>(items: readonly I[]): Items<I> =>
  new Map(items.map((item) => [keyOfLinkItem(item), item]))

/** The key of an item: its fields except those that can be changed in place. Drift shows it. */
export function keyOfLinkItem(item: LinkItem): string {
  switch (item.kind) {
    case 'bridge':
    case 'up':
    case 'down':
    case 'mac':
    case 'mtu':
      return `${item.kind} ${item.link}`
    case 'vlan':
      return `vlan ${item.link} ${item.parent} ${item.tag}`
    case 'address':
      return `address ${item.link} ${item.ip}/${item.prefix}`
    case 'connected':
      return `connected ${item.link} ${formatSubnet(item.net)}`
    case 'local':
    case 'neighbour':
      return `${item.kind} ${item.link} ${item.ip}`
    case 'stray':
      return `stray ${routeText(item.route)}`
    case 'route':
      return `route default ${item.table === MAIN_TABLE ? `metric ${item.metric}` : `table ${item.table}`}`
    case 'exit':
      return `exit table ${item.table}`
    case 'behind':
      return `behind ${item.link} ${formatSubnet(item.net)} ${item.gateway ?? 'itself'}`
    case 'rule':
      return `rule ${ruleText(item.rule)}`
    case 'input guard':
      return `input guard ${item.bits}`
    case 'sysctl':
      return `sysctl ${item.name}`
  }
}

const routeText = ({ table, type, net, link, gateway, metric, origin }: Route): string =>
  [link ?? 'nowhere', table, type, formatSubnet(net), gateway ?? 'itself', metric, origin].join(' ')

/** Priority, table, mark and mask, source, `narrow` if the default route is ignored; then `own` and the action, if any. */
const ruleText = ({ priority, table, mark, source, exceptDefault, own, action }: RoutingRule): string =>
  [
    priority,
    table,
    mark ? `${mark.value}/${mark.mask}` : 'any',
    source ?? 'all',
    exceptDefault ? 'narrow' : 'whole',
    ...(own ? ['own'] : []),
    ...(action === undefined ? [] : typeof action === 'string' ? [action] : ['goto', action.goto]),
  ].join(' ')

/** `192.168.2.1/24` on a link. The address is checked only when it is set. */
export function addressItem(link: string, address: string): AddressItem {
  const [ip = '', prefix = ''] = address.split('/')
  return { kind: 'address', link, ip, prefix: Number(prefix) }
}
