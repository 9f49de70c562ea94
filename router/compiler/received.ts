import { containsIp, MULTICAST_NET } from '../values/subnet.ts'
import { accept, type Decision, drop, type Packet, refuse } from './decision.ts'
import { type End, opens } from './ends.ts'
import type { Network } from './network.ts'

const DNS_PORT = 53
const DHCP_PORT = 67
const API_PORTS = [22, 80, 443]
const DHCP = drop('router', 'the DHCP server answers requests before they reach the firewall')

/** What comes to the router itself: the chains `input…` of the ruleset. */
export function received(network: Network, from: End, packet: Packet): Decision {
  const decision = askedOf(network, from, packet)
  // RFC 1122 3.2.2: nobody is told what became of a packet to many.
  return decision.verdict === 'refuse' && containsIp(MULTICAST_NET, packet.destination)
    ? { ...decision, verdict: 'drop' }
    : decision
}

function askedOf(network: Network, from: End, packet: Packet): Decision {
  const { destination, protocol, port } = packet
  const isDns = port === DNS_PORT && destination === network.frame.lanIp && (protocol === 'tcp' || protocol === 'udp')
  const isDhcp = protocol === 'udp' && port === DHCP_PORT
  const isApi = protocol === 'tcp' && (port === 80 || port === 443)
  switch (from.kind) {
    case 'custom': {
      const may = from.customs.find(
        ({ policies }) => (isDns && policies.includes('dns')) || (isApi && policies.includes('api')),
      )
      return may
        ? accept('rule', `customInterfaces ${may.rule}`)
        : refuse('default', 'the router is closed to this link')
    }
    case 'device':
      if (protocol === 'tcp' && API_PORTS.includes(port ?? 0) && opens(from.member, 'api_block'))
        return refuse('policy', 'noapi')
      if (isDns && opens(from.member, 'dns_access')) return accept('policy', 'dns')
      return (
        service(network, packet, false) ?? (isDhcp ? DHCP : refuse('default', 'nothing of the router is open there'))
      )
    default:
      return service(network, packet, true) ?? drop('default', 'nothing of the router is open there to the internet')
  }
}

function service({ frame: { firewall } }: Network, packet: Packet, upstream: boolean): Decision | undefined {
  const { destination, protocol, port } = packet
  const open = firewall.ServicePorts.some(
    (one) => one.Protocol === protocol && Number(one.Port) === port && (!upstream || one.UpstreamEnabled),
  )
  if (open) return accept('service', `${protocol} ${port}`)
  const heard =
    protocol === 'udp' &&
    containsIp(MULTICAST_NET, destination) &&
    firewall.MulticastPorts.some((one) => Number(one.Port) === port && (!upstream || one.Upstream))
  if (heard) return accept('service', `multicast ${port}`)
  const ping = protocol === 'icmp' && (upstream ? firewall.PingWan : firewall.PingLan)
  return ping ? accept('service', 'ping') : undefined
}
