import { CommandFailed } from '../../errors.ts'
import { ipToNumber } from '../../values/ip.ts'
import { formatSubnet, parseSubnet } from '../../values/subnet.ts'
import type { Connection } from '../../wire/conntrack.ts'
import { type ConnectionSelection, matcherOf } from '../../wire/conntrack-selection.ts'
import {
  KERNEL_ORIGIN,
  LINK_GROUP,
  type LinkChange,
  type LinkFailure,
  type LinkNotice,
  LOCAL_TABLE,
  MAIN_TABLE,
  ROUTE_ORIGIN,
  ROUTE_TYPE,
  type Route,
  type RoutingRule,
} from '../routing.ts'

/** `RTPROT_BOOT`, and a metric after all others, as `linux/rtnetlink.ts` sets them. */
const BOOT = 3
const LAST_METRIC = 2000

interface FakeLink {
  readonly name: string
  readonly index: number
  mac: string
  readonly madeWith: string
  up: boolean
  mtu: number
  /** The parent and the tag of a VLAN link. */
  readonly part: { readonly parent: string; readonly tag: number } | undefined
  readonly slot: string | undefined
  readonly addresses: Set<string>
  /** The networks of its addresses, with the source address for each; empty while the link is down. */
  readonly connected: Map<string, string>
  /** Addresses whose packets are delivered to this machine. */
  readonly local: Set<string>
  readonly neighbours: Map<string, string>
}

type DefaultRoute = Extract<LinkChange, { kind: 'default route' }>
type WayBehind = Extract<LinkChange, { kind: 'route' }>

const defaultRoute = ({ table, link, gateway, source, metric }: DefaultRoute): Route => ({
  ...{ table, type: ROUTE_TYPE.unicast, net: { base: 0, prefix: 0 }, link, gateway, source, metric, origin: BOOT },
})
const wayBehind = ({ net, link, gateway }: WayBehind): Route => ({
  ...{ table: MAIN_TABLE, type: ROUTE_TYPE.unicast, net, link, gateway },
  ...{ source: undefined, metric: LAST_METRIC, origin: ROUTE_ORIGIN },
})

/** The routes that the kernel adds for a link's addresses. */
const routesOf = ({ name: link, connected, local }: FakeLink): Route[] => {
  const same = { link, gateway: undefined, metric: 0, origin: KERNEL_ORIGIN }
  return [
    ...[...connected].map(([net, source]) => ({
      ...{ ...same, table: MAIN_TABLE, type: ROUTE_TYPE.unicast, net: parseSubnet(net)!, source },
    })),
    ...[...local].map((ip) => ({
      ...{ ...same, table: LOCAL_TABLE, type: ROUTE_TYPE.local, net: parseSubnet(`${ip}/32`)!, source: ip },
    })),
  ]
}

/** The networks of a link's addresses, each with the first address in it. */
function netsOf({ addresses }: FakeLink): Map<string, string> {
  const nets = new Map<string, string>()
  for (const address of addresses) {
    const net = formatSubnet(parseSubnet(address)!)
    if (!address.endsWith('/32') && !nets.has(net)) nets.set(net, address.split('/')[0]!)
  }
  return nets
}

interface Consequences {
  readonly notices: LinkNotice[]
  readonly connect: (link: FakeLink, net: string, source: string | undefined) => void
  readonly deliver: (link: FakeLink, ip: string, there: boolean) => void
}

/** Adds or removes an address together with the routes to its network and to itself. */
function changeAddress(
  link: FakeLink,
  { ip, prefix, present }: Extract<LinkChange, { kind: 'address' }>,
  { notices, connect, deliver }: Consequences,
): undefined {
  const address = `${ip}/${prefix}`
  if (link.addresses.has(address) === present) return
  const before = netsOf(link)
  if (present) link.addresses.add(address)
  else link.addresses.delete(address)
  const after = netsOf(link)
  notices.push({ kind: 'address', present, link: link.name, address })
  deliver(link, ip, present)
  if (!link.up) return
  for (const [net, source] of after) if (before.get(net) !== source) connect(link, net, source)
  for (const net of before.keys()) if (!after.has(net)) connect(link, net, undefined)
}

