import { ipToNumber, numberToIp } from '../../values/ip.ts'
import { type Mac, parseMac } from '../../values/mac.ts'
import { ipBytes, joined } from '../../wire/bytes.ts'
import {
  encodeAttribute,
  encodeNested,
  NLM_F_APPEND,
  NLM_F_CREATE,
  NLM_F_EXCL,
  NLM_F_REPLACE,
  terminatedText,
  uint16,
  uint32,
} from '../../wire/netlink.ts'
import {
  KERNEL_ORIGIN,
  LINK_GROUP,
  type LinkChange,
  LOCAL_TABLE,
  MAIN_TABLE,
  ROUTE_ORIGIN,
  ROUTE_TYPE,
  type Route,
} from '../routing.ts'
import { AF_INET } from './libc.ts'
import type { NetlinkRequest } from './netlink.ts'

/** rtnetlink(7): `linux/rtnetlink.h`, `if_link.h`, `if_addr.h`, `neighbour.h`, `fib_rules.h`. */
export const RTM_NEWLINK = 16
export const RTM_DELLINK = 17
export const RTM_GETLINK = 18
export const RTM_NEWADDR = 20
export const RTM_DELADDR = 21
export const RTM_NEWROUTE = 24
export const RTM_DELROUTE = 25
export const RTM_GETROUTE = 26
export const RTM_NEWNEIGH = 28
export const RTM_DELNEIGH = 29
const RTM_NEWRULE = 32
const RTM_DELRULE = 33
export const IFF_UP = 1
export const IFLA_ADDRESS = 1
export const IFLA_IFNAME = 3
const IFLA_MTU = 4
const IFLA_LINK = 5
const IFLA_LINKINFO = 18
const IFLA_GROUP = 27
export const IFLA_PERM_ADDRESS = 54
const IFLA_INFO_KIND = 1
const IFLA_INFO_DATA = 2
const IFLA_VLAN_ID = 1
const IFA_ADDRESS = 1
export const IFA_LOCAL = 2
export const NDA_DST = 1
export const NDA_LLADDR = 2
export const NUD_PERMANENT = 0x80
export const RTA_DST = 1
export const RTA_OIF = 4
export const RTA_GATEWAY = 5
export const RTA_PRIORITY = 6
export const RTA_PREFSRC = 7
export const RTA_MULTIPATH = 9
export const RTA_TABLE = 15
const RTPROT_BOOT = 3
const RT_SCOPE_UNIVERSE = 0
const RT_SCOPE_LINK = 253
const RT_SCOPE_HOST = 254
const RT_SCOPE_NOWHERE = 255
const RTNH_F_ONLINK = 4
/** A higher metric than the routes of the link's addresses and of the program that created it. */
const LAST_METRIC = 2000
const FRA_SRC = 2
const FRA_IIFNAME = 3
const FRA_GOTO = 4
const FRA_PRIORITY = 6
const FRA_FWMARK = 10
const FRA_SUPPRESS_PREFIXLEN = 14
const FRA_TABLE = 15
const FRA_FWMASK = 16
const FR_ACT_TO_TBL = 1
const FR_ACT_GOTO = 2
const FR_ACT_NOP = 3
const FR_ACT_BLACKHOLE = 6

type Change<K extends LinkChange['kind']> = Extract<LinkChange, { kind: K }>

/** Changes that are made through rtnetlink. */
export type RoutingChange = Exclude<LinkChange, { kind: 'input guard' }>

/** The rtnetlink request of a change. `indexOf` returns the index of a link. Pure. */
export function requestOf(change: RoutingChange, indexOf: (link: string) => number): NetlinkRequest {
  switch (change.kind) {
    case 'bridge':
      return change.present ? newLink(change.link, [ofKind('bridge')]) : deleteLink(indexOf(change.link))
    case 'vlan':
      return change.present
        ? newVlan(change.link, change.tag, indexOf(change.parent))
        : deleteLink(indexOf(change.link))
    case 'mac':
      // `changes.ts` has added the permanent address.
      return setLink(indexOf(change.link), change.present ? macAttribute(change.mac) : new Uint8Array())
    case 'mtu':
      return setLink(indexOf(change.link), encodeAttribute(IFLA_MTU, uint32(change.mtu)))
    case 'up':
      return raised(indexOf(change.link), change.present)
    case 'address':
      return address(change, indexOf(change.link))
    case 'neighbour':
      return neighbour(change, indexOf(change.link))
    case 'default route':
      return defaultRoute(change, indexOf(change.link))
    case 'route':
      return route(change, indexOf(change.link))
    case 'connected route': {
      const { link, net, source } = change
      return anyRoute(
        change.present,
        { ...KERNELS, table: MAIN_TABLE, type: ROUTE_TYPE.unicast, link, net, source },
        indexOf,
      )
    }
    case 'local route': {
      const { link, ip: source } = change
      const net = { base: ipToNumber(source), prefix: 32 }
      return anyRoute(
        change.present,
        { ...KERNELS, table: LOCAL_TABLE, type: ROUTE_TYPE.local, link, net, source },
        indexOf,
      )
    }
    case 'any route':
      return anyRoute(change.present, change.route, indexOf)
    case 'rule':
      return rule(change)
  }
}

