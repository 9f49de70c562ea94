import type { RuleSet } from '../configrules.ts'
import type { Frame } from '../network.ts'
import { HOOKS } from './hooks.ts'
import {
  type Chain,
  DROP,
  goto,
  is,
  isIn,
  isNot,
  type Key,
  type PacketField,
  type PacketRule,
  RECEIVER,
  RETURN,
  rule,
  when,
} from './rule.ts'
import { keyOfRuleSet, nameOfRuleSet } from './slots.ts'

const PAGE_PORTS = ['80', '443']

/**
 * The admin app and API on the LAN IP are not tracked, so that the owner can reach them when the connection table is full. The
 * rules of `input` check each request packet, and these rules each response packet.
 */
export function pageChains({ lanIp, firewall, ruleSets }: Frame): Chain[] {
  const open = PAGE_PORTS.filter((port) =>
    firewall.ServicePorts.some(({ Protocol, Port }) => Protocol === 'tcp' && Port === port),
  )
  if (!lanIp) return []
  const blocks = ruleSets.filter(({ kind }) => kind === 'block')
  const untracked = (field: PacketField): PacketRule[] =>
    open.length > 0 ? [rule(is(field, ...open), { kind: 'untracked' })] : []
  return [
    // Blocked packets are tracked as usual, and dropped.
    {
      name: 'pages',
      rules: [
        ...blocks.map((set) => rule(isIn(nameOfRuleSet(set), ...keyOfRuleSet(set)), RETURN)),
        ...untracked('TCP port'),
      ],
    },
    {
      name: 'answer_pages',
      hook: HOOKS.answer_pages,
      rules: [
        rule(
          isNot('output link', 'lo'),
          is('source', lanIp),
          is('TCP source port', ...PAGE_PORTS),
          goto('page_answers'),
        ),
      ],
    },
    {
      name: 'page_answers',
      rules: [
        // A TCP reset rejects a connection and contains no data.
        rule(isIn('api_block', ...RECEIVER), when('no TCP reset'), DROP),
        ...blocks.map((set) => rule(isIn(nameOfRuleSet(set), ...reversed(set)), DROP)),
        ...untracked('TCP source port'),
      ],
    },
  ]
}

const OPPOSITE: Partial<Record<PacketField, PacketField>> = { source: 'destination', destination: 'source' }

/** The key with source and destination exchanged. */
const reversed = (set: RuleSet): Key =>
  keyOfRuleSet(set).map((part) =>
    typeof part === 'string' ? (OPPOSITE[part] ?? part) : { ...part, field: OPPOSITE[part.field] ?? part.field },
  )
