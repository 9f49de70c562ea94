import { formatPorts, isAnyPort, lengthOf, type PortRange, portsOf } from '../features/firewall/port.ts'
import {
  type BlockRule,
  type Endpoint,
  type ForwardingBlockRule,
  type ForwardingRule,
  netOf,
} from '../features/firewall/rule.ts'
import type { Facts } from '../store/facts.ts'
import { numberToIp } from '../values/ip.ts'
import type { Subnet } from '../values/subnet.ts'
import type { Slot, Span } from './rules.ts'

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
      return [blockPiece('output block', rule as BlockRule)]
    case 'forwardBlocks': {
      const piece = blockPiece('forward block', rule as ForwardingBlockRule)
      return [{ ...piece, span: { ports: portsOf((rule as ForwardingBlockRule).DstPort) } }]
    }
    case 'forwards':
      return forwardPieces(rule as ForwardingRule)
    case 'endpoints':
      return endpointPieces(rule as Endpoint, facts)
  }
}

/** The part of a net that a set of this kind looks at; a net of everything is not looked at. */
const masked = ({ base, prefix }: Subnet): string[] => (prefix === 0 ? [] : [numberToIp(base)])

function blockPiece(kind: 'block' | 'output block' | 'forward block', { SrcIP, DstIP, Protocol }: BlockRule): Piece {
  const [source, destination] = [netOf(SrcIP), netOf(DstIP)]
  return {
    set: { kind, source: source.prefix, destination: destination.prefix },
    key: [...masked(source), ...masked(destination), Protocol],
    span: {},
  }
}

/** A range that moves to other ports is moved port by port: the kernel has no sum in a map. */
function forwardPieces({ SrcIP, SrcPort, DstIP, DstPort, Protocol }: ForwardingRule): Piece[] {
  const source = netOf(SrcIP)
  const [asked, given] = [portsOf(SrcPort), portsOf(DstPort)]
  const samePort = isAnyPort(given) || formatPorts(asked) === formatPorts(given)
  const piece = (ports: PortRange, port?: number): Piece => ({
    set: { kind: 'forward', source: source.prefix, samePort },
    key: [...masked(source), Protocol],
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
  return Tags.flatMap((tag) =>
    nets.map((net) => ({
      set: { kind: 'endpoint', tag, destination: net.prefix } as const,
      key: [...masked(net), Protocol],
      span: { ports: portsOf(Port) },
    })),
  )
}
