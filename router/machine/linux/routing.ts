import { Unavailable } from '../../errors.ts'
import { formatMac } from '../../values/mac.ts'
import { readAttribute, readIp, readUint32, viewOf } from '../../wire/netlink.ts'
import type { LinkNotice, Route } from '../routing.ts'
import { AF_INET, indexOf, linkNameOf } from './libc.ts'
import { dump, NETLINK_ROUTE, NETLINK_XFRM } from './netlink.ts'
import { openKernelNotifications } from './notifications.ts'
import {
  IFA_LOCAL,
  IFF_UP,
  IFLA_ADDRESS,
  IFLA_IFNAME,
  NDA_DST,
  NDA_LLADDR,
  NUD_PERMANENT,
  RTA_DST,
  RTA_GATEWAY,
  RTA_MULTIPATH,
  RTA_OIF,
  RTA_PREFSRC,
  RTA_PRIORITY,
  RTA_TABLE,
  RTM_DELADDR,
  RTM_DELLINK,
  RTM_DELNEIGH,
  RTM_DELROUTE,
  RTM_GETROUTE,
  RTM_NEWADDR,
  RTM_NEWLINK,
  RTM_NEWNEIGH,
  RTM_NEWROUTE,
} from './rtnetlink.ts'

/** `RTNLGRP_LINK`, `_NEIGH`, `_IPV4_IFADDR`, `_IPV4_ROUTE`, `_IPV4_RULE`, `_IPV4_NETCONF`. */
const ROUTING_GROUPS = [1, 3, 5, 7, 8, 24]
/** `XFRMNLGRP_POLICY`. */
const POLICY_GROUPS = [4]
const RTM_NEWRULE = 32
const RTM_DELRULE = 33
const RTM_NEWNETCONF = 80
const NETCONFA_IFINDEX = 1
const NETCONFA_IFINDEX_ALL = -1
const RTM_F_CLONED = 0x200
/** Sizes of `struct rtmsg`, `ifinfomsg`, `ifaddrmsg`, `ndmsg` and `netconfmsg`, which attributes follow. */
const RTMSG = 12
const IFINFOMSG = 16
const IFADDRMSG = 8
const NDMSG = 12
const NETCONFMSG = 4
/** Offset of the link's index in `struct rtnexthop`. */
const NEXT_HOP_LINK = 4

/** Changes are reported in bursts. One that is undone within this time is not reported. */
const GATHER_MS = 100
/** Further notices are reported as one `other`. */
const MOST_GATHERED = 4096

type Payload = Uint8Array

export const readRoutes = (): Promise<readonly Route[]> =>
  dump(
    NETLINK_ROUTE,
    { type: RTM_GETROUTE, payload: new Uint8Array(RTMSG).fill(AF_INET, 0, 1) },
    ({ type, payload }) => (type === RTM_NEWROUTE ? routeIn(payload) : undefined),
  )

export function watchRouting(noticed: (notices: readonly LinkNotice[]) => void): Disposable {
  let gathered: { type: number; payload: Payload }[] = []
  let isOther = false
  let timer: NodeJS.Timeout | undefined
  const report = (): void => {
    timer = undefined
    const notices = gathered.flatMap(({ type, payload }) => noticeIn(type, payload) ?? [])
    if (isOther) notices.push({ kind: 'other' })
    gathered = []
    isOther = false
    if (notices.length > 0) noticed(notices)
  }
  const gather = (): void => {
    timer ??= setTimeout(report, GATHER_MS).unref()
  }
  const lose = (): void => {
    isOther = true
    gather()
  }
  const opened = new DisposableStack()
  opened.use(
    openKernelNotifications({
      protocol: NETLINK_ROUTE,
      groups: ROUTING_GROUPS,
      receive(messages) {
        if (!messages || gathered.length > MOST_GATHERED) return lose()
        for (const { type, payload } of messages) {
          if (type === RTM_NEWRULE || type === RTM_DELRULE) lose()
          else gathered.push({ type, payload: new Uint8Array(payload) })
        }
        gather()
      },
    }),
  )
  const policies = watchPolicies(lose)
  if (policies) opened.use(policies)
  opened.defer(() => clearTimeout(timer))
  return opened
}

/** Undefined if the kernel has no XFRM. */
function watchPolicies(changed: () => void): Disposable | undefined {
  try {
    return openKernelNotifications({ protocol: NETLINK_XFRM, groups: POLICY_GROUPS, receive: changed })
  } catch (error) {
    if (error instanceof Unavailable) return undefined
    throw error
  }
}

