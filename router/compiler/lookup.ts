import type { PortRange } from '../features/firewall/port.ts'
import { type Ip, ipToNumber, numberToIp } from '../values/ip.ts'
import type { Packet } from './decision.ts'
import type { Network } from './network.ts'
import { type RuleSet, type Span, slotName } from './rules.ts'

/**
 * What the rules of one kind say of a packet: the first that speaks of it, as the kernel's look-ups find it.
 * Endpoints are asked for one tag at a time.
 */
export function ruleFor(
  { frame, slots }: Network,
  kind: RuleSet['kind'],
  packet: Packet,
  tag?: string,
): Span | undefined {
  const sets = frame.ruleSets.filter((set) => set.kind === kind && (set.kind !== 'endpoint' || set.tag === tag))
  for (const set of sets.sort(closestFirst)) {
    const key = [
      ...upperBits(packet.source, set.kind === 'endpoint' ? 0 : set.source),
      ...upperBits(packet.destination, set.kind === 'forward' ? 0 : set.destination),
      packet.protocol,
      ...('ports' in set && set.ports === 'one' ? [String(packet.port)] : []),
    ]
    const span = slots.get(slotName(set, key))?.spans.find(({ ports }) => !ports || isWithin(ports, packet.port))
    if (span) return span
  }
  return undefined
}

const upperBits = (ip: Ip, bits: number): string[] =>
  bits === 0 ? [] : [numberToIp(Math.floor(ipToNumber(ip) / 2 ** (32 - bits)) * 2 ** (32 - bits))]

const isWithin = ({ first, last }: PortRange, port: number | undefined): boolean =>
  port !== undefined && port >= first && port <= last

/**
 * The order in which sets are asked: one for fewer addresses before one for more, one for fewer ports before one for more,
 * then one that names another port.
 */
export const closestFirst = (a: RuleSet, b: RuleSet): number =>
  bits(b) - bits(a) || width(a) - width(b) || Number(keepsPort(a)) - Number(keepsPort(b))

const bits = (set: RuleSet): number =>
  (set.kind === 'endpoint' ? 0 : set.source) + (set.kind === 'forward' ? 0 : set.destination)
const width = (set: RuleSet): number => ('ports' in set ? ['one', 'range', 'all'].indexOf(set.ports) : 0)
const keepsPort = (set: RuleSet): boolean => set.kind === 'forward' && set.samePort
