import { withoutDot } from '../../../../router/values/domain.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { nameOfList } from '../lists/suggestions.ts'

const { reasons } = dnsTexts.line

/** The router's words for a rule that decided, by how they begin, as the app says them. */
const WORDS: readonly (readonly [beginning: string, words: (rest: string, isBlocked: boolean) => string])[] = [
  ['blocked by service ', (name) => reasons.service(name)],
  ['overridden by safe search', () => reasons.safeSearch],
  ['blocked by ', (by) => (/^https?:/.test(by) ? reasons.list(nameOfList(by)) : reasons.blocked(withoutDot(by)))],
  ['overridden by ', (domain, isBlocked) => (isBlocked ? reasons.blocked : reasons.led)(withoutDot(domain))],
  ['permitted by', () => reasons.permitted],
  ['excluded from', () => reasons.excluded],
  ['the filter is paused', () => reasons.paused],
  ['in quarantine', () => reasons.quarantined],
  ['keeps devices', () => reasons.canary],
  ['answered by', () => reasons.local],
  ['blocked, because', () => reasons.rebound],
]

/** The reason of an answer or a block; one without a text of the app is shown as the router wrote it. */
export function reasonWords(reason: string, isBlocked: boolean): string {
  const found = WORDS.find(([beginning]) => reason.startsWith(beginning))
  return found ? found[1](reason.slice(found[0].length), isBlocked) : reason
}
