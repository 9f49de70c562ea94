import { type Phrase, phrase } from '../../phrases/phrase.ts'
import { containsIp, MULTICAST_NET } from '../../values/subnet.ts'
import type { Decision, Packet, Reason } from '../decision.ts'
import { type End, endAt, type MemberAt } from '../ends.ts'
import { LAN_BRIDGE } from '../links.ts'
import type { Network, TunnelExit } from '../network.ts'
import type { Walk } from './packet.ts'
import { EXIT, exitMark } from './rule.ts'
import { runChain, type Verdict } from './walk.ts'

/**
 * The verdict on the first packet of a connection, and its reason: evaluates the same chains as the kernel. Scenarios compare
 * the verdicts with the kernel's for packets in random homes.
 */
export function decide(network: Network, memberAt: MemberAt, packet: Packet): Decision {
  const from = endAt(network, memberAt, packet.source)
  if (from.kind === 'multicast') return dropped(phrase('firewall.multicastSender'))
  if (from.kind === 'internet' && network.frame.uplinks.length === 0) return dropped(NO_UPLINK)
  const walk: Walk = {
    network,
    memberAt,
    packet,
    inputLink: linkOf(from, network),
    outputLink: '',
    sourceMac: from.kind === 'device' ? from.member.place?.mac : undefined,
    mark: 0,
    packetMark: 0,
  }
  return from.kind === 'router' ? sent(walk) : received(walk)
}

/** Packets that the router receives: prerouting, the kernel's routing decision, then the chain for that route. */
function received(walk: Walk): Decision {
  const original = walk.packet
  for (const chain of ['arrival', 'dstnat']) {
    const verdict = runChain(chain, walk)
    if (verdict && verdict.kind !== 'accept') return decisionOf(verdict, walk, original)
  }
  runChain('exits', walk)
  const to = receiver(walk)
  if (hasNoRoute(to, walk)) return { verdict: 'refuse', by: { kind: 'default', name: NO_UPLINK } }
  const isForwarded = to.kind !== 'router' && to.kind !== 'multicast'
  return decisionOf(runChain(isForwarded ? 'forward' : 'input', walk), walk, original)
}

/** Packets that the router itself sends. The routing decision precedes these chains. */
function sent(walk: Walk): Decision {
  const to = receiver(walk)
  const blocked = runChain('own', walk)
  if (blocked?.kind === 'drop') return decisionOf(blocked, walk, walk.packet)
  if (to.kind === 'unassigned') return dropped(phrase('firewall.noDeviceAtAddress'))
  if (hasNoRoute(to, walk)) return dropped(NO_UPLINK)
  return decisionOf(runChain('output', walk), walk, walk.packet)
}

const NO_UPLINK = phrase('firewall.uplinkAbsent')
/** The kernel replies to such a packet with an error before any chain of `forward` or `output`. */
const hasNoRoute = (to: End, { network }: Walk): boolean => to.kind === 'internet' && network.frame.uplinks.length === 0

const dropped = (name: Phrase): Decision => ({ verdict: 'drop', by: { kind: 'identity', name } })

/** The verdict with its reason, and the translated destination. */
function decisionOf(verdict: Verdict | undefined, walk: Walk, original: Packet): Decision {
  const { packet } = walk
  const isThrough = kindOf(verdict) === 'accept' && exitOf(walk)?.link === walk.outputLink
  const { by = BY_POLICY } = verdict ?? {}
  const kind = kindOf(verdict)
  const isTranslated = packet.destination !== original.destination || packet.port !== original.port
  // RFC 1122 3.2.2: no error is sent for a multicast or broadcast packet.
  const isAnswered = !containsIp(MULTICAST_NET, packet.destination)
  return {
    verdict: kind === 'reject' ? (isAnswered ? 'refuse' : 'drop') : kind,
    by: by.kind === 'service' && packet.port !== undefined ? { ...by, name: `${by.name} ${packet.port}` } : by,
    ...(kind !== 'accept' && walk.logged !== undefined && { logged: walk.logged }),
    ...(isThrough && { through: walk.outputLink }),
    ...(isTranslated && { ledTo: { ip: packet.destination, port: packet.port } }),
  }
}

const kindOf = (verdict: Verdict | undefined): Verdict['kind'] => verdict?.kind ?? 'drop'

/** The exit that the packet has to leave by. */
const exitOf = ({ network, packetMark }: Walk): TunnelExit | undefined =>
  network.frame.exits.find(({ number }) => exitMark(number) === (packetMark & EXIT))

/** The policy of the base chain `output`, the only one that accepts. */
const BY_POLICY: Reason = { kind: 'router', name: phrase('firewall.routerUnrestricted') }

function receiver(walk: Walk): End {
  const to = endAt(walk.network, walk.memberAt, walk.packet.destination)
  // The kernel looks up its own addresses before all other routes. Without a tunnel it finds the route of an uplink.
  const exit = to.kind === 'router' || to.kind === 'multicast' ? undefined : exitOf(walk)
  walk.outputLink = exit?.link ?? linkOf(to, walk.network)
  return to
}

/** The link of packets from and to an address; empty for a multicast group. Chains treat all uplinks alike. */
function linkOf(end: End, { frame }: Network): string {
  switch (end.kind) {
    case 'device':
      return end.member.place?.link ?? LAN_BRIDGE
    case 'custom':
      return end.customs[0]?.link ?? ''
    case 'router':
      return 'lo'
    case 'unassigned':
      return LAN_BRIDGE
    case 'multicast':
      return ''
    case 'internet':
      return frame.uplinks[0]?.link ?? ''
  }
}
