import { EVERYBODY } from '../../../../../router/model/dns/blocklists/key.ts'
import type { Override } from '../../../../../router/model/dns/blocklists/override.ts'
import type { DnsLogRecord } from '../../../../../router/model/dns/querylog/record.ts'
import { withoutDot } from '../../../../../router/values/domain.ts'
import type { DnsReason } from '../../../dns/querylog/reason.ts'

/** A queried domain, its last answer, and how often that answer was given. */
export interface QueriedDomain extends DnsReason {
  readonly name: string
  readonly outcome: DnsLogRecord['Type']
  readonly categories: readonly string[]
  readonly count: number
  /** RFC 3339. */
  readonly at: string
}

/** The log, newest first, with equal answers for one domain merged. */
export function askedOf(records: readonly DnsLogRecord[]): QueriedDomain[] {
  const all = new Map<string, QueriedDomain>()
  for (const { FirstName, Type, Verdict, By, Categories, Timestamp } of records) {
    // Most names are queried for IPv4 and IPv6; an empty IPv6 answer is not shown.
    const outcome = Type === 'NODATA' ? 'NOERROR' : Type
    const key = `${FirstName} ${outcome} ${Verdict} ${By}`
    const had = all.get(key)
    if (had) all.set(key, { ...had, count: had.count + 1 })
    else
      all.set(key, {
        name: withoutDot(FirstName),
        outcome,
        verdict: Verdict,
        by: By,
        categories: Categories,
        count: 1,
        at: Timestamp,
      })
  }
  return [...all.values()]
}

/** The rules for one device, newest last. */
export const rulesForDevice = (rules: readonly Override[], ip: string): Override[] =>
  ip === EVERYBODY ? [] : rules.filter(({ ClientIP }) => ClientIP === ip)
