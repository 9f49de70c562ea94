import { deciderOf } from '../../../../router/model/dns/blocklists/decider.ts'
import type { DnsLogRecord } from '../../../../router/model/dns/querylog/record.ts'
import { withoutDot } from '../../../../router/values/domain.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { nameOfList } from '../lists/suggestions.ts'

const { reasons } = dnsTexts.line

const WORDS: Readonly<Record<string, (by: string, isBlocked: boolean) => string>> = {
  passed: () => '',
  permitted: () => reasons.permitted,
  excluded: () => reasons.excluded,
  paused: () => reasons.paused,
  quarantined: () => reasons.quarantined,
  overridden: deciderWords,
  blocked: deciderWords,
  canary: () => reasons.canary,
  local: () => reasons.local,
  rebound: () => reasons.rebound,
  failed: (by) => reasons.failed(by),
} satisfies Record<DnsLogRecord['Verdict'], (by: string, isBlocked: boolean) => string>

function deciderWords(by: string, isBlocked: boolean): string {
  const decider = deciderOf(by)
  switch (decider.kind) {
    case 'list':
      return reasons.list(nameOfList(decider.uri))
    case 'service':
      return reasons.service(decider.name)
    case 'safeSearch':
      return reasons.safeSearch
    case 'override':
      return (isBlocked ? reasons.blocked : reasons.led)(withoutDot(decider.domain))
  }
}

/** The reason of an answer or a block; empty if no rule decided, and for a verdict that is newer than the page. */
export const reasonWords = ({ verdict, by }: DnsReason, isBlocked: boolean): string =>
  WORDS[verdict]?.(by, isBlocked) ?? ''

/** What decided on a query: see `Verdict` and `By` of a record of the log. */
export interface DnsReason {
  readonly verdict: DnsLogRecord['Verdict']
  readonly by: string
}
