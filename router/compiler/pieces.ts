import { formatPorts, isAnyPort, lengthOf, type PortRange, portsOf } from '../features/firewall/port.ts'
import {
  type BlockRule,
  type Endpoint,
  type ForwardingBlockRule,
  type ForwardingRule,
  netOf,
  type OutputBlockRule,
} from '../features/firewall/rule.ts'
import type { Facts } from '../store/facts.ts'
import { numberToIp } from '../values/ip.ts'
import type { Subnet } from '../values/subnet.ts'
import type { Slot, Span, Width } from './rules.ts'

/** What one rule says in one slot. */
export type Piece = Omit<Slot, 'spans'> & { readonly span: Omit<Span, 'rule'> }

/** The tables whose rules are elements of sets. */
export const RULE_TABLES = ['blocks', 'outputBlocks', 'forwardBlocks', 'forwards', 'endpoints'] as const
export type RuleTable = (typeof RULE_TABLES)[number]
export const isRuleTable = (table: string): table is RuleTable => RULE_TABLES.some((name) => name === table)

/** All that a rule says; nothing while it is disabled. */
export function piecesOf(table: RuleTable, key: string, facts: Facts): Piece[] {
  const rule = facts[table].get(key)
  if (!rule || rule.Disabled) return []
  switch (table) {
    case 'blocks':
      return [blockPiece('block', rule as BlockRule)]
    case 'outputBlocks':
      return [portBlockPiece('output block', rule as OutputBlockRule)]
    case 'forwardBlocks':
      return [portBlockPiece('forward block', rule as ForwardingBlockRule)]
    case 'forwards':
      return forwardPieces(rule as ForwardingRule)
    case 'endpoints':
      return endpointPieces(rule as Endpoint, facts)
  }
}

/** The part of a net that a set of this kind looks at; a net of everything is not looked at. */
const masked = ({ base, prefix }: Subnet): string[] => (prefix === 0 ? [] : [numberToIp(base)])

const widthOf = (ports: PortRange): Width => (isAnyPort(ports) ? 'all' : lengthOf(ports) === 1 ? 'one' : 'range')

/** The part of a port that stands in the key: all of it where the set is for one. */
const portKey = (ports: PortRange): string[] => (lengthOf(ports) === 1 ? [formatPorts(ports)] : [])

function blockPiece<K extends 'block' | 'output block' | 'forward block'>(
  kind: K,
  { SrcIP, DstIP, Protocol }: BlockRule,
) {
  const [source, destination] = [netOf(SrcIP), netOf(DstIP)]
  return {
    set: { kind, source: source.prefix, destination: destination.prefix },
    key: [...masked(source), ...masked(destination), Protocol],
    span: {},
  }
}

function portBlockPiece(kind: 'output block' | 'forward block', rule: ForwardingBlockRule): Piece {
  const { set, key } = blockPiece(kind, rule)
  const ports = portsOf(rule.DstPort)
  return { set: { ...set, ports: widthOf(ports) }, key: [...key, ...portKey(ports)], span: { ports } }
}

/** A range that moves to other ports is moved port by port: the kernel has no sum in a map. */
function forwardPieces({ SrcIP, SrcPort, DstIP, DstPort, Protocol }: ForwardingRule): Piece[] {
  const source = netOf(SrcIP)
  const [asked, given] = [portsOf(SrcPort), portsOf(DstPort)]
  const samePort = isAnyPort(given) || formatPorts(asked) === formatPorts(given)
  const piece = (ports: PortRange, port?: number): Piece => ({
    set: { kind: 'forward', source: source.prefix, samePort, ports: widthOf(ports) },
    key: [...masked(source), Protocol, ...portKey(ports)],
    span: { ports, target: port === undefined ? { ip: DstIP } : { ip: DstIP, port } },
  })
  if (samePort) return [piece(asked)]
  if (lengthOf(given) === 1) return [piece(asked, given.first)]
  return Array.from({ length: lengthOf(asked) }, (_, i) => {
    const port = asked.first + i
    return piece({ first: port, last: port }, given.first + i)
  })
}

function endpointPieces({ IP, Domain, Protocol, Port, Tags }: Endpoint, facts: Facts): Piece[] {
  const nets = IP ? [netOf(IP)] : (facts.resolvedNames.get(Domain)?.ips ?? []).map(netOf)
  const ports = portsOf(Port)
  return Tags.flatMap((tag) =>
    nets.map((net) => ({
      set: { kind: 'endpoint', tag, destination: net.prefix, ports: widthOf(ports) } as const,
      key: [...masked(net), Protocol, ...portKey(ports)],
      span: { ports },
    })),
  )
}
