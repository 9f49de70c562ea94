import type { DnsLogRecord } from '../../../../router/model/dns/querylog/record.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { deciderWords } from '../decider.ts'

const { reasons } = dnsTexts.line

const decided = (by: string, isBlocked: boolean): string =>
  deciderWords(by, {
    list: reasons.list,
    override: isBlocked ? reasons.blocked : reasons.led,
  })

const WORDS: Readonly<Record<DnsLogRecord['Verdict'], (by: string, isBlocked: boolean) => string>> = {
  passed: () => '',
  permitted: () => reasons.permitted,
  excluded: () => reasons.excluded,
  paused: () => reasons.paused,
  quarantined: () => reasons.quarantined,
  overridden: decided,
  blocked: decided,
  canary: () => reasons.canary,
  local: () => reasons.local,
  rebound: () => reasons.rebound,
  failed: (by) => reasons.failed(by),
}

/** The reason of an answer or a block; empty if no rule decided. */
export const reasonWords = ({ verdict, by }: DnsReason, isBlocked: boolean): string => WORDS[verdict](by, isBlocked)

/** What decided on a query: see `Verdict` and `By` of a record of the log. */
export interface DnsReason {
  readonly verdict: DnsLogRecord['Verdict']
  readonly by: string
}
