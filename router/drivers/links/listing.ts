import { z } from 'zod'
import { ARRIVED } from '../../compiler/firewall/rule.ts'
import { LAN_BRIDGE } from '../../compiler/links.ts'
import type { Machine } from '../../machine/machine.ts'
import { LINK_GROUP, MAIN_TABLE, type Route, type RoutingRule } from '../../machine/routing.ts'
import { inTurns } from '../../machine/turns.ts'
import type { Subnet } from '../../values/subnet.ts'
import { keyOfLinkItem, type LinkItem, type LinkItems } from './item.ts'
import { isOurRule, routeItem } from './routing.ts'

const Address = z.object({ family: z.string(), local: z.string(), prefixlen: z.number(), scope: z.string() })
const Link = z.object({
  ifname: z.string(),
  address: z.string().optional(),
  mtu: z.number().optional(),
  flags: z.array(z.string()),
  group: z.string().optional(),
  /** The parent of a VLAN link. */
  link: z.string().optional(),
  linkinfo: z
    .object({ info_kind: z.string(), info_data: z.object({ id: z.number() }).partial() })
    .partial()
    .optional(),
  addr_info: z.array(Address.partial()),
})
const Neighbour = z.object({
  dst: z.string(),
  dev: z.string(),
  lladdr: z.string().optional(),
  state: z.array(z.string()),
})
const Rule = z.object({
  priority: z.number(),
  src: z.string(),
  /** Undefined for a single address. */
  srclen: z.number().optional(),
  fwmark: z.string().optional(),
  fwmask: z.string().optional(),
  table: z.string().optional(),
  suppress_prefixlen: z.number().optional(),
  iif: z.string().optional(),
  goto: z.number().optional(),
  nop: z.null().optional(),
  action: z.string().optional(),
})

/** So many are made in a turn of the event loop; some take a system call. */
const ITEMS_AT_ONCE = 100

export interface ListingScope {
  readonly links: ReadonlySet<string>
  /** The networks of the home. */
  readonly nets: readonly Subnet[]
  /** Links that have to be down. */
  readonly down: readonly string[]
  /** Links that have to have another MAC address than the permanent one. */
  readonly readdressed: ReadonlySet<string>
  /** Links that have to have another MTU than that of Ethernet. */
  readonly enlarged: ReadonlySet<string>
  readonly settings: ReadonlySet<string>
}

/**
 * The kernel's links, addresses and routes as the driver's items, within its scope. Where the kernel has no XFRM, the input guard
 * counts as present: it cannot be made.
 */
export async function readLinkState(
  machine: Pick<Machine, 'run' | 'readInputGuards' | 'readRoutes' | 'readSysctl'>,
  scope: ListingScope,
): Promise<LinkItems> {
  const show = async (...argv: string[]): Promise<unknown> =>
    JSON.parse((await machine.run(['ip', '-j', ...argv])) || '[]')
  const links = z.array(Link).parse(await show('-d', 'address', 'show'))
  const neighbours = z.array(Neighbour).parse(await show('-4', 'neighbour', 'show', 'nud', 'permanent'))
  const routes = await machine.readRoutes()
  const rules = z.array(Rule).parse(await show('-4', 'rule', 'show'))
  const guards = (await machine.readInputGuards()) ?? [ARRIVED]
  const found = itemsOf({ links, neighbours, routes, rules, guards }, scope, machine)
  const items = new Map<string, LinkItem>()
  await inTurns(found, ITEMS_AT_ONCE, (item) => item && items.set(keyOfLinkItem(item), item))
  return items
}

/** What the kernel has. */
interface Listed {
  readonly links: readonly z.infer<typeof Link>[]
  readonly neighbours: readonly z.infer<typeof Neighbour>[]
  readonly routes: readonly Route[]
  readonly rules: readonly z.infer<typeof Rule>[]
  readonly guards: readonly number[]
}

/** Undefined for what is none of ours, so that each route and each setting counts. */
function* itemsOf(
  { links, neighbours, routes, rules, guards }: Listed,
  scope: ListingScope,
  machine: Pick<Machine, 'readSysctl'>,
): Generator<LinkItem | undefined> {
  // A missing link is also down.
  const up = new Set(links.filter(isUp).map(({ ifname }) => ifname))
  for (const link of scope.down) if (!up.has(link)) yield { kind: 'down', link }
  for (const link of links) yield* itemsOfLink(link, scope)
  for (const { dst: ip, dev: link, lladdr: mac } of neighbours)
    if (scope.links.has(link) && mac) yield { kind: 'neighbour', link, ip, mac }
  for (const route of routes) yield routeItem(route, scope.links, scope.nets)
  for (const rule of rules) if (isOurRule(rule.priority)) yield { kind: 'rule', rule: ruleOf(rule) }
  for (const bits of guards) if (bits === ARRIVED) yield { kind: 'input guard', bits }
  for (const name of scope.settings) {
    const value = machine.readSysctl(name)
    yield value === undefined ? undefined : { kind: 'sysctl', name, value }
  }
}

const isUp = ({ flags }: z.infer<typeof Link>): boolean => flags.includes('UP')

function* itemsOfLink(
  shown: z.infer<typeof Link>,
  { links, readdressed, enlarged }: ListingScope,
): Generator<LinkItem> {
  const { ifname: link, address: mac, mtu, linkinfo, addr_info } = shown
  // Also for links that are no longer needed: our link group identifies them.
  if (linkinfo?.info_kind === 'vlan' && shown.group === String(LINK_GROUP))
    yield { kind: 'vlan', link, parent: shown.link ?? '', tag: linkinfo.info_data?.id ?? 0 }
  if (!links.has(link)) return
  if (link === LAN_BRIDGE) yield { kind: 'bridge', link }
  if (readdressed.has(link) && mac) yield { kind: 'mac', link, mac }
  if (enlarged.has(link) && mtu !== undefined) yield { kind: 'mtu', link, mtu }
  if (isUp(shown)) yield { kind: 'up', link }
  for (const { family, local = '', prefixlen = 0 } of addr_info)
    if (family === 'inet') yield { kind: 'address', link, ip: local, prefix: prefixlen }
}

/** A rule with the fields that `ip rule` lists. They and the priority suffice to remove a rule of another program. */
const ruleOf = ({
  priority,
  table,
  fwmark,
  fwmask,
  suppress_prefixlen,
  iif,
  goto,
  nop,
  action,
  ...from
}: z.infer<typeof Rule>): RoutingRule => ({
  priority,
  table: table === 'main' ? MAIN_TABLE : Number(table ?? 0),
  ...(fwmark !== undefined && { mark: { value: Number(fwmark), mask: Number(fwmask ?? 0xffffffff) } }),
  ...(from.src !== 'all' && from.srclen === undefined && { source: from.src }),
  ...(suppress_prefixlen === 0 && { exceptDefault: true }),
  ...(iif === 'lo' && { own: true }),
  ...(action === 'blackhole' && { action }),
  ...(nop === null && { action: 'nop' }),
  ...(goto !== undefined && { action: { goto } }),
})
