import { RULE_TABLES } from '../../../compiler/ruleparts.ts'
import type {
  BlockRule,
  CustomInterfaceRule,
  Endpoint,
  ForwardingRule,
} from '../../../model/firewall/config/configrule.ts'
import { BLOCKED_NETWORKS } from '../../../model/firewall/geoblock/networks.ts'
import { stateOfRule } from '../../../model/firewall/rules/internet.ts'
import { ruleWords } from '../../../model/firewall/rules/pfwrule.ts'
import { dayAndTime, type Moment } from '../../../model/machine/localtime/moments.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { rulesOfFacts } from '../rules/settle.ts'

const TABLES = [...RULE_TABLES, 'customInterfaces'] as const
type RuleTable = (typeof TABLES)[number]

/** A rule, and its name for the owner. */
export interface NamedRule {
  readonly rule: Record<string, unknown>
  readonly words: Phrase
  /** The reason of a refusal in words, if it is not only that the rule forbids it. */
  readonly denied?: Phrase
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
  return { rule, words: rule.RuleName ? phrase('firewall.causeQuotedName', words, rule.RuleName) : words }
}

function pfwRuleNamed(id: string, facts: Facts, moment: Moment | undefined): NamedRule | undefined {
  const rule = rulesOfFacts(facts).find(({ Id }) => Id === id)
  if (!rule) return undefined
  const words = ruleWords(rule)
  const { HoldsUntil } = stateOfRule(facts.pfwStates.get(id))
  const { Id, Name, When, To, Do, Until } = rule
  const denied =
    Do.Kind === 'proxy'
      ? notProxied(words, Do.Plugin, facts)
      : blockedBy(words, HoldsUntil > 0 ? moment : undefined, HoldsUntil * 1000)
  return { rule: { Id, Name, When, To, Do, Until }, words, denied }
}

/** Why a web connection of a device is refused that a rule sends to a plugin. */
const notProxied = (words: Phrase, plugin: string, { plugins }: Facts): Phrase =>
  phrase(
    plugins.get(plugin.toLowerCase())?.Enabled
      ? 'firewall.proxyProtocolUnsupported'
      : 'firewall.proxyPluginUnavailable',
    words,
    plugin,
  )

/** With the end of the rule at `until`, if there is a `moment` to see it from. */
function blockedBy(words: Phrase, moment: Moment | undefined, until: number): Phrase {
  if (!moment) return phrase('firewall.blockedByRule', words)
  const { day, text } = dayAndTime(until, moment.now, moment.zone)
  return day === undefined
    ? phrase('firewall.blockedByRuleUntil', words, text)
    : phrase(`firewall.blockedUntil${day}`, words, text)
}

/** A country or network of the geo block. `source` is its type and its key. */
function networkNamed(source: string, { blockedNetworks }: Facts): NamedRule | undefined {
  const found = blockedNetworks.get(BLOCKED_NETWORKS)?.sources.find(({ Type, Key }) => source === `${Type} ${Key}`)
  if (!found) return undefined
  const { Type, Key, Name } = found
  const words = {
    country: phrase('firewall.ruleCountry', Name),
    asn: phrase('firewall.ruleAsNetwork', Key, Name),
    list: phrase('firewall.ruleNetworkList', Name),
  }[Type]
  return {
    rule: { Type, Key, Name },
    words,
    denied: Type === 'list' ? phrase('firewall.networkBlockedByList', words) : phrase('firewall.originBlocked', words),
  }
}

/** Without its keys. */
function siteNamed(name: string, { sites }: Facts): { rule: Record<string, unknown>; words: Phrase } | undefined {
  const site = sites.get(name)
  if (!site) return undefined
  const { Name, Users, Shared } = site
  return { rule: { Name, Users, Shared }, words: phrase('firewall.ruleSite', name) }
}

function pluginNamed(name: string, { plugins }: Facts): { rule: Record<string, unknown>; words: Phrase } | undefined {
  const plugin = plugins.get(name.toLowerCase())
  return (
    plugin && {
      rule: { Name: plugin.Name, ...plugin.NetworkCapabilities },
      words: phrase('firewall.rulePlugin', plugin.Name),
    }
  )
}

function exitNamed(name: string, { exits }: Facts): { rule: Record<string, unknown>; words: Phrase } | undefined {
  const exit = exits.get(name)
  return exit && { rule: exit, words: phrase('firewall.ruleExit', name) }
}

function wordsOf(table: RuleTable, rule: unknown): Phrase {
  switch (table) {
    case 'forwards': {
      const { SrcPort, DstIP } = rule as ForwardingRule
      return phrase('firewall.ruleForward', SrcPort, DstIP)
    }
    case 'endpoints':
      return phrase('firewall.ruleEndpoint', (rule as Endpoint).Domain || (rule as Endpoint).IP)
    case 'customInterfaces': {
      const { Interface, SrcIP } = rule as CustomInterfaceRule
      return phrase('firewall.ruleCustomLink', SrcIP, Interface)
    }
    default: {
      const { SrcIP, DstIP } = rule as BlockRule
      return phrase('firewall.ruleBlock', SrcIP, DstIP)
    }
  }
}
