import type { Decision, Packet } from '../../../compiler/decision.ts'
import { type End, endAt, type MemberAt } from '../../../compiler/ends.ts'
import type { Network } from '../../../compiler/network.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'

interface View {
  readonly facts: Facts
  readonly network: Network
  readonly memberAt: MemberAt
}

/**
 * The decision on a packet that the firewall accepts and that does not arrive, because its only link is not connected: a tunnel
 * without a handshake, which the firewall keeps open for its return, or uplinks without an address or a carrier.
 */
export function withoutLink({ facts, network, memberAt }: View, packet: Packet, decision: Decision): Decision {
  if (decision.verdict !== 'accept') return decision
  const to = endAt(network, memberAt, decision.ledTo?.ip ?? packet.destination)
  const link = decision.through ?? linkOf(to)
  const tunnel = [...facts.tunnels.values()].find(({ Link }) => Link === link)
  if (tunnel) {
    if (facts.tunnelStates.get(tunnel.Name)?.up) return decision
    // WireGuard waits for a handshake with a known endpoint. Without one it returns an ICMP error.
    const hasEndpoint = network.frame.tunnels.some(
      (one) => one.link === link && one.peers.some(({ endpoint }) => endpoint),
    )
    return lost(hasEndpoint ? 'drop' : 'refuse', phrase('firewall.tunnelDown', tunnel.Name))
  }
  if (to.kind !== 'internet') return decision
  const { uplinks } = network.frame
  if (uplinks.every(({ address }) => address === undefined)) return lost('refuse', phrase('firewall.noUplinkAddress'))
  // The kernel ignores the routes of a link without a carrier.
  if (uplinks.every(({ address, link }) => address === undefined || facts.links.get(link)?.up === false))
    return lost('refuse', phrase('firewall.noUplinkConnected'))
  return decision
}

const lost = (verdict: Decision['verdict'], name: Phrase): Decision => ({ verdict, by: { kind: 'default', name } })

/** The link to a network behind it. */
const linkOf = (to: End): string | undefined => (to.kind === 'custom' ? to.customs[0]?.link : undefined)
