import { titled } from '../features/devices/title.ts'
import { groupMaps, tagSet } from '../features/groups/group.ts'
import { containsIp, PRIVATE_NETS, type Subnet, UNROUTABLE_NETS } from '../values/subnet.ts'
import { accept, byCustom, byRule, type Decision, drop, type Packet, refuse } from './decision.ts'
import { disablerOf, type End, opens } from './ends.ts'
import { ruleFor } from './lookup.ts'
import type { Custom, Network } from './network.ts'

interface Journey {
  readonly network: Network
  readonly from: End
  readonly to: End
  /** With the destination and port that it has been led to. */
  readonly packet: Packet
  /** The forward that led it there. */
  readonly forward: string | undefined
}

/** What is routed from one to another: the chains `forward…` of the ruleset, in their order. */
export function routed(journey: Journey): Decision {
  const { network, from, to, packet } = journey
  const blocked = ruleFor(network, 'forward block', packet)
  if (blocked) return (from.kind === 'internet' ? drop : refuse)(...byRule(blocked))
  if (from.kind === 'internet') return inward(journey)
  if (to.kind === 'internet' || to.kind === 'multicast') return outward(journey)
  return across(journey)
}

const leads = (nets: readonly Subnet[], ip: string): boolean => nets.some((net) => containsIp(net, ip))

/** From the internet. */
function inward({ to, forward }: Journey): Decision {
  if (to.kind === 'nobody') return drop('default', 'nobody has this address now')
  if (isQuarantined(to)) return drop('policy', 'quarantine')
  const disabler = disablerOf(to)
  if (disabler) return drop(...byCustom(disabler))
  if (forward && to.kind !== 'internet') return accept('rule', forward)
  return drop('default', 'nothing is forwarded to it')
}

/** To the internet. */
function outward({ network, from, to, packet }: Journey): Decision {
  if (leads(UNROUTABLE_NETS, to.ip)) return refuse('default', 'no router leads to this address')
  if (isToQuarantineHost(network, from, to)) return accept('default', QUARANTINE_HOST)
  const endpoint = endpointFor(network, from, packet)
  if (endpoint) return accept('rule', endpoint)
  const isPrivate = leads(PRIVATE_NETS, to.ip)
  if (from.kind === 'custom') {
    const may = from.customs.find(
      ({ policies }) => policies.includes('wan') && (!isPrivate || policies.includes('lan_upstream')),
    )
    return may ? accept(...byCustom(may)) : refuse('default', `its rule has no policy ${titled('wan')}`)
  }
  if (from.kind !== 'device') return drop('default', 'it is none of the household')
  if (isPrivate && !opens(from.member, 'upstream_private_rfc1918_allowed'))
    return refuse(
      'default',
      `a private address beyond the uplink needs the policies ${titled('wan')} and ${titled('lan_upstream')}`,
    )
  return opens(from.member, 'internet_access')
    ? accept('policy', 'wan')
    : refuse('default', `it has no policy ${titled('wan')}`)
}

/** Within the household, and what is behind other links. */
function across({ network, from, to, packet, forward }: Journey): Decision {
  if (to.kind === 'nobody') return refuse('default', 'nobody has this address now')
  if (isQuarantined(to)) return refuse('policy', 'quarantine')
  const disabler = disablerOf(to)
  if (disabler) return refuse(...byCustom(disabler))
  if (isToQuarantineHost(network, from, to)) return accept('default', QUARANTINE_HOST)
  const endpoint = endpointFor(network, from, packet)
  if (endpoint) return accept('rule', endpoint)
  const group = network.frame.groups.find(
    ({ name, enabled }) => enabled && isIn(from, name, 'source') && isIn(to, name, 'destination'),
  )
  if (group) return accept('group', group.name)
  const opener = [...customsOf(from), ...customsOf(to)].find(({ policies }) => policies.includes('lan'))
  if (opener && from.kind !== to.kind && !isQuarantined(from)) return accept(...byCustom(opener))
  const may = (policy: 'internet_access' | 'lan_access'): boolean =>
    from.kind === 'device' && opens(from.member, policy)
  if (forward && (may('internet_access') || customsOf(from).some(({ policies }) => policies.includes('wan'))))
    return accept('rule', forward)
  if (to.kind !== 'device') return refuse('default', 'nothing leads to this link')
  if (may('lan_access')) return accept('policy', 'lan')
  return refuse('default', `it has no policy ${titled('lan')}, and they share no group, tag or rule`)
}

const customsOf = (end: End): readonly Custom[] => (end.kind === 'custom' ? end.customs : [])
const QUARANTINE_HOST = 'it is the host that names lead to in quarantine'
const isToQuarantineHost = ({ frame }: Network, from: End, to: End): boolean =>
  isQuarantined(from) && to.ip === frame.filter.rules.quarantineHost
const isQuarantined = (end: End): boolean => end.kind === 'device' && opens(end.member, 'quarantine')

const isIn = (end: End, group: string, side: 'source' | 'destination'): boolean =>
  end.kind === 'device'
    ? opens(end.member, groupMaps(group)[side])
    : customsOf(end).some(({ groups }) => groups.includes(group))

/** The endpoint that one of the sender's tags leads to. */
function endpointFor(network: Network, from: End, packet: Packet): string | undefined {
  for (const tag of network.frame.tags) {
    const has =
      from.kind === 'device' ? opens(from.member, tagSet(tag)) : customsOf(from).some(({ tags }) => tags.includes(tag))
    const rule = has ? ruleFor(network, 'endpoint', packet, tag)?.rule : undefined
    if (rule) return rule
  }
  return undefined
}
