import type { Ip } from '../values/ip.ts'
import { accept, byCustom, byRule, type Decision, drop, type Packet } from './decision.ts'
import { disablerOf, type End, endAt, isOwn, isUplinkAddress, type MemberAt } from './ends.ts'
import { ruleFor } from './lookup.ts'
import type { Network } from './network.ts'
import { received } from './received.ts'
import { routed } from './routed.ts'

const DNS_PORT = 53

/**
 * Whether a packet passes, and what decides: the ruleset's answer (`drivers/nft`), from the same Network, in the same
 * order. That the two agree is shown with packets in random homes.
 */
export function decide(network: Network, memberAt: MemberAt, packet: Packet): Decision {
  const from = endAt(network, memberAt, packet.source)
  if (from.kind === 'router') return sent(network, endAt(network, memberAt, packet.destination), packet)
  if (from.kind === 'nobody') return drop('identity', 'nobody has this address now')
  if (from.kind === 'multicast') return drop('identity', 'no sender has such an address')
  if (from.kind === 'internet' && isOwn(network.frame, packet.destination))
    return drop('identity', 'an address of the home means nothing to the internet')
  const disabler = disablerOf(from)
  if (disabler) return drop(...byCustom(disabler))
  const blocked = ruleFor(network, 'block', packet)
  if (blocked) return drop(...byRule(blocked))

  const led = translate(network, from, packet)
  const going = led ? { ...packet, destination: led.ip, port: led.port } : packet
  const to = endAt(network, memberAt, going.destination)
  const decision =
    to.kind === 'router' || to.kind === 'multicast'
      ? received(network, from, going)
      : routed({ network, from, to, packet: going, forward: led?.forward })
  return led ? { ...decision, ledTo: { ip: led.ip, port: led.port } } : decision
}

/** What the router itself sends: the chains `own` and `output` of the ruleset. */
function sent(network: Network, to: End, packet: Packet): Decision {
  const blocked = ruleFor(network, 'output block', packet)
  if (blocked) return drop(...byRule(blocked))
  const disabler = disablerOf(to)
  if (disabler) return drop(...byCustom(disabler))
  if (to.kind === 'nobody') return drop('identity', 'nobody has this address now')
  if (to.kind === 'internet' && isOwn(network.frame, packet.source))
    return drop('identity', 'an address of the home means nothing to the internet')
  return accept('router', 'the router may speak to anybody')
}

interface Led {
  readonly ip: Ip
  readonly port: number | undefined
  /** The forward's table and key; absent for a question that goes to the resolver. */
  readonly forward?: string
}

/** Port forwards, also for devices that ask for one by the uplink's address; and questions to foreign resolvers. */
function translate(network: Network, from: End, packet: Packet): Led | undefined {
  const { destination, protocol, port } = packet
  if (protocol !== 'tcp' && protocol !== 'udp') return undefined
  const isInbound = from.kind === 'internet'
  const forward = isUplinkAddress(network, destination) ? ruleFor(network, 'forward', packet) : undefined
  if (forward?.target) return { ip: forward.target.ip, port: forward.target.port ?? port, forward: forward.rule }
  if (port !== DNS_PORT || isInbound) return undefined
  const own = from.kind === 'device' ? from.member.admissions.find(({ map }) => map === 'dns_custom')?.value : undefined
  const resolver = own ?? network.frame.lanIp
  return resolver && resolver !== destination ? { ip: resolver, port } : undefined
}
