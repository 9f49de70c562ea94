import type { DnsLogRecord } from '../../../../router/model/dns/querylog/record.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { deciderWords } from '../blocklists/decider.ts'

const { reasons } = dnsTexts.line

const decided = (by: string, isBlocked: boolean): string =>
  deciderWords(by, {
    list: reasons.list,
    override: isBlocked ? reasons.blocked : reasons.led,
  })

/** The reason of an answer or a block; empty if no rule decided. */
export function reasonWords({ verdict, by }: DnsReason, isBlocked: boolean): string {
  switch (verdict) {
    case 'passed':
      return ''
    case 'overridden':
    case 'blocked':
      return decided(by, isBlocked)
    case 'failed':
      return reasons.failed(by)
    default:
      return reasons.verdicts[verdict]
  }
}

/** What decided on a query: see `Verdict` and `By` of a record of the log. */
export interface DnsReason {
  readonly verdict: DnsLogRecord['Verdict']
  readonly by: string
}
