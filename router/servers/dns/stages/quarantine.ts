import { RCODE, TYPE } from '../../../wire/dns/constants.ts'
import { addressRecord, compose, empty } from '../../../wire/dns/reply.ts'
import type { Counters } from '../counters.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { View } from '../view.ts'

/** Seconds. A short TTL, so that devices resolve names soon after quarantine. */
const TTL = 1

/** For a device in quarantine every name leads to the same host; without such a host there are no names. */
export const quarantine =
  ({ rules }: View, counters: Counters): Stage =>
  (asked, next) => {
    const { question, client } = asked
    if (!client.quarantine) return next(asked)
    counters.quarantined++
    asked.verdict = { kind: 'quarantined', by: client.mac }
    const host = rules.quarantineHost
    if (host === '') return fresh(empty(question, RCODE.NXDOMAIN), UNTIL_A_CHANGE)
    const hasAddress = question.type === TYPE.A || question.type === TYPE.ANY
    const answers = hasAddress ? [addressRecord(host, TTL)] : []
    return fresh(compose(question, { rcode: RCODE.NOERROR, answers }), UNTIL_A_CHANGE)
  }
