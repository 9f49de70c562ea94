import { addressesOf } from '../../compiler/ends.ts'
import type { Frame } from '../../compiler/network.ts'
import { MAIN_TABLE, type RoutingRule } from '../../machine/machine.ts'
import type { Items } from '../driver.ts'
import { MARK } from '../nft/match.ts'

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
 * table of its own besides, for the connections that bear its mark (`drivers/nft/arrival.ts`), and for whatever is sent
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
