import { z } from 'zod'
import { ARRIVED } from '../../compiler/firewall/rule.ts'
import { LAN_BRIDGE } from '../../compiler/links.ts'
import { LINK_GROUP, MAIN_TABLE, type Machine, type RoutingRule } from '../../machine/machine.ts'
import type { Subnet } from '../../values/subnet.ts'
import { byKey, type LinkItem, type LinkItems } from './item.ts'
import { isOurRule, routeItem } from './routing.ts'

const Address = z.object({ family: z.string(), local: z.string(), prefixlen: z.number(), scope: z.string() })
const Link = z.object({
  ifname: z.string(),
  address: z.string().optional(),
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

export interface Scope {
  readonly links: ReadonlySet<string>
  /** The networks of the home. */
  readonly nets: readonly Subnet[]
  /** Links that have to be down. */
  readonly down: readonly string[]
  /** Links that have to have another MAC address than the permanent one. */
  readonly readdressed: ReadonlySet<string>
  readonly settings: ReadonlySet<string>
}

/**
 * The kernel's links, addresses and routes as the driver's items, within its scope. Where the kernel has no XFRM, the input guard
 * counts as present: it cannot be made.
 */
export async function readLinkState(
  machine: Pick<Machine, 'run' | 'readInputGuards' | 'readRoutes' | 'readSysctl'>,
  scope: Scope,
): Promise<LinkItems> {
  const show = async (...argv: string[]): Promise<unknown> =>
    JSON.parse((await machine.run(['ip', '-j', ...argv])) || '[]')
  const links = z.array(Link).parse(await show('-d', 'address', 'show'))
  const neighbours = z.array(Neighbour).parse(await show('-4', 'neighbour', 'show', 'nud', 'permanent'))
  const routes = await machine.readRoutes()
  const rules = z.array(Rule).parse(await show('-4', 'rule', 'show'))
  const guards = (await machine.readInputGuards()) ?? [ARRIVED]
  // A missing link is also down.
  const up = new Set(links.filter(isUp).map(({ ifname }) => ifname))
  return byKey([
    ...scope.down.filter((link) => !up.has(link)).map((link): LinkItem => ({ kind: 'down', link })),
    ...links.flatMap((link) => [...itemsOfLink(link, scope)]),
    ...neighbours.flatMap(({ dst: ip, dev: link, lladdr: mac }): LinkItem[] =>
      scope.links.has(link) && mac ? [{ kind: 'neighbour', link, ip, mac }] : [],
    ),
    ...routes.flatMap((route) => routeItem(route, scope.links, scope.nets) ?? []),
    ...rules
      .filter(({ priority }) => isOurRule(priority))
      .map((rule): LinkItem => ({ kind: 'rule', rule: ruleOf(rule) })),
    ...guards.filter((bits) => bits === ARRIVED).map((bits): LinkItem => ({ kind: 'input guard', bits })),
    ...[...scope.settings].flatMap((name): LinkItem[] => {
      const value = machine.readSysctl(name)
      return value === undefined ? [] : [{ kind: 'sysctl', name, value }]
    }),
  ])
}

const isUp = ({ flags }: z.infer<typeof Link>): boolean => flags.includes('UP')

function* itemsOfLink(shown: z.infer<typeof Link>, { links, readdressed }: Scope): Generator<LinkItem> {
  const { ifname: link, address: mac, linkinfo, addr_info } = shown
  // Also for links that are no longer needed: our link group identifies them.
  if (linkinfo?.info_kind === 'vlan' && shown.group === String(LINK_GROUP))
    yield { kind: 'vlan', link, parent: shown.link ?? '', tag: linkinfo.info_data?.id ?? 0 }
  if (!links.has(link)) return
  if (link === LAN_BRIDGE) yield { kind: 'bridge', link }
  if (readdressed.has(link) && mac) yield { kind: 'mac', link, mac }
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