/** Decodes a message of rtnetlink. Undefined for other messages and for links that were removed. */
function noticeIn(type: number, payload: Payload): LinkNotice | undefined {
  switch (type) {
    case RTM_NEWLINK:
      return linkIn(payload)
    case RTM_DELLINK:
      return goneLinkIn(payload)
    case RTM_NEWADDR:
    case RTM_DELADDR:
      return addressIn(payload, type === RTM_NEWADDR)
    case RTM_NEWNEIGH:
    case RTM_DELNEIGH:
      return neighbourIn(payload, type === RTM_NEWNEIGH)
    case RTM_NEWROUTE:
    case RTM_DELROUTE: {
      const route = routeIn(payload)
      return route && { kind: 'route', present: type === RTM_NEWROUTE, route }
    }
    case RTM_NEWNETCONF:
      return settingsIn(payload)
    default:
      return undefined
  }
}

function linkIn(payload: Payload): LinkNotice | undefined {
  if (payload.length < IFINFOMSG) return undefined
  const view = viewOf(payload)
  const link = linkNameOf(view.getUint32(4, true))
  const mac = readAttribute(payload.subarray(IFINFOMSG), IFLA_ADDRESS)
  const up = (view.getUint32(8, true) & IFF_UP) !== 0
  return link === undefined
    ? undefined
    : { kind: 'link', link, up, mac: mac?.length === 6 ? formatMac(mac) : undefined }
}

/** A link that was removed. Its index has no name any more, and another link may have the name. */
function goneLinkIn(payload: Payload): LinkNotice | undefined {
  const name = payload.length < IFINFOMSG ? undefined : readAttribute(payload.subarray(IFINFOMSG), IFLA_IFNAME)
  const link = name && Buffer.from(name.subarray(0, -1)).toString('latin1')
  return link === undefined || indexOf(link) !== 0 ? undefined : { kind: 'link', link, up: false, mac: undefined }
}

function addressIn(payload: Payload, present: boolean): LinkNotice | undefined {
  if (payload.length < IFADDRMSG || payload[0] !== AF_INET) return undefined
  const link = linkNameOf(viewOf(payload).getUint32(4, true))
  const ip = readIp(payload.subarray(IFADDRMSG), IFA_LOCAL)
  return link && ip ? { kind: 'address', present, link, address: `${ip}/${payload[1]}` } : undefined
}

function neighbourIn(payload: Payload, present: boolean): LinkNotice | undefined {
  if (payload.length < NDMSG || payload[0] !== AF_INET) return undefined
  const view = viewOf(payload)
  const link = linkNameOf(view.getUint32(4, true))
  const attributes = payload.subarray(NDMSG)
  const ip = readIp(attributes, NDA_DST)
  const mac = readAttribute(attributes, NDA_LLADDR)
  const isPermanent = present && (view.getUint16(8, true) & NUD_PERMANENT) !== 0 && mac?.length === 6
  return link && ip ? { kind: 'neighbour', link, ip, mac: isPermanent ? formatMac(mac) : undefined } : undefined
}

function settingsIn(payload: Payload): LinkNotice | undefined {
  const bytes = readAttribute(payload.subarray(NETCONFMSG), NETCONFA_IFINDEX)
  if (payload[0] !== AF_INET || bytes?.length !== 4) return undefined
  const index = viewOf(bytes).getInt32(0, true)
  if (index === NETCONFA_IFINDEX_ALL) return { kind: 'settings', link: undefined }
  const link = index > 0 ? linkNameOf(index) : undefined
  return link === undefined ? undefined : { kind: 'settings', link }
}

/** Undefined for routes that are not IPv4, that are cached, or whose link was removed. */
function routeIn(payload: Payload): Route | undefined {
  if (payload.length < RTMSG || payload[0] !== AF_INET) return undefined
  if ((viewOf(payload).getUint32(8, true) & RTM_F_CLONED) !== 0) return undefined
  const attributes = payload.subarray(RTMSG)
  const hops = readAttribute(attributes, RTA_MULTIPATH)
  const index = readUint32(attributes, RTA_OIF) ?? (hops && viewOf(hops).getUint32(NEXT_HOP_LINK, true))
  const link = index === undefined ? undefined : linkNameOf(index)
  if (index !== undefined && link === undefined) return undefined
  const destination = readAttribute(attributes, RTA_DST)
  return {
    table: readUint32(attributes, RTA_TABLE) ?? payload[4]!,
    type: payload[7]!,
    net: { base: destination ? viewOf(destination).getUint32(0) : 0, prefix: payload[1]! },
    link,
    gateway: readIp(attributes, RTA_GATEWAY),
    source: readIp(attributes, RTA_PREFSRC),
    metric: readUint32(attributes, RTA_PRIORITY) ?? 0,
    origin: payload[5]!,
  }
}
