import { constants } from 'node:os'
import { type Ip, ipToNumber } from '../../values/ip.ts'
import { parseMac } from '../../values/mac.ts'
import { encodeAttribute, encodeNested, joined, NLM_F_CREATE, NLM_F_REPLACE, text, uint32 } from '../../wire/netlink.ts'
import type { LinkChange, LinkFailure } from '../machine.ts'
import { indexOf } from './libc.ts'
import { NETLINK_ROUTE, type Request, request, wordsOf } from './netlink.ts'

/** rtnetlink(7): `linux/rtnetlink.h`, `if_link.h`, `if_addr.h`, `neighbour.h`. */
const RTM_NEWLINK = 16
const RTM_DELLINK = 17
const RTM_NEWADDR = 20
const RTM_DELADDR = 21
const RTM_NEWROUTE = 24
const RTM_DELROUTE = 25
const RTM_NEWNEIGH = 28
const RTM_DELNEIGH = 29
const IFF_UP = 1
const IFLA_IFNAME = 3
const IFLA_LINKINFO = 18
const IFLA_INFO_KIND = 1
const IFA_ADDRESS = 1
const IFA_LOCAL = 2
const NDA_DST = 1
const NDA_LLADDR = 2
const NUD_PERMANENT = 0x80
const RTA_OIF = 4
const RTA_GATEWAY = 5
const RTA_PRIORITY = 6
const RTA_PREFSRC = 7
const AF_INET = 2
const RT_TABLE_MAIN = 254
const RTPROT_BOOT = 3
const RTN_UNICAST = 1
const RT_SCOPE_NOWHERE = 255

const { ENODEV, ENXIO, EADDRNOTAVAIL, ENOENT, ESRCH, ENETDOWN, ENETUNREACH, EHOSTUNREACH } = constants.errno

/** What is to go is not there. */
const GONE = new Set([ENODEV, ENXIO, EADDRNOTAVAIL, ENOENT, ESRCH])
/** The link, or the way over it, is not there: nothing that anybody asked for is wrong. */
const MISSING = new Set([...GONE, ENETDOWN, ENETUNREACH, EHOSTUNREACH])

/** Changes in their order, each tried whatever became of those before it; why those failed that did. */
export async function changeLinks(changes: readonly LinkChange[]): Promise<readonly (LinkFailure | undefined)[]> {
  const failures: (LinkFailure | undefined)[] = []
  let start = 0
  for (const [i, { kind }] of changes.entries()) {
    // A link is known to the kernel by its number, which a new one has only once it is there.
    if (kind !== 'bridge' && i < changes.length - 1) continue
    failures.push(...(await changeAtOnce(changes.slice(start, i + 1))))
    start = i + 1
  }
  return failures
}

async function changeAtOnce(changes: readonly LinkChange[]): Promise<readonly (LinkFailure | undefined)[]> {
  const indexes = new Map<string, number>()
  for (const { link } of changes) if (!indexes.has(link)) indexes.set(link, indexOf(link))
  const possible = changes.filter((change) => isNew(change) || indexes.get(change.link))
  const outcomes = await request(
    NETLINK_ROUTE,
    possible.map((change) => requestOf(change, indexes.get(change.link) ?? 0)),
  )
  const byChange = new Map(possible.map((change, i) => [change, outcomes[i]!]))
  return changes.map((change) => {
    const outcome = byChange.get(change) ?? { errno: ENODEV, words: undefined }
    if (outcome.errno === 0 || (!change.present && GONE.has(outcome.errno))) return undefined
    const reason = wordsOf(outcome)
    return { reason, missing: MISSING.has(outcome.errno) || reason === INVALID_GATEWAY }
  })
}

/** The kernel's words for a next hop that no address of ours leads to (yet). Its number says less: EINVAL or ENETUNREACH. */
const INVALID_GATEWAY = 'Nexthop has invalid gateway'

const isNew = ({ kind, present }: LinkChange): boolean => kind === 'bridge' && present

function requestOf(change: LinkChange, index: number): Request {
  const { kind, present } = change
  const flags = present ? NLM_F_CREATE | NLM_F_REPLACE : 0
  switch (kind) {
    case 'bridge': {
      // Without NLM_F_EXCL a link that has the name already is left as it is.
      const named = encodeAttribute(IFLA_IFNAME, text(change.link))
      const bridge = encodeNested(IFLA_LINKINFO, encodeAttribute(IFLA_INFO_KIND, text('bridge')))
      return present
        ? { type: RTM_NEWLINK, flags: NLM_F_CREATE, payload: joined(ifinfomsg(0, 0), named, bridge) }
        : { type: RTM_DELLINK, flags, payload: ifinfomsg(index, 0) }
    }
    case 'up':
      return { type: RTM_NEWLINK, flags: 0, payload: ifinfomsg(index, present ? IFF_UP : 0, IFF_UP) }
    case 'address': {
      const header = joined(Uint8Array.of(AF_INET, change.prefix, 0, 0), uint32(index))
      const ip = ipBytes(change.ip)
      return {
        type: present ? RTM_NEWADDR : RTM_DELADDR,
        flags,
        payload: joined(header, encodeAttribute(IFA_LOCAL, ip), encodeAttribute(IFA_ADDRESS, ip)),
      }
    }
    case 'neighbour': {
      const header = joined(Uint8Array.of(AF_INET, 0, 0, 0), uint32(index), Uint8Array.of(NUD_PERMANENT, 0, 0, 0))
      const known = present ? [encodeAttribute(NDA_LLADDR, parseMac(change.mac))] : []
      return {
        type: present ? RTM_NEWNEIGH : RTM_DELNEIGH,
        flags,
        payload: joined(header, encodeAttribute(NDA_DST, ipBytes(change.ip)), ...known),
      }
    }
    case 'default route': {
      // What goes is found by its attributes alone: scope "nowhere" and no type or origin match any, as in ip-route(8).
      const manner = present ? [RTPROT_BOOT, 0, RTN_UNICAST] : [0, RT_SCOPE_NOWHERE, 0]
      return {
        type: present ? RTM_NEWROUTE : RTM_DELROUTE,
        flags,
        payload: joined(
          Uint8Array.of(AF_INET, 0, 0, 0, RT_TABLE_MAIN, ...manner),
          uint32(0),
          encodeAttribute(RTA_GATEWAY, ipBytes(change.gateway)),
          encodeAttribute(RTA_OIF, uint32(index)),
          encodeAttribute(RTA_PRIORITY, uint32(change.metric)),
          encodeAttribute(RTA_PREFSRC, ipBytes(change.source)),
        ),
      }
    }
  }
}

/** `struct ifinfomsg`: of the flags in `touched` those that are in `flags` too are set, and the others cleared. */
const ifinfomsg = (index: number, flags: number, touched = flags): Uint8Array =>
  joined(uint32(0), uint32(index), uint32(flags), uint32(touched))

/** Addresses go in network order. */
const ipBytes = (ip: Ip): Uint8Array => {
  const value = ipToNumber(ip)
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value)
}
