import { isAnyPort } from '../model/firewall/config/port.ts'
import { type AddressSet, rangesOf } from '../values/addressset.ts'
import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import { formatSubnet, type Subnet } from '../values/subnet.ts'
import type { ConnectionPattern } from '../wire/conntrack-selection.ts'
import type { RuleSpan, Slot, SlotChange } from './configrules.ts'
import type { Packet } from './decision.ts'
import { addressesOf, endAt, type MemberAt, opens } from './ends.ts'
import { decide } from './firewall/decide.ts'
import { isExitSet } from './firewall/exits.ts'
import { openToInternet } from './firewall/own.ts'
import { POLICY_ROWS } from './firewall/policies.ts'
import type { Admission, Frame, Member, Network } from './network.ts'
import { isPfwSet, pfwText } from './pfwrules.ts'
import { outgoingOf } from './tunnels.ts'

/** A tracked connection: its first packet, its responder, and the source address after translation. */
export interface TrackedFlow extends Packet {
  readonly answeredBy: string
  readonly leftAs: string
}

/**
 * Whether the Network permits an open connection. Connections without an end in the household or at the router are permitted.
 */
export function permits(network: Network, memberAt: MemberAt, flow: TrackedFlow): boolean {
  const [from, to] = [endAt(network, memberAt, flow.source), endAt(network, memberAt, flow.answeredBy)]
  if (from.kind === 'internet' && to.kind === 'internet') return true
  const { verdict, ledTo, through } = decide(network, memberAt, flow)
  if (verdict !== 'accept' || (ledTo?.ip ?? flow.destination) !== flow.answeredBy) return false
  return from.kind === 'router' || to.kind !== 'internet' || isGoodWay(network.frame, flow.leftAs, through)
}

/** False if the connection left by another link than its packets do now, by an uplink that does not work, or from a lost address. */
function isGoodWay({ uplinks, tunnels }: Frame, leftAs: string, through: string | undefined): boolean {
  if (through) return tunnels.some(({ link, addresses }) => link === through && addresses.includes(leftAs))
  const uplink = uplinks.find((one) => addressesOf(one).includes(leftAs))
  if (uplink) return uplink.well || uplinks.every(({ well }) => !well)
  return uplinks.some(({ address }) => address === undefined)
}

/** Whether a member has lost an element, so that connections may have lost their permission. */
export function hasLost(before: Member | undefined, after: Member | undefined): boolean {
  if (!before?.place) return false
  const kept = new Set(after?.admissions.map(admissionKey))
  return before.admissions.some((admission) => !kept.has(admissionKey(admission))) || gains(before, after)
}

/** Sets in which a new element removes a permission. */
const RESTRICTING = ['dns_custom', ...POLICY_ROWS.filter(({ restricts }) => restricts).map(({ set }) => set)]

const gains = (before: Member, after: Member | undefined): boolean =>
  RESTRICTING.some((map) => after && opens(after, map) && !opens(before, map)) ||
  (after?.admissions.some(({ map }) => (isExitSet(map) || isPfwSet(map)) && !opens(before, map)) ?? false)

const admissionKey = ({ map, key, value }: Admission): string => `${map} ${key.join(' ')} ${value ?? ''}`

/**
 * The connections that may have lost their permission by a changed rule: those that a new block matches, or that a deleted
 * forward or endpoint admitted.
 */
export function lostBySlot({ before, after }: SlotChange): ConnectionPattern[] {
  const isBlock = (before ?? after)?.set.kind.endsWith('block')
  const [kept, lost] = isBlock ? [before, after] : [after, before]
  if (!lost) return []
  const still = new Set(kept?.spans.map(spanKey))
  return lost.spans.filter((span) => !still.has(spanKey(span))).map((span) => patternOf(lost, span))
}

const spanKey = ({ ports, target }: RuleSpan): string => JSON.stringify([ports, target])

/** The connections that a rule is about. A port that a forward translates is not compared: its target is. */
function patternOf({ set, key }: Slot, { ports, target }: RuleSpan): ConnectionPattern {
  const parts = [...key]
  const net = (prefix: number): Subnet => ({ base: prefix === 0 ? 0 : ipToNumber(parts.shift()!), prefix })
  const source = 'source' in set ? net(set.source) : ALL_ADDRESSES
  const destination = 'destination' in set ? net(set.destination) : hostOf(target)
  const protocol = parts[0] === 'tcp' ? TCP : UDP
  const isEveryPort = target !== undefined || ports === undefined || isAnyPort(ports)
  return { source, destination, protocol, ...(isEveryPort ? {} : { ports }) }
}

const ALL_ADDRESSES: Subnet = { base: 0, prefix: 0 }
const hostOf = (target: RuleSpan['target']): Subnet =>
  target ? { base: ipToNumber(target.ip), prefix: 32 } : ALL_ADDRESSES

/** IANA's numbers. */
const TCP = 6
const UDP = 17

/** Whether the frame changed in a way that may affect every connection: open services of the router, or uplinks. */
export const turns = (before: Frame, after: Frame): boolean =>
  before.geo?.all !== after.geo?.all || ways(before) !== ways(after) || networksDiffer(before.pfw, after.pfw)

const networksDiffer = (before: Frame['pfw'], after: Frame['pfw']): boolean =>
  before.some(({ networks }, place) => networks !== after[place]?.networks)

/** Addresses of domains that a rule has gained or lost. */
export function movedHosts(before: Frame, after: Frame): Ip[] {
  const moved = after.pfw.flatMap(({ hosts }, place) => {
    const had = before.pfw[place]?.hosts
    if (!hosts || hosts === had) return []
    const [now, then] = [hosts, had ?? NO_ADDRESSES].map(addressesIn)
    return [...now!.symmetricDifference(then!)]
  })
  return moved.map(numberToIp)
}

const NO_ADDRESSES: AddressSet = new Uint32Array()
const addressesIn = (hosts: AddressSet): Set<number> =>
  new Set(
    [...rangesOf(hosts)].flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, nth) => start + nth)),
  )

const ways = ({ firewall, customs, uplinks, tunnels, exits, pfw, nets, filter }: Frame): string =>
  JSON.stringify([
    firewall,
    customs,
    // An address that was lost may return soon, and its connections then continue.
    uplinks
      .filter(({ address }) => address)
      .map(({ link, address, additional, well }) => [link, address, additional, well]),
    outgoingOf({ tunnels }).map(({ link, addresses }) => [link, addresses]),
    // A forward may have had a port that the router uses now.
    openToInternet({ firewall, tunnels }),
    exits.map(({ number, link, nets, hosts }) => [number, link, [...nets, ...hosts].map(formatSubnet)]),
    pfwText({ pfw }),
    nets.map(formatSubnet),
    filter.rules.quarantineHost,
  ])

/**
 * The addresses of tunnels that an exit does not use any more. A provider may give the same address in all its tunnels, so that
 * the address alone does not show by which of them a connection left.
 */
export function leftTunnels(before: Frame, after: Frame): ReadonlySet<string> {
  const left = before.exits.flatMap(({ number, link }) =>
    link !== undefined && after.exits.find((exit) => exit.number === number)?.link !== link ? [link] : [],
  )
  return new Set(before.tunnels.filter(({ link }) => left.includes(link)).flatMap(({ addresses }) => addresses))
}
