import { addressesOf } from '../../compiler/ends.ts'
import { MARK } from '../../compiler/firewall/rule.ts'
import type { Frame } from '../../compiler/network.ts'
import {
  KERNEL_ORIGIN,
  LOCAL_TABLE,
  MAIN_TABLE,
  ROUTE_ORIGIN,
  ROUTE_TYPE,
  type Route,
  type RoutingRule,
} from '../../machine/machine.ts'
import { numberToIp } from '../../values/ip.ts'
import { overlap, parseSubnet, type Subnet } from '../../values/subnet.ts'
import type { AddressItem, NetlinkItem } from './item.ts'

/** Ours are these priorities of rules, and these routing tables; nobody else's rules and tables are touched. */
const FIRST_OF_OURS = 990
const FIRST_RULE = 1000
const LAST_RULE = 1099
const FIRST_TABLE = 100
const LAST_TABLE = 199
const BY_SOURCE = 50

export const isOurRule = (priority: number): boolean => priority >= FIRST_OF_OURS && priority <= LAST_RULE
export const isOurTable = (table: number): boolean => table > FIRST_TABLE && table <= LAST_TABLE

/** Before those of uplinks that lead nowhere, which are kept for their probes. */
const WELL_METRIC = 99
const UNWELL_METRIC = 999

/**
 * The ways out. In the main table every uplink has a default route, those that are well first: what the router itself
 * sends goes by them, and what is bound to a link finds the route of that link. Where there are several, each has a
 * table of its own besides, for the connections that bear its mark (`compiler/firewall/arrival.ts`), and for whatever is sent
 * from its address: another provider would not let that pass (RFC 2827). Before those tables comes what the main table
 * knows better than a default route: the home, and the providers' own networks.
 */
export function routingItems({ uplinks }: Frame): NetlinkItem[] {
  const items: NetlinkItem[] = []
  const several = uplinks.length > 1
  const add = (rule: RoutingRule): void => void items.push({ kind: 'rule', rule })
  if (several) add({ priority: FIRST_RULE, table: MAIN_TABLE, exceptDefault: true })
  for (const { link, address, additional, router, mark, well } of uplinks) {
    if (!address || !router) continue
    const [source = '', ...more] = addressesOf({ address, additional })
    const way = { kind: 'route', gateway: router, link, source } as const
    items.push({ ...way, table: MAIN_TABLE, metric: (several && !well ? UNWELL_METRIC : WELL_METRIC) + mark })
    if (!several || mark >= BY_SOURCE) continue
    const table = FIRST_TABLE + mark
    items.push({ ...way, table, metric: 0 })
    add({ priority: FIRST_RULE + mark, table, mark: { value: mark, mask: MARK.uplink } })
    for (const one of [source, ...more]) add({ priority: FIRST_RULE + BY_SOURCE + mark, table, source: one })
  }
  return items
}

/** The items of an address: itself, and the routes that the kernel makes with it, which another program may delete. */
export function addressItems(item: AddressItem): NetlinkItem[] {
  const { link, ip, prefix } = item
  const net = parseSubnet(`${ip}/${prefix}`)
  if (!net) return [item]
  const connected: readonly NetlinkItem[] = prefix < 32 ? [{ kind: 'connected', link, net, source: ip }] : []
  return [item, ...connected, { kind: 'local', link, ip }]
}

/**
 * A route as an item, or undefined if it is nobody's business here: ours are those over our links, those into the home's
 * networks, which they would take packets from, and all of our own tables. One that no setting calls for is a stray; so is
 * a default route without a source, which ours have.
 */
export function routeItem(route: Route, links: ReadonlySet<string>, nets: readonly Subnet[]): NetlinkItem | undefined {
  const { table, type, net, link, gateway, source, metric, origin } = route
  const isOurs = link !== undefined && links.has(link)
  if (table === LOCAL_TABLE)
    return isOurs && type === ROUTE_TYPE.local ? { kind: 'local', link, ip: numberToIp(net.base) } : undefined
  const stray = { kind: 'stray', route } as const
  const way =
    net.prefix === 0 && link && gateway && source && type === ROUTE_TYPE.unicast
      ? ({ kind: 'route', table, gateway, link, source } as const)
      : undefined
  if (isOurTable(table)) return way ? { ...way, metric: 0 } : stray
  if (table !== MAIN_TABLE) return undefined
  if (origin === ROUTE_ORIGIN && link) return { kind: 'behind', link, net, gateway }
  if (isOurs && way) return { ...way, metric }
  if (isOurs && origin === KERNEL_ORIGIN && !gateway && source) return { kind: 'connected', link, net, source }
  const isInside = nets.some((home) => home.prefix <= net.prefix && overlap(home, net))
  return isOurs || isInside ? stray : undefined
}
