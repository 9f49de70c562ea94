import { EVERYBODY } from '../../../router/model/dns/blocklists/key.ts'
import { dnsTexts } from '../../texts/dns/dns.ts'
import { changeSince, type DnsDecision, type OwnRule } from './ownRules.ts'

const { line: words } = dnsTexts

/** How the owner’s rules for a name have changed since a query; empty for no change. `who` is the device at `client`. */
export function sinceWords(decision: DnsDecision, rules: readonly OwnRule[], client: string, who: string): string {
  const since = changeSince(decision, rules, client)
  if (!since) return ''
  const { type, rule } = since
  return rule ? words.now[type](rule.ClientIP === EVERYBODY ? dnsTexts.everyoneWithin : who) : words.noLonger[type]
}
