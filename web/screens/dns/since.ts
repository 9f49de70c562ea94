import { EVERYBODY } from '../../../router/features/dnsblock/key.ts'
import { dnsTexts } from '../../texts/dns.ts'
import { type OwnRule, type Past, saidSince } from './own.ts'

const { line: words } = dnsTexts

/** What the owner has said of a name since it was asked for; empty for nothing. `who` is the device at `client`. */
export function sinceWords(past: Past, rules: readonly OwnRule[], client: string, who: string): string {
  const since = saidSince(past, rules, client)
  if (!since) return ''
  const { type, rule } = since
  return rule ? words.now[type](rule.ClientIP === EVERYBODY ? dnsTexts.everyoneWithin : who) : words.noLonger[type]
}
