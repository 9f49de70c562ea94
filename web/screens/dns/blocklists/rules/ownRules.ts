import type { DnsBlockConfig } from '../../../../../router/model/dns/blocklists/contract.ts'
import { deciderOf } from '../../../../../router/model/dns/blocklists/decider.ts'
import { domainOf } from '../../../../../router/model/dns/blocklists/domain.ts'
import { EVERYBODY } from '../../../../../router/model/dns/blocklists/key.ts'
import type { Override } from '../../../../../router/model/dns/blocklists/override.ts'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import type { DnsReason } from '../../querylog/reason.ts'

/** One of the owner’s own rules, with the list that contains it. */
export interface OwnRule extends Override {
  readonly set: string
  /** False for a rule that applies only to devices with a tag, or is in a list that is off. */
  readonly isPlain: boolean
}

/** How the router decided on a query: blocked or not, and what decided. */
export interface DnsDecision extends DnsReason {
  readonly name: string
  readonly isBlocked: boolean
}

/** A rule that the owner wants; `client` is an address, or `*` for every device. */
export interface WantedRule {
  readonly type: Override['Type']
  readonly name: string
  readonly client: string
  /** Without it, the rule does not expire. */
  readonly seconds?: number
}

/** All rules of the owner, in the order in which the router applies them. */
export const ownRules = ({ OverrideLists }: Pick<DnsBlockConfig, 'OverrideLists'>): OwnRule[] =>
  OverrideLists.flatMap(({ Name, Enabled, Tags, PermitDomains, BlockDomains }) =>
    [...PermitDomains, ...BlockDomains].map((rule) => ({
      ...rule,
      set: Name,
      isPlain: Enabled && Tags.length === 0 && rule.Tags.length === 0,
    })),
  )

/** Whether a rule is for the same domain, not one above it, and for the same devices. */
const isSame = (rule: OwnRule, { name, client }: Pick<WantedRule, 'name' | 'client'>): boolean =>
  rule.Domain === domainOf(name) && rule.ClientIP === client

/** The rules with the opposite effect, whose removal may be enough. */
export const rulesAgainst = (rules: readonly OwnRule[], wanted: WantedRule): OwnRule[] =>
  rules.filter((rule) => rule.isPlain && rule.Type !== wanted.type && isSame(rule, wanted))

/** The rule that a new one in the list replaces. */
export const ruleReplaced = (rules: readonly OwnRule[], wanted: WantedRule, set: string): OwnRule | undefined =>
  rules.find((rule) => rule.set === set && isSame(rule, wanted))

/**
 * The rule that decides on a name for a device, or for every device, in the router’s order: the first list with a rule for the name, in
 * it rules that allow, then the nearest domain, then rules for the device.
 */
export function decidingRule(rules: readonly OwnRule[], name: string, client: string): OwnRule | undefined {
  const matching = rules.filter(
    ({ isPlain, Domain, ClientIP }) =>
      isPlain && isIn(`${name}.`, Domain) && (ClientIP === EVERYBODY || ClientIP === client),
  )
  const inSet = matching.filter(({ set }) => set === matching[0]?.set)
  const before = (a: OwnRule, b: OwnRule) =>
    Number(a.Type === 'block') - Number(b.Type === 'block') ||
    b.Domain.length - a.Domain.length ||
    Number(a.ClientIP === EVERYBODY) - Number(b.ClientIP === EVERYBODY)
  return inSet.toSorted(before)[0]
}

const isIn = (name: string, domain: string): boolean => domain === '.' || name === domain || name.endsWith(`.${domain}`)

/** Whether a rule of the owner decided. */
const wasOwn = ({ verdict, by }: DnsDecision): boolean =>
  verdict === 'overridden' || verdict === 'permitted' || (verdict === 'blocked' && deciderOf(by).kind !== 'list')

/** Whether a name is blocked now, as far as the rules of the owner and an earlier decision show. */
export function isBlockedNow(decision: DnsDecision, rules: readonly OwnRule[], client: string): boolean {
  const rule = decidingRule(rules, decision.name, client)
  if (rule) return rule.Type === 'block'
  // The rule that decided was deleted: what it blocked is open again, and what it allowed is on a list.
  return wasOwn(decision) ? !decision.isBlocked : decision.isBlocked
}

/** What has changed since a decision: a rule was added, or the one that decided was deleted. Undefined for no change. */
export function changeSince(
  decision: DnsDecision,
  rules: readonly OwnRule[],
  client: string,
): { readonly type: Override['Type']; readonly rule: OwnRule | undefined } | undefined {
  const rule = decidingRule(rules, decision.name, client)
  if (rule) return (rule.Type === 'block') === decision.isBlocked ? undefined : { type: rule.Type, rule }
  return wasOwn(decision) ? { type: decision.isBlocked ? 'block' : 'permit', rule: undefined } : undefined
}

const { line: words } = dnsTexts

/** How the owner’s rules for a name have changed since a query; empty for no change. `who` is the device at `client`. */
export function sinceWords(decision: DnsDecision, rules: readonly OwnRule[], client: string, who: string): string {
  const since = changeSince(decision, rules, client)
  if (!since) return ''
  const { type, rule } = since
  return rule ? words.now[type](rule.ClientIP === EVERYBODY ? dnsTexts.everyoneWithin : who) : words.noLonger[type]
}
