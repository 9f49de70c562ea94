import { isDeepStrictEqual } from 'node:util'
import { addressesOf } from '../../compiler/ends.ts'
import { EXIT, exitMark, MARK } from '../../compiler/firewall/rule.ts'
import type { Frame } from '../../compiler/network.ts'
import {
  KERNEL_ORIGIN,
  LOCAL_TABLE,
  MAIN_TABLE,
  ROUTE_ORIGIN,
  ROUTE_TYPE,
  type Route,
  type RoutingRule,
} from '../../machine/routing.ts'
import { numberToIp } from '../../values/ip.ts'
import { overlap, parseSubnet, type Subnet } from '../../values/subnet.ts'
import type { AddressItem, NetlinkItem } from './item.ts'

/** The rule priorities and routing tables of the router. Others are not changed. */
const FIRST_OF_OURS = 941
/** Before the guard's own rules, and before the main table, whose routes to providers' networks do not apply. */
const EXIT_RULE = 940
const FIRST_RULE = 1000
const LAST_RULE = 1099
const FIRST_TABLE = 100
const LAST_TABLE = 199
const BY_SOURCE = 50
/** Tables of exits follow those of uplinks. */
const FIRST_EXIT_TABLE = 150

export const isOurRule = (priority: number): boolean => priority >= FIRST_OF_OURS && priority <= LAST_RULE
const isOurTable = (table: number): boolean => table > FIRST_TABLE && table <= LAST_TABLE

/** Routes of uplinks that do not work come after those of working ones. They are kept for the probes. */
const WELL_METRIC = 99
const UNWELL_METRIC = 999

/**
 * Routes and rules of the uplinks. The main table has a default route for each uplink, working ones first, for packets of the
 * router itself and for sockets bound to a link. With several uplinks, each also has a separate table for connections with its
 * mark (`compiler/firewall/arrival.ts`) and for packets from its address, which another provider would drop (RFC 2827). The main
 * table without its default routes is looked up before those tables, for the home and the providers' own networks.
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

/**
 * A rule and a table for each exit: packets with its mark are sent to its tunnel. Without a tunnel the table is empty, and the
 * firewall refuses the packets (`compiler/firewall/exits.ts`).
 */
export function exitItems({ exits }: Frame): NetlinkItem[] {
  return exits.flatMap(({ number, link }): NetlinkItem[] => {
    const table = FIRST_EXIT_TABLE + number
    const rule = { priority: EXIT_RULE + number, table, mark: { value: exitMark(number), mask: EXIT } }
    return [{ kind: 'rule', rule }, ...(link ? [{ kind: 'exit', table, link } as const] : [])]
  })
}

const EVERYWHERE: Subnet = { base: 0, prefix: 0 }

/** The default route through a tunnel, as the kernel lists it. */
export const exitRoute = (table: number, link: string): Route => ({
  ...{ table, type: ROUTE_TYPE.unicast, net: EVERYWHERE, link, gateway: undefined, source: undefined },
  ...{ metric: 0, origin: ROUTE_ORIGIN },
})

/** The items of an address: itself, and the routes that the kernel adds with it, which another program may delete. */
export function addressItems(item: AddressItem): NetlinkItem[] {
  const { link, ip, prefix } = item
  const net = parseSubnet(`${ip}/${prefix}`)
  if (!net) return [item]
  const connected: readonly NetlinkItem[] = prefix < 32 ? [{ kind: 'connected', link, net, source: ip }] : []
  return [item, ...connected, { kind: 'local', link, ip }]
}

/**
 * The item of a route, or undefined if the driver does not handle it. It handles routes over our links, routes into the home's
 * networks, which would divert packets, and all routes in our tables. Unexpected ones are `stray`, also a default route without
 * a source, since ours have one.
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
  if (isOurTable(table) && table > FIRST_EXIT_TABLE && link && isDeepStrictEqual(route, exitRoute(table, link)))
    return { kind: 'exit', table, link }
  if (isOurTable(table)) return way ? { ...way, metric: 0 } : stray
  if (table !== MAIN_TABLE) return undefined
  if (origin === ROUTE_ORIGIN && link) return { kind: 'behind', link, net, gateway }
  if (isOurs && way) return { ...way, metric }
  if (isOurs && origin === KERNEL_ORIGIN && !gateway && source) return { kind: 'connected', link, net, source }
  const isInside = nets.some((home) => home.prefix <= net.prefix && overlap(home, net))
  return isOurs || isInside ? stray : undefined
}
