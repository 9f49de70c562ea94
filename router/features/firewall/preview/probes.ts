import type { Packet } from '../../../compiler/decision.ts'
import { addressesOf } from '../../../compiler/ends.ts'
import {
  type BlockRule,
  type CustomInterfaceRule,
  type Endpoint,
  netOf,
} from '../../../model/firewall/config/configrule.ts'
import { isAnyPort, portsOf } from '../../../model/firewall/config/port.ts'
import { ANYWHERE } from '../../../model/firewall/explain/contract.ts'
import type { RuleChange } from '../../../model/firewall/preview/contract.ts'
import { type Ip, numberToIp } from '../../../values/ip.ts'
import { containsIp, type Subnet } from '../../../values/subnet.ts'
import type { View } from '../explain/explanation.ts'

/** A port that represents all ports without a rule. */
export const ORDINARY_PORT = 49_151

/** Where the router receives multicast packets. */
const LISTENERS = '239.255.255.250'

/** A private network beyond the uplink. */
const BEYOND = '10.254.254.254'

/** A rule that comes or goes, with its kind. */
export type ChangedRule = { [K in RuleChange['Kind']]: { kind: K; rule: RuleOf<K> } }[RuleChange['Kind']]
type RuleOf<K> = NonNullable<Extract<RuleChange, { Kind: K }>['Add']>

/** All sources and destinations of packets. */
interface Street {
  readonly devices: readonly Ip[]
  /** One for each network behind another link. */
  readonly behind: readonly Ip[]
  /** The router’s own addresses: towards the home, and towards providers. */
  readonly lanIp: Ip
  readonly doors: readonly Ip[]
}

function streetOf({ network: { frame, members } }: View): Street {
  return {
    devices: [...members.values()].flatMap(({ place }) => (place ? [place.ip] : [])),
    behind: frame.customs.map(({ net }) => someoneIn(net)),
    lanIp: frame.lanIp,
    doors: frame.uplinks.flatMap(addressesOf),
  }
}

const someoneIn = ({ base, prefix }: Subnet): Ip => numberToIp(prefix < 31 ? base + 1 : base)

/** First packets of the connections that a rule may decide, each once for all that are alike. */
export function* probesOf(ruled: ChangedRule, view: View): Generator<Packet> {
  const street = streetOf(view)
  const { devices, lanIp, doors } = street
  switch (ruled.kind) {
    case 'forward': {
      const { Protocol, SrcIP, SrcPort } = ruled.rule
      yield* crossed(senders(SrcIP, street), doors, Protocol, sample(SrcPort))
      return
    }
    case 'block':
      yield* blocked(ruled.rule, street, view, 'any', [lanIp, ...doors])
      return
    case 'block_forward':
      yield* blocked(ruled.rule, street, view, ruled.rule.DstPort, [])
      return
    case 'block_output': {
      const { Protocol, SrcIP, DstIP, DstPort } = ruled.rule
      const own = [lanIp, ...doors].filter((ip) => containsIp(netOf(SrcIP), ip))
      yield* crossed(own, senders(DstIP, street), Protocol, sample(DstPort))
      return
    }
    case 'endpoint': {
      const { Protocol, Port } = ruled.rule
      yield* crossed(holders(ruled.rule, view), placesOf(ruled.rule, street, view), Protocol, sample(Port))
      return
    }
    case 'service_port': {
      const { Protocol, Port } = ruled.rule
      yield* crossed(devices, [lanIp], Protocol, sample(Port))
      yield* crossed([ANYWHERE], doors, Protocol, sample(Port))
      return
    }
    case 'multicast':
      yield* crossed([...devices, ANYWHERE], [LISTENERS], 'udp', sample(ruled.rule.Port))
      return
    case 'custom_interface':
      yield* around(ruled.rule, street)
      return
    case 'icmp':
      yield* crossed(devices, [lanIp], 'icmp', [])
      yield* crossed([ANYWHERE], doors, 'icmp', [])
  }
}

function* crossed(
  sources: readonly Ip[],
  destinations: readonly Ip[],
  protocol: Packet['protocol'],
  ports: readonly number[],
): Generator<Packet> {
  for (const destination of destinations)
    for (const source of sources)
      if (source !== destination)
        if (ports.length === 0) yield { source, destination, protocol }
        else for (const port of ports) yield { source, destination, protocol, port }
}

/** The ends of a range; one port for any. */
function sample(text: string): number[] {
  const ports = portsOf(text)
  return isAnyPort(ports) ? [ORDINARY_PORT] : [...new Set([ports.first, ports.last])]
}

/** The known hosts of a network other than the router, or any address of it if there are none. */
function senders(text: string, { devices, behind }: Street): Ip[] {
  const net = netOf(text)
  const known = [ANYWHERE, ...devices, ...behind].filter((ip) => containsIp(net, ip))
  return known.length > 0 ? known : [someoneIn(net)]
}

/** Packets that a block may drop: those through a forward, and those to the destination itself. */
function* blocked(
  { Protocol, SrcIP, DstIP }: BlockRule,
  street: Street,
  { facts }: View,
  ports: string,
  own: readonly Ip[],
): Generator<Packet> {
  const { ServicePorts } = facts.setting('firewall')
  const forwards = [...facts.forwards.values()].filter((one) => one.Protocol === Protocol && !one.Disabled)
  const endpoints = [...facts.endpoints.values()].filter((one) => one.Protocol === Protocol && !one.Disabled)
  const reached = (ip: Ip): number[] => [
    ORDINARY_PORT,
    ...endpoints.filter(({ IP }) => IP && containsIp(netOf(IP), ip)).flatMap(({ Port }) => sample(Port)),
  ]
  const sources = senders(SrcIP, street)
  for (const ip of senders(DstIP, street))
    yield* crossed(sources, [ip], Protocol, isAnyPort(portsOf(ports)) ? reached(ip) : sample(ports))
  const services = ServicePorts.filter((one) => one.Protocol === Protocol).map(({ Port }) => Number(Port))
  const inside = own.filter((ip) => containsIp(netOf(DstIP), ip))
  yield* crossed(sources, inside, Protocol, [...services, 53])
  const led = forwards.filter((one) => own.length > 0 || containsIp(netOf(DstIP), one.DstIP))
  const doors = own.length > 0 ? inside : street.doors
  yield* crossed(
    sources,
    doors,
    Protocol,
    led.flatMap(({ SrcPort }) => sample(SrcPort)),
  )
}

/** The devices that have one of an endpoint’s tags. */
function holders({ Tags }: Endpoint, { facts, network }: View): Ip[] {
  return [...network.members.values()].flatMap(({ identity, place }) =>
    place && facts.devices.get(identity)?.DeviceTags.some((tag) => Tags.includes(tag)) ? [place.ip] : [],
  )
}

function placesOf({ IP, Domain }: Endpoint, street: Street, { facts }: View): Ip[] {
  return IP ? senders(IP, street) : [...(facts.resolvedNames.get(Domain)?.ips ?? [])]
}

/** From and to a network behind another link. */
function* around({ SrcIP }: CustomInterfaceRule, { devices, lanIp }: Street): Generator<Packet> {
  const someone = [someoneIn(netOf(SrcIP))]
  yield* crossed(someone, [ANYWHERE, BEYOND, ...devices], 'tcp', [ORDINARY_PORT])
  yield* crossed(someone, [lanIp], 'udp', [53])
  yield* crossed(someone, [lanIp], 'tcp', [80, 443])
  yield* crossed(devices, someone, 'tcp', [ORDINARY_PORT])
}
