import {
  type BlockRule,
  type Endpoint,
  type ForwardingBlockRule,
  type ForwardingRule,
  netOf,
  type OutputBlockRule,
} from '../model/firewall/config/configrule.ts'
import { formatPorts, isAnyPort, type PortRange, portCount, portsOf } from '../model/firewall/config/port.ts'
import type { Facts } from '../store/facts.ts'
import { numberToIp } from '../values/ip.ts'
import type { Subnet } from '../values/subnet.ts'
import type { PortMatch, RuleSpan, Slot } from './configrules.ts'

/** The part of a rule in one slot. */
export type RulePart = Omit<Slot, 'spans'> & { readonly span: Omit<RuleSpan, 'rule'> }

/** The tables whose rules are elements of sets. */
export const RULE_TABLES = ['blocks', 'outputBlocks', 'forwardBlocks', 'forwards', 'endpoints'] as const
export type RuleTable = (typeof RULE_TABLES)[number]
export const isRuleTable = (table: string): table is RuleTable => RULE_TABLES.some((name) => name === table)

/** The parts of a rule; none while it is disabled. */
export function rulePartsOf(table: RuleTable, key: string, facts: Facts): RulePart[] {
  const rule = facts[table].get(key)
  if (!rule || rule.Disabled) return []
  switch (table) {
    case 'blocks':
      return [blockPart('block', rule as BlockRule)]
    case 'outputBlocks':
      return [portBlockPart('output block', rule as OutputBlockRule)]
    case 'forwardBlocks':
      return [portBlockPart('forward block', rule as ForwardingBlockRule)]
    case 'forwards':
      return forwardParts(rule as ForwardingRule)
    case 'endpoints':
      return endpointParts(rule as Endpoint, facts)
  }
}

/** The address of a network in a key; empty for the network of all addresses. */
const masked = ({ base, prefix }: Subnet): string[] => (prefix === 0 ? [] : [numberToIp(base)])

const widthOf = (ports: PortRange): PortMatch => (isAnyPort(ports) ? 'all' : portCount(ports) === 1 ? 'one' : 'range')

/** The port in a key: only in sets for one port. */
const portKey = (ports: PortRange): string[] => (portCount(ports) === 1 ? [formatPorts(ports)] : [])

function blockPart<K extends 'block' | 'output block' | 'forward block'>(
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

function portBlockPart(kind: 'output block' | 'forward block', rule: ForwardingBlockRule): RulePart {
  const { set, key } = blockPart(kind, rule)
  const ports = portsOf(rule.DstPort)
  return { set: { ...set, ports: widthOf(ports) }, key: [...key, ...portKey(ports)], span: { ports } }
}

/** A range that is forwarded to other ports has one part for each port, since a kernel map cannot add an offset. */
function forwardParts({ SrcIP, SrcPort, DstIP, DstPort, Protocol }: ForwardingRule): RulePart[] {
  const source = netOf(SrcIP)
  const [asked, given] = [portsOf(SrcPort), portsOf(DstPort)]
  const samePort = isAnyPort(given) || formatPorts(asked) === formatPorts(given)
  const part = (ports: PortRange, port?: number): RulePart => ({
    set: { kind: 'forward', source: source.prefix, samePort, ports: widthOf(ports) },
    key: [...masked(source), Protocol, ...portKey(ports)],
    span: { ports, target: port === undefined ? { ip: DstIP } : { ip: DstIP, port } },
  })
  if (samePort) return [part(asked)]
  if (portCount(given) === 1) return [part(asked, given.first)]
  return Array.from({ length: portCount(asked) }, (_, i) => {
    const port = asked.first + i
    return part({ first: port, last: port }, given.first + i)
  })
}

function endpointParts({ IP, Domain, Protocol, Port, Tags }: Endpoint, facts: Facts): RulePart[] {
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
