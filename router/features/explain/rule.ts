import { RULE_TABLES } from '../../compiler/ruleparts.ts'
import type { Facts } from '../../store/facts.ts'
import type { BlockRule, CustomInterfaceRule, Endpoint, ForwardingRule } from '../firewall/rule.ts'

const TABLES = [...RULE_TABLES, 'customInterfaces'] as const
type RuleTable = (typeof TABLES)[number]

/** The rule that a decision names by its table and key, and what an owner would call it. */
export function ruleNamed(name: string, facts: Facts): { rule: Record<string, unknown>; words: string } | undefined {
  const at = name.indexOf(' ')
  if (name.startsWith('exits ')) return exitNamed(name.slice(at + 1), facts)
  if (name.startsWith('sites ')) return siteNamed(name.slice(at + 1), facts)
  const table = TABLES.find((one) => one === name.slice(0, at))
  const rule = table && facts[table].get(name.slice(at + 1))
  if (!rule) return undefined
  const called = rule.RuleName && ` “${rule.RuleName}”`
  return { rule, words: `the ${wordsOf(table, rule)}${called}` }
}

/** Without its keys. */
function siteNamed(name: string, { sites }: Facts): { rule: Record<string, unknown>; words: string } | undefined {
  const site = sites.get(name)
  if (!site) return undefined
  const { Name, Users, Shared } = site
  return { rule: { Name, Users, Shared }, words: `the site ${name}` }
}

function exitNamed(name: string, { exits }: Facts): { rule: Record<string, unknown>; words: string } | undefined {
  const exit = exits.get(name)
  return exit && { rule: exit, words: `the exit ${name}` }
}

function wordsOf(table: RuleTable, rule: unknown): string {
  switch (table) {
    case 'forwards': {
      const { SrcPort, DstIP } = rule as ForwardingRule
      return `forward of port ${SrcPort} to ${DstIP}`
    }
    case 'endpoints':
      return `endpoint ${(rule as Endpoint).Domain || (rule as Endpoint).IP}`
    case 'customInterfaces': {
      const { Interface, SrcIP } = rule as CustomInterfaceRule
      return `rule for ${SrcIP} behind ${Interface}`
    }
    default: {
      const { SrcIP, DstIP } = rule as BlockRule
      return `block from ${SrcIP} to ${DstIP}`
    }
  }
}
