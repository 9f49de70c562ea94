import { RCODE, TYPE } from '../../../wire/dns/constants.ts'
import { addressRecord, compose, empty } from '../../../wire/dns/reply.ts'
import type { QueryCounters } from '../counters.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/** Seconds. A short TTL, so that devices resolve names soon after quarantine. */
const TTL = 1

/** Resolves every name to the quarantine host for a device in quarantine; NXDOMAIN if no such host is set. */
export const quarantine =
  ({ rules }: ResolverView, counters: QueryCounters): Stage =>
  (query, next) => {
    const { question, client } = query
    if (!client.quarantine) return next(query)
    counters.quarantined++
    query.verdict = { kind: 'quarantined', by: client.mac }
    const host = rules.quarantineHost
    if (host === '') return fresh(empty(question, RCODE.NXDOMAIN), UNTIL_A_CHANGE)
    const hasAddress = question.type === TYPE.A || question.type === TYPE.ANY
    const answers = hasAddress ? [addressRecord(host, TTL)] : []
    return fresh(compose(question, { rcode: RCODE.NOERROR, answers }), UNTIL_A_CHANGE)
  }
