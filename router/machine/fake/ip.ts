import { CommandFailed } from '../../errors.ts'
import { numberToIp } from '../../values/ip.ts'
import { formatSubnet } from '../../values/subnet.ts'
import type { Connection } from '../../wire/conntrack.ts'
import {
  LINK_GROUP,
  type LinkChange,
  type LinkFailure,
  MAIN_TABLE,
  ROUTE_ORIGIN,
  type RoutingRule,
} from '../machine.ts'

interface FakeLink {
  readonly name: string
  readonly index: number
  mac: string
  readonly madeWith: string
  up: boolean
  /** The link that this one is a tagged part of. */
  readonly part: { readonly parent: string; readonly tag: number } | undefined
  readonly addresses: Set<string>
  readonly neighbours: Map<string, string>
}

type DefaultRoute = Extract<LinkChange, { kind: 'default route' }>
type Route = Extract<LinkChange, { kind: 'route' }>

/** The part of the kernel's links and connections that the router speaks to, with links that tests plug in and out. */
export function fakeIp() {
  const links = new Map<string, FakeLink>()
  const routes = new Map<string, DefaultRoute>()
  const waysBehind = new Map<string, Route>()
  const rules = new Map<string, RoutingRule>()
  const inputGuards = new Set<number>()
  const flows: Connection[] = []
  let nextIndex = 2

  const add = (name: string, mac: string, up: boolean, part?: FakeLink['part']): void =>
    void links.set(name, {
      name,
      index: nextIndex++,
      mac,
      madeWith: mac,
      up,
      part,
      addresses: new Set(),
      neighbours: new Map(),
    })
  const remove = (name: string): void => {
    links.delete(name)
    for (const [key, { link }] of waysBehind) if (link === name) waysBehind.delete(key)
    for (const { name: other, part } of [...links.values()]) if (part?.parent === name) links.delete(other)
  }
  const plug = (name: string, mac = `02:00:00:00:01:${(nextIndex % 256).toString(16).padStart(2, '0')}`): void =>
    add(name, mac, true)

  const change = (wanted: LinkChange): LinkFailure | undefined => {
    const { kind, present } = wanted
    if (kind === 'rule') {
      const { kind: _, present: __, ...rule } = wanted
      if (present) rules.set(JSON.stringify(rule), rule)
      else rules.delete(JSON.stringify(rule))
      return undefined
    }
    if (kind === 'input guard') {
      if (present) inputGuards.add(wanted.bits)
      else inputGuards.delete(wanted.bits)
      return undefined
    }
    const link = links.get(wanted.link)
    if (kind === 'bridge' && present) {
      if (!link) add(wanted.link, '02:00:00:00:02:01', false)
      return undefined
    }
    if (kind === 'vlan' && present) {
      const { parent, tag } = wanted
      const below = links.get(parent)
      if (!below) return { missing: true, reason: 'no such device' }
      if (!link) add(wanted.link, below.mac, false, { parent, tag })
      return undefined
    }
    if (!link) return present ? { missing: true, reason: 'no such device' } : undefined
    switch (kind) {
      case 'bridge':
      case 'vlan':
        remove(wanted.link)
        return
      case 'mac':
        link.mac = present ? wanted.mac : link.madeWith
        return
      case 'up':
        link.up = present
        return
      case 'address':
        if (wanted.prefix > 32) return { missing: false, reason: 'ipv4: Invalid prefix length' }
        if (present) link.addresses.add(`${wanted.ip}/${wanted.prefix}`)
        else link.addresses.delete(`${wanted.ip}/${wanted.prefix}`)
        return
      case 'neighbour':
        if (present) link.neighbours.set(wanted.ip, wanted.mac)
        else link.neighbours.delete(wanted.ip)
        return
      case 'default route':
        if (present) routes.set(`${wanted.table} ${wanted.metric}`, wanted)
        else routes.delete(`${wanted.table} ${wanted.metric}`)
        return
      case 'route': {
        const name = [formatSubnet(wanted.net), wanted.link, wanted.gateway].join(' ')
        if (present) waysBehind.set(name, wanted)
        else waysBehind.delete(name)
        return
      }
    }
  }

  const show = (what: string): unknown => {
    switch (what) {
      case 'link':
      case 'address':
        return [...links.values()].map(({ name, index, mac, up, part, addresses }) => ({
          ifname: name,
          ifindex: index,
          address: mac,
          flags: up ? ['UP', 'LOWER_UP'] : [],
          ...(part && {
            link: part.parent,
            group: String(LINK_GROUP),
            linkinfo: { info_kind: 'vlan', info_data: { id: part.tag } },
          }),
          addr_info: [...addresses].map((address) => {
            const [local, prefixlen] = address.split('/')
            return { family: 'inet', local, prefixlen: Number(prefixlen), scope: 'global' }
          }),
        }))
      case 'neighbour':
        return [...links.values()].flatMap(({ name, neighbours }) =>
          [...neighbours].map(([dst, lladdr]) => ({ dst, dev: name, lladdr, state: ['PERMANENT'] })),
        )
      case 'behind':
        return [...waysBehind.values()].map(({ net, link, gateway }) => ({
          dst: net.prefix === 32 ? numberToIp(net.base) : formatSubnet(net),
          dev: link,
          ...(gateway && { gateway }),
        }))
      case 'rule':
        return [...rules.values()].map(({ priority, table, mark, source, exceptDefault, own, action }) => ({
          priority,
          ...(table !== 0 && { table: table === MAIN_TABLE ? 'main' : String(table) }),
          ...(own && { iif: 'lo' }),
          ...(action === 'blackhole' && { action }),
          ...(action === 'nop' && { nop: null }),
          ...(typeof action === 'object' && action),
          src: source ?? 'all',
          ...(mark && { fwmark: `0x${mark.value.toString(16)}`, fwmask: `0x${mark.mask.toString(16)}` }),
          ...(exceptDefault && { suppress_prefixlen: 0 }),
        }))
      default:
        return [...routes.values()].map(({ gateway, link, source, table, metric }) => ({
          dst: 'default',
          gateway,
          dev: link,
          prefsrc: source,
          ...(table !== MAIN_TABLE && { table: String(table) }),
          ...(metric !== 0 && { metric }),
        }))
    }
  }

  return {
    plug,
    unplug: remove,
    links,
    /** The connections that are tracked; tests put some in and see which are left. */
    flows,
    changeLinks: async (changes: readonly LinkChange[]) => changes.map(change),
    readInputGuards: async () => [...inputGuards],
    async *connections(of: readonly string[] | 'all'): AsyncGenerator<readonly Connection[]> {
      yield flows.filter(
        ({ original, reply }) =>
          of === 'all' || [original.source, original.destination, reply.source].some((ip) => of.includes(ip)),
      )
    },
    async endConnections(ended: readonly Connection[]): Promise<void> {
      flows.splice(0, flows.length, ...flows.filter((flow) => !ended.includes(flow)))
    },
    async run(argv: readonly string[]): Promise<string> {
      const [program, ...args] = argv
      if (program === 'ip' && args.at(-1) === String(ROUTE_ORIGIN)) return JSON.stringify(show('behind'))
      if (program === 'ip') return JSON.stringify(show(args.find((word) => !word.startsWith('-')) ?? ''))
      throw new CommandFailed(argv, null, 'no such program on this machine')
    },
  }
}
