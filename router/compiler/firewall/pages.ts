import type { Frame } from '../network.ts'
import type { RuleSet } from '../rules.ts'
import {
  type Chain,
  DROP,
  type Field,
  goto,
  is,
  isIn,
  isNot,
  type Key,
  PRIORITY,
  RECEIVER,
  RETURN,
  type Rule,
  rule,
  when,
} from './rule.ts'
import { keyOf, nameOf } from './slots.ts'

const PAGE_PORTS = ['80', '443']

/**
 * The router's own pages and API, on its address in the home, need no entry in the table of connections: an owner reaches
 * them when it is full. Each of their packets is checked by the rules of `input`, and each answer by these.
 */
export function pageChains({ lanIp, firewall, ruleSets }: Frame): Chain[] {
  const open = PAGE_PORTS.filter((port) =>
    firewall.ServicePorts.some(({ Protocol, Port }) => Protocol === 'tcp' && Port === port),
  )
  if (!lanIp) return []
  const blocks = ruleSets.filter(({ kind }) => kind === 'block')
  const untracked = (field: Field): Rule[] => (open.length > 0 ? [rule(is(field, ...open), { kind: 'untracked' })] : [])
  return [
    // What is blocked takes the usual way, on which it is dropped.
    {
      name: 'pages',
      rules: [...blocks.map((set) => rule(isIn(nameOf(set), ...keyOf(set)), RETURN)), ...untracked('TCP port')],
    },
    {
      name: 'answer_pages',
      hook: { type: 'filter', at: 'output', priority: PRIORITY.raw, policy: 'accept' },
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
        // A reset is how a device is refused, and carries nothing.
        rule(isIn('api_block', ...RECEIVER), when('no TCP reset'), DROP),
        ...blocks.map((set) => rule(isIn(nameOf(set), ...reversed(set)), DROP)),
        ...untracked('TCP source port'),
      ],
    },
  ]
}

const OPPOSITE: Partial<Record<Field, Field>> = { source: 'destination', destination: 'source' }

/** The key of a packet that goes the other way. */
const reversed = (set: RuleSet): Key =>
  keyOf(set).map((part) =>
    typeof part === 'string' ? (OPPOSITE[part] ?? part) : { ...part, field: OPPOSITE[part.field] ?? part.field },
  )