/** The links and connections of a fake kernel. Tests plug links in and out. */
export function fakeIp() {
  const links = new Map<string, FakeLink>()
  const routes = new Map<string, DefaultRoute>()
  const waysBehind = new Map<string, WayBehind>()
  const rules = new Map<string, RoutingRule>()
  const inputGuards = new Set<number>()
  const otherRoutes = new Map<string, Route>()
  const watchers = new Set<(notices: readonly LinkNotice[]) => void>()
  const flows: Connection[] = []
  let nextIndex = 2

  const add = (name: string, mac: string, up: boolean, part?: FakeLink['part'], slot?: string): void =>
    void links.set(name, {
      name,
      index: nextIndex++,
      mac,
      madeWith: mac,
      up,
      mtu: 1500,
      part,
      slot,
      addresses: new Set(),
      connected: new Map(),
      local: new Set(),
      neighbours: new Map(),
    })
  const remove = (name: string): void => {
    links.delete(name)
    for (const [key, { link }] of waysBehind) if (link === name) waysBehind.delete(key)
    for (const { name: other, part } of [...links.values()]) if (part?.parent === name) links.delete(other)
  }
  const nextMac = (): string => `02:00:00:00:01:${(nextIndex % 256).toString(16).padStart(2, '0')}`
  const plug = (name: string, mac = nextMac(), slot?: string): void => add(name, mac, true, undefined, slot)

  /** Reports are delivered after the current changes, as the kernel does. */
  let reports: LinkNotice[] = []
  const report = (notices: readonly LinkNotice[]): void => {
    if (reports.length === 0 && notices.length > 0)
      queueMicrotask(() => {
        const all = reports
        reports = []
        for (const noticed of [...watchers]) noticed(all)
      })
    reports.push(...notices)
  }

  /** Applies one change. Appends the kernel's reports of it to `notices`. */
  const change = (wanted: LinkChange, notices: LinkNotice[]): LinkFailure | undefined => {
    const { kind, present } = wanted
    const notifyRoute = (
      table: number,
      type: number,
      text: string,
      link: string,
      source: string | undefined,
      there: boolean,
    ) => {
      const net = parseSubnet(text)!
      const route = { table, type, net, link, gateway: undefined, source, metric: 0, origin: KERNEL_ORIGIN }
      notices.push({ kind: 'route', present: there, route })
    }
    const connect = ({ name, connected }: FakeLink, net: string, source: string | undefined): void => {
      const had = connected.get(net)
      if (source === undefined) connected.delete(net)
      else connected.set(net, source)
      notifyRoute(MAIN_TABLE, ROUTE_TYPE.unicast, net, name, source ?? had, source !== undefined)
    }
    const deliver = ({ name, local }: FakeLink, ip: string, there: boolean): void => {
      if (there) local.add(ip)
      else local.delete(ip)
      notifyRoute(LOCAL_TABLE, ROUTE_TYPE.local, `${ip}/32`, name, ip, there)
    }
    if (kind === 'any route') {
      const { table, net, metric } = wanted.route
      const name = `${table} ${formatSubnet(net)} ${metric}`
      if (present) otherRoutes.set(name, wanted.route)
      else otherRoutes.delete(name)
      notices.push({ kind: 'route', present, route: wanted.route })
      return undefined
    }
    if (kind === 'rule') {
      const { kind: _, present: __, ...rule } = wanted
      if (present) rules.set(JSON.stringify(rule), rule)
      else rules.delete(JSON.stringify(rule))
      notices.push({ kind: 'other' })
      return undefined
    }
    if (kind === 'input guard') {
      if (present) inputGuards.add(wanted.bits)
      else inputGuards.delete(wanted.bits)
      notices.push({ kind: 'other' })
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
        notices.push({ kind: 'link', link: wanted.link, up: false, mac: undefined })
        return
      case 'mac':
        link.mac = present ? wanted.mac : link.madeWith
        notices.push({ kind: 'link', link: link.name, up: link.up, mac: link.mac })
        return
      case 'mtu':
        link.mtu = wanted.mtu
        return
      case 'up':
        if (link.up === present) return
        link.up = present
        notices.push({ kind: 'link', link: link.name, up: link.up, mac: link.mac })
        if (present) for (const [net, ip] of netsOf(link)) connect(link, net, ip)
        else link.connected.clear()
        return
      case 'connected route':
        connect(link, formatSubnet(wanted.net), present ? wanted.source : undefined)
        return
      case 'local route':
        deliver(link, wanted.ip, present)
        return
      case 'address':
        if (wanted.prefix > 32) return { missing: false, reason: 'ipv4: Invalid prefix length' }
        return changeAddress(link, wanted, { notices, connect, deliver })
      case 'neighbour':
        if (present) link.neighbours.set(wanted.ip, wanted.mac)
        else link.neighbours.delete(wanted.ip)
        notices.push({ kind: 'neighbour', link: link.name, ip: wanted.ip, mac: present ? wanted.mac : undefined })
        return
      case 'default route':
        if (present) routes.set(`${wanted.table} ${wanted.metric}`, wanted)
        else routes.delete(`${wanted.table} ${wanted.metric}`)
        notices.push({ kind: 'route', present, route: defaultRoute(wanted) })
        return
      case 'route': {
        const name = [formatSubnet(wanted.net), wanted.link, wanted.gateway].join(' ')
        if (present) waysBehind.set(name, wanted)
        else waysBehind.delete(name)
        notices.push({ kind: 'route', present, route: wayBehind(wanted) })
        return
      }
    }
  }

  const show = (what: string): unknown => {
    switch (what) {
      case 'link':
      case 'address':
        return [...links.values()].map(({ name, index, mac, up, mtu, part, addresses }) => ({
          ifname: name,
          ifindex: index,
          address: mac,
          mtu,
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
        return []
    }
  }

  return {
    plug,
    unplug: remove,
    links,
    /** The tracked connections. Tests add some and compare what remains. */
    flows,
    async changeLinks(changes: readonly LinkChange[]) {
      const notices: LinkNotice[] = []
      const failures = changes.map((one) => change(one, notices))
      report(notices)
      return failures
    },
    /** The settings of a link whose changes the kernel reports: `NETCONFA_FORWARDING`, `NETCONFA_RP_FILTER`, … */
    settingChanged(name: string): void {
      const [, link] =
        /^net\.ipv4\.conf\.([^.]+)\.(?:forwarding|rp_filter|ignore_routes_with_linkdown)$/.exec(name) ?? []
      if (link === undefined && name !== 'net.ipv4.ip_forward') return
      const notice = { kind: 'settings', link: link === 'all' ? undefined : link?.replaceAll('/', '.') } as const
      report([notice])
    },
    readRoutes: async (): Promise<readonly Route[]> => [
      ...[...routes.values()].map(defaultRoute),
      ...[...waysBehind.values()].map(wayBehind),
      ...[...links.values()].flatMap(routesOf),
      ...otherRoutes.values(),
    ],
    watchRouting(noticed: (notices: readonly LinkNotice[]) => void): Disposable {
      watchers.add(noticed)
      return { [Symbol.dispose]: () => void watchers.delete(noticed) }
    },
    readInputGuards: async () => [...inputGuards],
    async *connections(of: ConnectionSelection): AsyncGenerator<readonly Connection[]> {
      const wanted = matcherOf(of)
      const found = flows.filter(({ protocol, port, original, reply }) =>
        wanted({
          source: ipToNumber(original.source),
          destination: ipToNumber(original.destination),
          responder: ipToNumber(reply.source),
          protocol,
          port,
          responderPort: port,
        }),
      )
      if (found.length > 0) yield found
    },
    async endConnections(ended: readonly Connection[]): Promise<void> {
      flows.splice(0, flows.length, ...flows.filter((flow) => !ended.includes(flow)))
    },
    async run(argv: readonly string[]): Promise<string> {
      const [program, ...args] = argv
      if (program === 'ip') return JSON.stringify(show(args.find((word) => !word.startsWith('-')) ?? ''))
      throw new CommandFailed(argv, null, 'no such program on this machine')
    },
  }
}
