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
import { formatSubnet, overlap, parseSubnet, type Subnet } from '../../values/subnet.ts'
import type { Items } from '../driver.ts'

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
export function routingItems({ uplinks }: Frame): Items {
  const items = new Map<string, string>()
  const several = uplinks.length > 1
  const add = (rule: RoutingRule): void => void items.set(`rule ${ruleText(rule)}`, '')
  if (several) add({ priority: FIRST_RULE, table: MAIN_TABLE, exceptDefault: true })
  for (const { link, address, additional, router, mark, well } of uplinks) {
    if (!address || !router) continue
    const [source = '', ...more] = addressesOf({ address, additional })
    const way = routeValue(router, link, source)
    items.set(`route default metric ${(several && !well ? UNWELL_METRIC : WELL_METRIC) + mark}`, way)
    if (!several || mark >= BY_SOURCE) continue
    const table = FIRST_TABLE + mark
    items.set(`route default table ${table}`, way)
    add({ priority: FIRST_RULE + mark, table, mark: { value: mark, mask: MARK.uplink } })
    for (const one of [source, ...more]) add({ priority: FIRST_RULE + BY_SOURCE + mark, table, source: one })
  }
  return items
}

/** The source is part of it: when a link's address changes the kernel drops its routes, and so the route changes too. */
export const routeValue = (gateway: string, link: string, source: string): string =>
  `via ${gateway} dev ${link} src ${source}`

export function parseRoute(value: string): { gateway: string; link: string; source: string } {
  const [, gateway = '', , link = '', , source = ''] = value.split(' ')
  return { gateway, link, source }
}

/**
 * A rule as an item's key has it: priority, table, mark and mask, source, whether but for the default route; then `own` and
 * the action, if any.
 */
export const ruleText = ({ priority, table, mark, source, exceptDefault, own, action }: RoutingRule): string =>
  [
    priority,
    table,
    mark ? `${mark.value}/${mark.mask}` : 'any',
    source ?? 'all',
    exceptDefault ? 'narrow' : 'whole',
    ...(own ? ['own'] : []),
    ...(action === undefined ? [] : typeof action === 'string' ? [action] : ['goto', action.goto]),
  ].join(' ')

export function parseRule(words: readonly string[]): RoutingRule {
  const [priority, table, mark = '', source, breadth, ...rest] = words
  const own = rest[0] === 'own'
  const [action, target] = own ? rest.slice(1) : rest
  const [value, mask] = mark.split('/')
  return {
    priority: Number(priority),
    table: Number(table),
    ...(mark !== 'any' && { mark: { value: Number(value), mask: Number(mask) } }),
    ...(source !== undefined && source !== 'all' && { source }),
    ...(breadth === 'narrow' && { exceptDefault: true }),
    ...(own && { own: true }),
    ...((action === 'blackhole' || action === 'nop') && { action }),
    ...(action === 'goto' && { action: { goto: Number(target) } }),
  }
}

/** The items of an address: itself, and the routes that the kernel makes with it, which another program may delete. */
export function addressItems(link: string, address: string): [key: string, value: string][] {
  const net = parseSubnet(address)
  const ip = address.replace(/\/.*/, '')
  if (!net) return [[`address ${link} ${address}`, '']]
  return [
    [`address ${link} ${address}`, ''],
    ...(net.prefix < 32 ? [[`connected ${link} ${formatSubnet(net)}`, ip] satisfies [string, string]] : []),
    [`local ${link} ${ip}`, ''],
  ]
}

/**
 * A route as an item, or undefined if it is nobody's business here: ours are those over our links, those into the home's
 * networks, which they would take packets from, and all of our own tables. One that no setting calls for is a stray.
 */
export function routeItem(
  route: Route,
  links: ReadonlySet<string>,
  nets: readonly Subnet[],
): [key: string, value: string] | undefined {
  const { table, type, net, link, gateway, source, metric, origin } = route
  const isOurs = link !== undefined && links.has(link)
  if (table === LOCAL_TABLE)
    return isOurs && type === ROUTE_TYPE.local ? [`local ${link} ${numberToIp(net.base)}`, ''] : undefined
  const way = link && gateway && type === ROUTE_TYPE.unicast ? routeValue(gateway, link, source ?? '') : undefined
  if (isOurTable(table)) return net.prefix === 0 && way ? [`route default table ${table}`, way] : [strayKey(route), '']
  if (table !== MAIN_TABLE) return undefined
  if (origin === ROUTE_ORIGIN && link) return [`behind ${link} ${formatSubnet(net)} ${gateway ?? 'itself'}`, '']
  if (isOurs && net.prefix === 0 && way) return [`route default metric ${metric}`, way]
  if (isOurs && origin === KERNEL_ORIGIN && !gateway && source)
    return [`connected ${link} ${formatSubnet(net)}`, source]
  const isInside = nets.some((home) => home.prefix <= net.prefix && overlap(home, net))
  return isOurs || isInside ? [strayKey(route), ''] : undefined
}

const strayKey = ({ table, type, net, link, gateway, metric, origin }: Route): string =>
  ['stray', link ?? 'nowhere', table, type, formatSubnet(net), gateway ?? 'itself', metric, origin].join(' ')

export function parseStray(words: readonly string[]): Route {
  const [link, table, type, net = '', gateway, metric, origin] = words
  return {
    table: Number(table),
    type: Number(type),
    net: parseSubnet(net) ?? { base: 0, prefix: 0 },
    link: link === 'nowhere' ? undefined : link,
    gateway: gateway === 'itself' ? undefined : gateway,
    source: undefined,
    metric: Number(metric),
    origin: Number(origin),
  }
}
