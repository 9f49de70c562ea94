import type { Decision, Packet } from '../../../compiler/decision.ts'
import { addressesOf, type End, endAt, type MemberAt } from '../../../compiler/ends.ts'
import { decide } from '../../../compiler/firewall/decide.ts'
import { openToInternet } from '../../../compiler/firewall/own.ts'
import type { Network } from '../../../compiler/network.ts'
import { netOf } from '../../../model/firewall/config/configrule.ts'
import { portsOf } from '../../../model/firewall/config/port.ts'
import { ANYWHERE, type Explanation } from '../../../model/firewall/explain/contract.ts'
import type { Moment } from '../../../model/machine/localtime/moments.ts'
import type { NumberedPort } from '../../../model/machine/services/service.ts'
import { type Phrase, type PhraseValue, phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { containsIp } from '../../../values/subnet.ts'
import { ruleNamed } from './rule.ts'
import { inWords } from './words.ts'

/** A home as packets meet it: what is known, the Network that this comes to, and who has which address. */
export interface View {
  readonly facts: Facts
  readonly network: Network
  readonly memberAt: MemberAt
  /** The present time, for the ends of schedules; undefined for facts that are not in force. */
  readonly moment?: Moment
}

const ROUTER = phrase('firewall.routerNamed')

/** What becomes of a packet, and why, in words and as data. */
export function explanationOf({ facts, network, memberAt, moment }: View, packet: Packet): Explanation {
  const nameOf = (end: End): string => {
    if (end.kind === 'device') return facts.devices.get(end.member.identity)?.Name ?? ''
    if (end.kind === 'custom') return pluginNamed(end.customs[0]?.rule, facts)
    return end.kind === 'router' ? String(ROUTER) : ''
  }
  const shown = (end: End): PhraseValue =>
    end.kind === 'router' ? ROUTER : nameOf(end) || (end.ip === ANYWHERE ? phrase('firewall.internetNamed') : end.ip)

  const decision = withoutLink({ facts, network, memberAt }, packet, decide(network, memberAt, packet))
  const { verdict, by, ledTo } = decision
  const { source, destination } = packet
  const [sender, target] = [endAt(network, memberAt, source), endAt(network, memberAt, destination)]
  const led = ledTo && endAt(network, memberAt, ledTo.ip)
  const rule = by.kind === 'rule' ? ruleNamed(String(by.name), facts, moment) : undefined
  const words = inWords(decision, {
    from: shown(sender),
    to: shown(target),
    ledTo: led && (ledTo.port === undefined ? shown(led) : phrase('firewall.addressWithPort', shown(led), ledTo.port)),
    rule: rule?.words ?? phrase('firewall.causeUnnamedRule'),
    denied: rule?.denied,
    through: tunnelNamed(decision.through, facts),
    unused: by.kind === 'service' ? forwardAt(packet, network, facts) : undefined,
  })
  return {
    Passes: verdict === 'accept',
    Verdict: verdict,
    From: { Kind: sender.kind, Name: nameOf(sender), IP: source },
    To: { Kind: target.kind, Name: nameOf(target), IP: destination },
    LedTo: led ? { IP: led.ip, Port: ledTo.port ?? null, Name: nameOf(led) } : null,
    By: { Kind: by.kind, Name: String(by.name), Rule: rule?.rule ?? null },
    Ports: isPortOf(packet) ? [{ Protocol: packet.protocol, Port: packet.port, Passes: verdict === 'accept' }] : [],
    Text: String(words),
    Coded: words.toJSON(),
  }
}

/** A forward that names the port, which the router itself uses. */
function forwardAt(
  { source, destination, protocol, port = 0 }: Packet,
  { frame }: Network,
  facts: Facts,
): Phrase | undefined {
  if (!frame.uplinks.flatMap(addressesOf).includes(destination)) return undefined
  if (!openToInternet(frame).some((own) => own.Protocol === protocol && own.Port === port)) return undefined
  for (const [key, { Disabled, Protocol, SrcIP, SrcPort }] of facts.forwards) {
    const { first, last } = portsOf(SrcPort)
    const isAbout = Protocol === protocol && port >= first && port <= last && containsIp(netOf(SrcIP), source)
    if (isAbout && !Disabled) return ruleNamed(`forwards ${key}`, facts)?.words
  }
  return undefined
}

/** The plugin with this network. */
const pluginNamed = (rule: string | undefined, facts: Facts): string =>
  String((rule?.startsWith('plugins ') && ruleNamed(rule, facts)?.words) || '')

/** The name of the tunnel with this link. */
const tunnelNamed = (link: string | undefined, { tunnels }: Facts): string | undefined =>
  link && [...tunnels.values()].find(({ Link }) => Link === link)?.Name

const isPortOf = (packet: Packet): packet is Packet & { protocol: 'tcp' | 'udp'; port: number } =>
  (packet.protocol === 'tcp' || packet.protocol === 'udp') && packet.port !== undefined

/** What becomes of packets to several ports of one place: the answer for the first that does not pass, or the first of all. */
export function explanationOfAll(
  view: View,
  ends: Pick<Packet, 'source' | 'destination'>,
  ports: readonly NumberedPort[],
) {
  const each = ports.map(({ Protocol, Port }) => explanationOf(view, { ...ends, protocol: Protocol, port: Port }))
  const first = each.find(({ Passes }) => !Passes) ?? each[0]
  if (!first) throw new Error('a service has at least one port')
  return { ...first, Ports: each.flatMap(({ Ports }) => Ports) }
}

/**
 * The decision on a packet that the firewall accepts and that does not arrive, because its only link is not connected: a tunnel
 * without a handshake, which the firewall keeps open for its return, or uplinks without an address or a carrier.
 */
function withoutLink({ facts, network, memberAt }: View, packet: Packet, decision: Decision): Decision {
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
