import { RULE_TABLES } from '../../../compiler/ruleparts.ts'
import type { BlockRule, CustomInterfaceRule, Endpoint, ForwardingRule } from '../../../model/firewall/config/rule.ts'
import { BLOCKED_NETWORKS } from '../../../model/firewall/geoblock/networks.ts'
import { stateOfRule } from '../../../model/firewall/rules/internet.ts'
import { ruleWords } from '../../../model/firewall/rules/rule.ts'
import { type Moment, momentText } from '../../../model/machine/localtime/moments.ts'
import type { Facts } from '../../../store/facts.ts'
import { rulesOfFacts } from '../rules/settle.ts'

const TABLES = [...RULE_TABLES, 'customInterfaces'] as const
type RuleTable = (typeof TABLES)[number]

/** A rule, and its name for the owner. */
export interface NamedRule {
  readonly rule: Record<string, unknown>
  readonly words: string
  /** The reason of a refusal in words, if it is not only that the rule forbids it. */
  readonly denied?: string
}

/** The rule that a decision names by its table and key, and what an owner would call it. */
export function ruleNamed(name: string, facts: Facts, moment?: Moment): NamedRule | undefined {
  const at = name.indexOf(' ')
  if (name.startsWith('exits ')) return exitNamed(name.slice(at + 1), facts)
  if (name.startsWith('pfwRules ')) return pfwRuleNamed(name.slice(at + 1), facts, moment)
  if (name.startsWith('plugins ')) return pluginNamed(name.slice(at + 1), facts)
  if (name.startsWith('geoBlock ')) return networkNamed(name.slice(at + 1), facts)
  if (name.startsWith('sites ')) return siteNamed(name.slice(at + 1), facts)
  const table = TABLES.find((one) => one === name.slice(0, at))
  const rule = table && facts[table].get(name.slice(at + 1))
  if (!rule) return undefined
  const words = wordsOf(table, rule)
  return { rule, words: rule.RuleName ? `${words} “${rule.RuleName}”` : words }
}

function pfwRuleNamed(id: string, facts: Facts, moment: Moment | undefined): NamedRule | undefined {
  const rule = rulesOfFacts(facts).find(({ Id }) => Id === id)
  if (!rule) return undefined
  const words = `the ${ruleWords(rule)}`
  const { HoldsUntil } = stateOfRule(facts.pfwStates.get(id))
  const end = HoldsUntil > 0 && moment ? momentText(HoldsUntil * 1000, moment.now, moment.zone) : ''
  const { Id, Name, When, To, Do, Until } = rule
  const denied =
    Do.Kind === 'proxy' ? notProxied(words, Do.Plugin, facts) : `it is blocked by ${words}${end ? ` until ${end}` : ''}`
  return { rule: { Id, Name, When, To, Do, Until }, words, denied }
}

/** Why a web connection of a device is refused that a rule sends to a plugin. */
const notProxied = (words: string, plugin: string, { plugins }: Facts): string =>
  `${words} sends its web connections to the plugin ${plugin}, ${
    plugins.get(plugin.toLowerCase())?.Enabled
      ? 'which does not receive HTTP/3, and no connections that leave through a tunnel'
      : 'which is disabled or deleted'
  }`

/** A country or network of the geo block. `source` is its type and its key. */
function networkNamed(source: string, { blockedNetworks }: Facts): NamedRule | undefined {
  const found = blockedNetworks.get(BLOCKED_NETWORKS)?.sources.find(({ Type, Key }) => source === `${Type} ${Key}`)
  if (!found) return undefined
  const { Type, Key, Name } = found
  const words = { country: `the country ${Name}`, asn: `the network AS${Key} (${Name})`, list: `the list ${Name}` }[
    Type
  ]
  return {
    rule: { Type, Key, Name },
    words,
    denied: Type === 'list' ? `its network is blocked by ${words}` : `${words} is blocked`,
  }
}

/** Without its keys. */
function siteNamed(name: string, { sites }: Facts): { rule: Record<string, unknown>; words: string } | undefined {
  const site = sites.get(name)
  if (!site) return undefined
  const { Name, Users, Shared } = site
  return { rule: { Name, Users, Shared }, words: `the site ${name}` }
}

function pluginNamed(name: string, { plugins }: Facts): { rule: Record<string, unknown>; words: string } | undefined {
  const plugin = plugins.get(name.toLowerCase())
  return plugin && { rule: { Name: plugin.Name, ...plugin.NetworkCapabilities }, words: `the plugin ${plugin.Name}` }
}

function exitNamed(name: string, { exits }: Facts): { rule: Record<string, unknown>; words: string } | undefined {
  const exit = exits.get(name)
  return exit && { rule: exit, words: `the exit ${name}` }
}

function wordsOf(table: RuleTable, rule: unknown): string {
  switch (table) {
    case 'forwards': {
      const { SrcPort, DstIP } = rule as ForwardingRule
      return `the forward of port ${SrcPort} to ${DstIP}`
    }
    case 'endpoints':
      return `the endpoint ${(rule as Endpoint).Domain || (rule as Endpoint).IP}`
    case 'customInterfaces': {
      const { Interface, SrcIP } = rule as CustomInterfaceRule
      return `the rule for ${SrcIP} behind ${Interface}`
    }
    default: {
      const { SrcIP, DstIP } = rule as BlockRule
      return `the block from ${SrcIP} to ${DstIP}`
    }
  }
}
