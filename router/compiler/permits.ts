import { formatSubnet } from '../values/subnet.ts'
import type { Packet } from './decision.ts'
import { addressesOf, endAt, type MemberAt, opens } from './ends.ts'
import { decide } from './firewall/decide.ts'
import { POLICY_ROWS } from './firewall/policies.ts'
import type { Admission, Frame, Member, Network } from './network.ts'
import type { Slot } from './rules.ts'

/** A tracked connection: its first packet, its responder, and the source address after translation. */
export interface Flow extends Packet {
  readonly answeredBy: string
  readonly leftAs: string
}

/**
 * Whether the Network permits an open connection. Connections without an end in the household or at the router are permitted.
 */
export function permits(network: Network, memberAt: MemberAt, flow: Flow): boolean {
  const [from, to] = [endAt(network, memberAt, flow.source), endAt(network, memberAt, flow.answeredBy)]
  if (from.kind === 'internet' && to.kind === 'internet') return true
  const { verdict, ledTo } = decide(network, memberAt, flow)
  if (verdict !== 'accept' || (ledTo?.ip ?? flow.destination) !== flow.answeredBy) return false
  return from.kind === 'router' || to.kind !== 'internet' || isGoodWay(network.frame, flow.leftAs)
}

/** False if the uplink of the connection does not work any more, or the router has lost the source address. */
function isGoodWay({ uplinks }: Frame, leftAs: string): boolean {
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
  RESTRICTING.some((map) => after && opens(after, map) && !opens(before, map))

const admissionKey = ({ map, key, value }: Admission): string => `${map} ${key.join(' ')} ${value ?? ''}`

/** Whether the rules of a slot now permit less, or redirect to another destination. */
export function narrows(before: Slot | undefined, after: Slot | undefined): boolean {
  const blocks = (before ?? after)?.set.kind.endsWith('block')
  const [had, has] = [spanKeys(before), spanKeys(after)]
  return blocks ? [...has].some((span) => !had.has(span)) : [...had].some((span) => !has.has(span))
}

const spanKeys = (slot: Slot | undefined): Set<string> =>
  new Set(slot?.spans.map(({ ports, target }) => JSON.stringify([ports, target])))

/** Whether the frame changed in a way that may affect every connection: open services of the router, or uplinks. */
export const turns = (before: Frame, after: Frame): boolean => ways(before) !== ways(after)

const ways = ({ firewall, customs, uplinks, nets, filter }: Frame): string =>
  JSON.stringify([
    firewall,
    customs,
    // An address that was lost may return soon, and its connections then continue.
    uplinks
      .filter(({ address }) => address)
      .map(({ link, address, additional, well }) => [link, address, additional, well]),
    nets.map(formatSubnet),
    filter.rules.quarantineHost,
  ])