/** Sets a link up or down. */
export const raised = (index: number, up: boolean): NetlinkRequest => ({
  type: RTM_NEWLINK,
  flags: 0,
  payload: ifinfomsg(index, up ? IFF_UP : 0, IFF_UP),
})

const setLink = (index: number, attribute: Uint8Array): NetlinkRequest => ({
  type: RTM_NEWLINK,
  flags: 0,
  payload: joined(ifinfomsg(index), attribute),
})

const macAttribute = (mac: Mac): Uint8Array => encodeAttribute(IFLA_ADDRESS, parseMac(mac))

const deleteLink = (index: number): NetlinkRequest => ({ type: RTM_DELLINK, flags: 0, payload: ifinfomsg(index) })

/** Without NLM_F_EXCL an existing link of that name and kind is updated. */
const newLink = (link: string, info: readonly Uint8Array[], ...attributes: readonly Uint8Array[]): NetlinkRequest => ({
  type: RTM_NEWLINK,
  flags: NLM_F_CREATE,
  payload: joined(
    ifinfomsg(0),
    encodeAttribute(IFLA_IFNAME, terminatedText(link)),
    ...attributes,
    encodeNested(IFLA_LINKINFO, ...info),
  ),
})

const ofKind = (kind: string): Uint8Array => encodeAttribute(IFLA_INFO_KIND, terminatedText(kind))

const newVlan = (link: string, tag: number, parent: number): NetlinkRequest =>
  newLink(
    link,
    [ofKind('vlan'), encodeNested(IFLA_INFO_DATA, encodeAttribute(IFLA_VLAN_ID, uint16(tag)))],
    encodeAttribute(IFLA_LINK, uint32(parent)),
    encodeAttribute(IFLA_GROUP, uint32(LINK_GROUP)),
  )

function address({ present, ip, prefix }: Change<'address'>, index: number): NetlinkRequest {
  const header = joined(Uint8Array.of(AF_INET, prefix, 0, 0), uint32(index))
  return {
    ...(present ? { type: RTM_NEWADDR, flags: NLM_F_CREATE | NLM_F_REPLACE } : { type: RTM_DELADDR, flags: 0 }),
    payload: joined(header, encodeAttribute(IFA_LOCAL, ipBytes(ip)), encodeAttribute(IFA_ADDRESS, ipBytes(ip))),
  }
}

function neighbour(change: Change<'neighbour'>, index: number): NetlinkRequest {
  const header = joined(Uint8Array.of(AF_INET, 0, 0, 0), uint32(index), Uint8Array.of(NUD_PERMANENT, 0, 0, 0))
  const ip = encodeAttribute(NDA_DST, ipBytes(change.ip))
  return change.present
    ? {
        type: RTM_NEWNEIGH,
        flags: NLM_F_CREATE | NLM_F_REPLACE,
        payload: joined(header, ip, encodeAttribute(NDA_LLADDR, parseMac(change.mac))),
      }
    : { type: RTM_DELNEIGH, flags: 0, payload: joined(header, ip) }
}

/** The next hop need not be in the address's network: with a /32 lease the provider's router is outside of it. */
function defaultRoute(
  { present, table, metric, gateway, source }: Change<'default route'>,
  index: number,
): NetlinkRequest {
  // Removal matches by attributes only: scope "nowhere" and no type or origin match any, as in ip-route(8).
  const manner = present ? [RTPROT_BOOT, 0, ROUTE_TYPE.unicast] : [0, RT_SCOPE_NOWHERE, 0]
  return {
    ...(present ? { type: RTM_NEWROUTE, flags: NLM_F_CREATE | NLM_F_REPLACE } : { type: RTM_DELROUTE, flags: 0 }),
    payload: joined(
      Uint8Array.of(AF_INET, 0, 0, 0, table, ...manner),
      uint32(present ? RTNH_F_ONLINK : 0),
      encodeAttribute(RTA_GATEWAY, ipBytes(gateway)),
      encodeAttribute(RTA_OIF, uint32(index)),
      encodeAttribute(RTA_PRIORITY, uint32(metric)),
      encodeAttribute(RTA_PREFSRC, ipBytes(source)),
    ),
  }
}

/**
 * Appended: an existing route to the same addresses stays. The next hop need not be in a network of the link's addresses:
 * RTNH_F_ONLINK.
 */
