import { formatSubnet } from '../values/subnet.ts'
import type { Packet } from './decision.ts'
import { addressesOf, endAt, type MemberAt, opens } from './ends.ts'
import { decide } from './firewall/decide.ts'
import { POLICY_ROWS } from './firewall/policies.ts'
import type { Admission, Frame, Member, Network } from './network.ts'
import type { Slot } from './rules.ts'

/** A connection that is tracked: as its opener sent it, who answers it, and by which address it left. */
export interface Flow extends Packet {
  readonly answeredBy: string
  readonly leftAs: string
}

/**
 * Whether a connection may go on. What neither begins nor ends in the household or at the router is none of its business,
 * and may.
 */
export function permits(network: Network, memberAt: MemberAt, flow: Flow): boolean {
  const [from, to] = [endAt(network, memberAt, flow.source), endAt(network, memberAt, flow.answeredBy)]
  if (from.kind === 'internet' && to.kind === 'internet') return true
  const { verdict, ledTo } = decide(network, memberAt, flow)
  if (verdict !== 'accept' || (ledTo?.ip ?? flow.destination) !== flow.answeredBy) return false
  return from.kind === 'router' || to.kind !== 'internet' || isGoodWay(network.frame, flow.leftAs)
}

/** A connection that left by an uplink that leads nowhere now, or by an address that is no longer ours, hangs. */
function isGoodWay({ uplinks }: Frame, leftAs: string): boolean {
  const uplink = uplinks.find((one) => addressesOf(one).includes(leftAs))
  if (uplink) return uplink.well || uplinks.every(({ well }) => !well)
  return uplinks.some(({ address }) => address === undefined)
}

/** Whether a member has had something taken away, so that connections may have lost their permission. */
export function hasLost(before: Member | undefined, after: Member | undefined): boolean {
  if (!before?.place) return false
  const kept = new Set(after?.admissions.map(admissionKey))
  return before.admissions.some((admission) => !kept.has(admissionKey(admission))) || gains(before, after)
}

/** Sets in which a new element takes something away. */
const RESTRICTING = ['dns_custom', ...POLICY_ROWS.filter(({ restricts }) => restricts).map(({ set }) => set)]

const gains = (before: Member, after: Member | undefined): boolean =>
  RESTRICTING.some((map) => after && opens(after, map) && !opens(before, map))

const admissionKey = ({ map, key, value }: Admission): string => `${map} ${key.join(' ')} ${value ?? ''}`

/** Whether rules that speak of the same things now let less through, or lead it elsewhere. */
export function narrows(before: Slot | undefined, after: Slot | undefined): boolean {
  const blocks = (before ?? after)?.set.kind.endsWith('block')
  const [had, has] = [spanKeys(before), spanKeys(after)]
  return blocks ? [...has].some((span) => !had.has(span)) : [...had].some((span) => !has.has(span))
}

const spanKeys = (slot: Slot | undefined): Set<string> =>
  new Set(slot?.spans.map(({ ports, target }) => JSON.stringify([ports, target])))

/** Whether something that concerns every connection is not as it was: what of the router is open, or the ways out. */
export const turns = (before: Frame, after: Frame): boolean => ways(before) !== ways(after)

const ways = ({ firewall, customs, uplinks, nets, filter }: Frame): string =>
  JSON.stringify([
    firewall,
    customs,
    // An address that has just been lost may come back the next moment, and its connections with it.
    uplinks
      .filter(({ address }) => address)
      .map(({ link, address, additional, well }) => [link, address, additional, well]),
    nets.map(formatSubnet),
    filter.rules.quarantineHost,
  ])
