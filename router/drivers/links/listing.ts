import { z } from 'zod'
import { ARRIVED } from '../../compiler/firewall/rule.ts'
import { LOOP } from '../../compiler/links.ts'
import { LINK_GROUP, MAIN_TABLE, type Machine, type RoutingRule } from '../../machine/machine.ts'
import type { Subnet } from '../../values/subnet.ts'
import type { Items } from '../driver.ts'
import { isOurRule, routeItem, ruleText } from './routing.ts'

const Address = z.object({ family: z.string(), local: z.string(), prefixlen: z.number(), scope: z.string() })
const Link = z.object({
  ifname: z.string(),
  address: z.string().optional(),
  flags: z.array(z.string()),
  group: z.string().optional(),
  /** The link that this one is on. */
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
  /** Absent for a single address. */
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
  /** Links that shall be down. */
  readonly down: readonly string[]
  /** Links that shall have another address than they were made with. */
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
): Promise<Items> {
  const show = async (...argv: string[]): Promise<unknown> =>
    JSON.parse((await machine.run(['ip', '-j', ...argv])) || '[]')
  // One that is not there is down as well.
  const items = new Map(scope.down.map((link) => [`down ${link}`, '']))
  for (const link of z.array(Link).parse(await show('-d', 'address', 'show'))) addLink(items, link, scope)
  for (const { dst, dev, lladdr } of z
    .array(Neighbour)
    .parse(await show('-4', 'neighbour', 'show', 'nud', 'permanent')))
    if (scope.links.has(dev) && lladdr) items.set(`neighbour ${dev} ${dst}`, lladdr)
  for (const route of await machine.readRoutes()) {
    const item = routeItem(route, scope.links, scope.nets)
    if (item) items.set(...item)
  }
  for (const rule of z.array(Rule).parse(await show('-4', 'rule', 'show')))
    if (isOurRule(rule.priority)) items.set(`rule ${ruleText(ruleOf(rule))}`, '')
  const guards = (await machine.readInputGuards()) ?? [ARRIVED]
  if (guards.includes(ARRIVED)) items.set(`input guard ${ARRIVED}`, '')
  for (const name of scope.settings) {
    const value = machine.readSysctl(name)
    if (value !== undefined) items.set(`sysctl ${name}`, value)
  }
  return items
}

function addLink(items: Map<string, string>, shown: z.infer<typeof Link>, { links, readdressed }: Scope): void {
  const { ifname: link, flags, address, addr_info } = shown
  const tag = shown.linkinfo?.info_data?.id
  if (flags.includes('UP')) items.delete(`down ${link}`)
  // Also of a link that is called for no more: it bears our sign.
  if (shown.linkinfo?.info_kind === 'vlan' && shown.group === String(LINK_GROUP))
    items.set(`vlan ${link} ${shown.link ?? ''} ${tag ?? ''}`, '')
  if (!links.has(link)) return
  if (link === LOOP) items.set(`bridge ${link}`, '')
  if (readdressed.has(link) && address) items.set(`mac ${link}`, address)
  if (flags.includes('UP')) items.set(`up ${link}`, '')
  for (const { family, local, prefixlen } of addr_info)
    if (family === 'inet') items.set(`address ${link} ${local}/${prefixlen}`, '')
}

/** What of a rule can be told; to remove one of a stranger's, that and the priority have to do. */
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