function route({ present, net, gateway }: Change<'route'>, index: number): NetlinkRequest {
  const scope = gateway ? RT_SCOPE_UNIVERSE : RT_SCOPE_LINK
  const manner = present ? [ROUTE_ORIGIN, scope, ROUTE_TYPE.unicast] : [ROUTE_ORIGIN, RT_SCOPE_NOWHERE, 0]
  return {
    ...(present ? { type: RTM_NEWROUTE, flags: NLM_F_CREATE | NLM_F_APPEND } : { type: RTM_DELROUTE, flags: 0 }),
    payload: joined(
      Uint8Array.of(AF_INET, net.prefix, 0, 0, MAIN_TABLE, ...manner),
      uint32(present && gateway ? RTNH_F_ONLINK : 0),
      encodeAttribute(RTA_DST, ipBytes(numberToIp(net.base))),
      ...(gateway ? [encodeAttribute(RTA_GATEWAY, ipBytes(gateway))] : []),
      encodeAttribute(RTA_OIF, uint32(index)),
      encodeAttribute(RTA_PRIORITY, uint32(LAST_METRIC)),
    ),
  }
}

const KERNELS = { gateway: undefined, metric: 0, origin: KERNEL_ORIGIN } as const

/** A route as listed. Replaces another one to the same addresses with the same metric. */
function anyRoute(present: boolean, route: Route, indexOf: (link: string) => number): NetlinkRequest {
  const { table, type, net, link, gateway, source, metric, origin } = route
  const scope = type === ROUTE_TYPE.local ? RT_SCOPE_HOST : link && !gateway ? RT_SCOPE_LINK : RT_SCOPE_UNIVERSE
  const manner = present ? [origin, scope, type] : [0, RT_SCOPE_NOWHERE, type]
  return {
    ...(present ? { type: RTM_NEWROUTE, flags: NLM_F_CREATE | NLM_F_REPLACE } : { type: RTM_DELROUTE, flags: 0 }),
    payload: joined(
      Uint8Array.of(AF_INET, net.prefix, 0, 0, Math.min(table, LOCAL_TABLE), ...manner),
      uint32(0),
      encodeAttribute(RTA_TABLE, uint32(table)),
      ...(net.prefix > 0 ? [encodeAttribute(RTA_DST, ipBytes(numberToIp(net.base)))] : []),
      ...(link ? [encodeAttribute(RTA_OIF, uint32(indexOf(link)))] : []),
      ...(gateway ? [encodeAttribute(RTA_GATEWAY, ipBytes(gateway))] : []),
      ...(metric > 0 ? [encodeAttribute(RTA_PRIORITY, uint32(metric))] : []),
      ...(present && source ? [encodeAttribute(RTA_PREFSRC, ipBytes(source))] : []),
    ),
  }
}

/** Without NLM_F_EXCL the kernel would add a duplicate rule. */
function rule({ present, priority, table, mark, source, exceptDefault, own, action }: Change<'rule'>): NetlinkRequest {
  const attributes = [
    encodeAttribute(FRA_PRIORITY, uint32(priority)),
    encodeAttribute(FRA_TABLE, uint32(table)),
    ...(source === undefined ? [] : [encodeAttribute(FRA_SRC, ipBytes(source))]),
    ...(mark ? [encodeAttribute(FRA_FWMARK, uint32(mark.value)), encodeAttribute(FRA_FWMASK, uint32(mark.mask))] : []),
    ...(exceptDefault ? [encodeAttribute(FRA_SUPPRESS_PREFIXLEN, uint32(0))] : []),
    ...(own ? [encodeAttribute(FRA_IIFNAME, terminatedText('lo'))] : []),
    ...(typeof action === 'object' ? [encodeAttribute(FRA_GOTO, uint32(action.goto))] : []),
  ]
  const sourceBits = source === undefined ? 0 : 32
  const header = joined(Uint8Array.of(AF_INET, 0, sourceBits, 0, table, 0, 0, actionOf(action)), uint32(0))
  return {
    ...(present ? { type: RTM_NEWRULE, flags: NLM_F_CREATE | NLM_F_EXCL } : { type: RTM_DELRULE, flags: 0 }),
    payload: joined(header, ...attributes),
  }
}

function actionOf(action: Change<'rule'>['action']): number {
  if (action === 'blackhole') return FR_ACT_BLACKHOLE
  if (action === 'nop') return FR_ACT_NOP
  return action ? FR_ACT_GOTO : FR_ACT_TO_TBL
}

/** `struct ifinfomsg`: sets the flags of `touched` that are in `flags`, and clears its others. */
export const ifinfomsg = (index: number, flags = 0, touched = flags): Uint8Array =>
  joined(uint32(0), uint32(index), uint32(flags), uint32(touched))
