import { EVERYBODY } from '../../../../router/features/dnsblock/key.ts'
import type { Override } from '../../../../router/features/dnsblock/override.ts'
import type { DnsLogRecord } from '../../../../router/features/dnslog/record.ts'
import { withoutDot } from '../../../parts/values/domain.ts'

/** A queried domain, its last answer, and how often that answer was given. */
export interface Asked {
  readonly name: string
  readonly outcome: DnsLogRecord['Type']
  readonly reason: string
  readonly categories: readonly string[]
  readonly count: number
  /** RFC 3339. */
  readonly at: string
}

/** The log, which begins with the newest, with equal answers to one name put together. */
export function askedOf(records: readonly DnsLogRecord[]): Asked[] {
  const all = new Map<string, Asked>()
  for (const { FirstName, Type, Reason, Categories, Timestamp } of records) {
    // Most names are asked for twice, for an IPv4 and an IPv6 address; that the second has none is no news.
    const outcome = Type === 'NODATA' ? 'NOERROR' : Type
    const key = `${FirstName} ${outcome} ${Reason}`
    const had = all.get(key)
    if (had) all.set(key, { ...had, count: had.count + 1 })
    else
      all.set(key, {
        name: withoutDot(FirstName),
        outcome,
        reason: Reason,
        categories: Categories,
        count: 1,
        at: Timestamp,
      })
  }
  return [...all.values()]
}

/** The rules for one device, the newest names last as the router keeps them. */
export const rulesOf = (rules: readonly Override[], ip: string): Override[] =>
  ip === EVERYBODY ? [] : rules.filter(({ ClientIP }) => ClientIP === ip)
