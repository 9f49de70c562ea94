import type { DnsBlockConfig } from '../../../router/features/dnsblock/contract.ts'
import { domainOf } from '../../../router/features/dnsblock/domain.ts'
import { EVERYBODY } from '../../../router/features/dnsblock/key.ts'
import type { Override } from '../../../router/features/dnsblock/override.ts'

/** One of the owner’s own rules, with the set it is in. */
export interface OwnRule extends Override {
  readonly set: string
  /** False for what counts only for devices with some tag, or rests. */
  readonly isPlain: boolean
}

/** What became of a name: blocked or not, and by whose word as the router says it. */
export interface Past {
  readonly name: string
  readonly isBlocked: boolean
  readonly reason: string
}

/** What somebody says of a name; `client` is an address, or `*` for everybody. */
export interface Verdict {
  readonly type: Override['Type']
  readonly name: string
  readonly client: string
  /** Without it, for good. */
  readonly seconds?: number
}

/** Everything that the owner has said of names, in the order in which the router asks it. */
export const ownRules = ({ OverrideLists }: Pick<DnsBlockConfig, 'OverrideLists'>): OwnRule[] =>
  OverrideLists.flatMap(({ Name, Enabled, Tags, PermitDomains, BlockDomains }) =>
    [...PermitDomains, ...BlockDomains].map((rule) => ({
      ...rule,
      set: Name,
      isPlain: Enabled && Tags.length === 0 && rule.Tags.length === 0,
    })),
  )

/** What was said of this very name for these very devices; a rule for a name above it is another one. */
const saysOf = (rule: OwnRule, { name, client }: Pick<Verdict, 'name' | 'client'>): boolean =>
  rule.Domain === domainOf(name) && rule.ClientIP === client

/** The rules that say the opposite: taking them away may be all that is wanted. */
export const rulesAgainst = (rules: readonly OwnRule[], verdict: Verdict): OwnRule[] =>
  rules.filter((rule) => rule.isPlain && rule.Type !== verdict.type && saysOf(rule, verdict))

/** The rule that a new one in the set takes the place of. */
export const ruleReplaced = (rules: readonly OwnRule[], verdict: Verdict, set: string): OwnRule | undefined =>
  rules.find((rule) => rule.set === set && saysOf(rule, verdict))

/**
 * The rule that decides on a name for a device, or for everybody, by the router’s order: the first set that knows the name, in
 * it what allows, then the nearest domain, then what is said of the device.
 */
export function ruleNow(rules: readonly OwnRule[], name: string, client: string): OwnRule | undefined {
  const known = rules.filter(
    ({ isPlain, Domain, ClientIP }) =>
      isPlain && isIn(`${name}.`, Domain) && (ClientIP === EVERYBODY || ClientIP === client),
  )
  const inSet = known.filter(({ set }) => set === known[0]?.set)
  const before = (a: OwnRule, b: OwnRule) =>
    Number(a.Type === 'block') - Number(b.Type === 'block') ||
    b.Domain.length - a.Domain.length ||
    Number(a.ClientIP === EVERYBODY) - Number(b.ClientIP === EVERYBODY)
  return inSet.toSorted(before)[0]
}

const isIn = (name: string, domain: string): boolean => domain === '.' || name === domain || name.endsWith(`.${domain}`)

/** Whether one of the owner’s own rules decided then: a list is named by its address. */
const wasOwn = ({ reason }: Past): boolean =>
  /^(overridden by|permitted by) /.test(reason) || /^blocked by (?!https?:)/.test(reason)

/** Whether a name is blocked now, as far as that is known without asking: by the rules as they are, and else as it was then. */
export function isBlockedNow(past: Past, rules: readonly OwnRule[], client: string): boolean {
  const rule = ruleNow(rules, past.name, client)
  if (rule) return rule.Type === 'block'
  // A rule that is gone decides no more: what it blocked is open again, and what it allowed is on a list.
  return wasOwn(past) ? !past.isBlocked : past.isBlocked
}

/** What has been said of a name since: a rule that was not there then, or one that was and is gone. Undefined for nothing. */
export function saidSince(
  past: Past,
  rules: readonly OwnRule[],
  client: string,
): { readonly type: Override['Type']; readonly rule: OwnRule | undefined } | undefined {
  const rule = ruleNow(rules, past.name, client)
  if (rule) return (rule.Type === 'block') === past.isBlocked ? undefined : { type: rule.Type, rule }
  return wasOwn(past) ? { type: past.isBlocked ? 'block' : 'permit', rule: undefined } : undefined
}
