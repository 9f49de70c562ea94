import { constants } from 'node:os'
import { formatMac, type Mac } from '../../values/mac.ts'
import { type NetlinkOutcome, readAttribute, viewOf } from '../../wire/netlink.ts'
import type { LinkChange, LinkFailure } from '../routing.ts'
import { indexOf } from './libc.ts'
import { dump, messageOfOutcome, NETLINK_ROUTE, request } from './netlink.ts'
import { IFLA_PERM_ADDRESS, ifinfomsg, type RoutingChange, RTM_GETLINK, raised, requestOf } from './rtnetlink.ts'
import { changeInputGuard } from './xfrm.ts'

const { EBUSY, EEXIST, ENODEV, ENXIO, EADDRNOTAVAIL, ENOENT } = constants.errno
const { ESRCH, ENETDOWN, ENETUNREACH, EHOSTUNREACH, EPROTONOSUPPORT } = constants.errno

/** The object to remove does not exist. */
const GONE = new Set([ENODEV, ENXIO, EADDRNOTAVAIL, ENOENT, ESRCH])
/** The link, its route, or a part of the kernel is missing: the change itself is valid. */
const MISSING = new Set([...GONE, ENETDOWN, ENETUNREACH, EHOSTUNREACH, EPROTONOSUPPORT])
/** The kernel's message for an unreachable next hop. Its errno, EINVAL or ENETUNREACH, is ambiguous. */
const INVALID_GATEWAY = 'Nexthop has invalid gateway'
/** The kernel's message for a route with a missing source address. Its errno is EINVAL. */
const INVALID_SOURCE = 'Invalid prefsrc address'
/** The kernel's message for a kind of link that it does not support. */
const UNKNOWN_KIND = 'Unknown device type'

/** Applies all changes in order, also after a failure. Returns the failures by position. */
export async function changeLinks(changes: readonly LinkChange[]): Promise<readonly (LinkFailure | undefined)[]> {
  const failures: (LinkFailure | undefined)[] = []
  let start = 0
  for (const [i, { kind }] of changes.entries()) {
    // The kernel identifies links by index, which a new link has only after it was added.
    if (kind !== 'bridge' && kind !== 'vlan' && i < changes.length - 1) continue
    failures.push(...(await changeAtOnce(changes.slice(start, i + 1))))
    start = i + 1
  }
  return failures
}

async function changeAtOnce(changes: readonly LinkChange[]): Promise<readonly (LinkFailure | undefined)[]> {
  const indexes = new Map<string, number>()
  for (const link of changes.flatMap(linksOf)) if (!indexes.has(link)) indexes.set(link, indexOf(link))
  const numberOf = (link: string): number => indexes.get(link) ?? 0
  const possible = changes.filter(isForLinks).filter((change) => linksOf(change).every((link) => numberOf(link) !== 0))
  const resolved = await Promise.all(possible.map((change) => withPermanentMac(change, numberOf)))
  const outcomes = await request(
    NETLINK_ROUTE,
    resolved.map((change) => requestOf(change, numberOf)),
  )
  for (const [i, change] of resolved.entries())
    if (change.kind === 'mac' && outcomes[i]?.errno === EBUSY) outcomes[i] = await changeMacBelow(change, numberOf)
  const byChange = new Map<LinkChange, NetlinkOutcome>(possible.map((change, i) => [change, outcomes[i]!]))
  for (const change of changes)
    if (change.kind === 'input guard') byChange.set(change, await changeInputGuard(change.bits, change.present))
  return changes.map((change) => failureOf(change, byChange.get(change) ?? { errno: ENODEV, words: undefined }))
}

/** Whether the change is made through rtnetlink. */
const isForLinks = (change: LinkChange): change is RoutingChange => change.kind !== 'input guard'

/** The links that must exist for a change. */
function linksOf(change: LinkChange): string[] {
  switch (change.kind) {
    case 'rule':
    case 'input guard':
      return []
    case 'any route':
      return change.route.link === undefined ? [] : [change.route.link]
    case 'bridge':
      return change.present ? [] : [change.link]
    case 'vlan':
      return [change.present ? change.parent : change.link]
    default:
      return [change.link]
  }
}

function failureOf(change: LinkChange, outcome: NetlinkOutcome): LinkFailure | undefined {
  const { errno } = outcome
  if (errno === 0 || (!change.present && GONE.has(errno))) return undefined
  if (errno === EEXIST && (change.kind === 'rule' || change.kind === 'route')) return undefined
  const reason = messageOfOutcome(outcome)
  if (reason === UNKNOWN_KIND && change.kind === 'vlan')
    return { reason: 'this kernel has no 802.1Q (module 8021q)', missing: false }
  return { reason, missing: MISSING.has(errno) || reason === INVALID_GATEWAY || reason === INVALID_SOURCE }
}

/** Adds the permanent MAC address to a change that restores it, if the link has one. */
async function withPermanentMac(change: RoutingChange, numberOf: (link: string) => number): Promise<RoutingChange> {
  if (change.kind !== 'mac' || change.present) return change
  const mac = await permanentMac(numberOf(change.link))
  return mac ? { kind: 'mac', link: change.link, present: true, mac } : change
}

async function permanentMac(index: number): Promise<Mac | undefined> {
  const [mac] = await dump(NETLINK_ROUTE, { type: RTM_GETLINK, payload: ifinfomsg(0) }, ({ payload }) => {
    if (payload.length < 16 || viewOf(payload).getUint32(4, true) !== index) return undefined
    const bytes = readAttribute(payload.subarray(16), IFLA_PERM_ADDRESS)
    return bytes?.length === 6 ? formatMac(bytes) : undefined
  })
  return mac
}

/** Some hardware accepts another MAC address only while the link is down. */
async function changeMacBelow(
  change: Extract<LinkChange, { kind: 'mac' }>,
  numberOf: (link: string) => number,
): Promise<NetlinkOutcome> {
  const index = numberOf(change.link)
  const [, outcome] = await request(NETLINK_ROUTE, [
    raised(index, false),
    requestOf(change, numberOf),
    raised(index, true),
  ])
  return outcome!
}
