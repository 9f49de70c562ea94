import { SETUP_NAME } from '../../../model/dns/names/domain.ts'
import { RCODE, TYPE } from '../../../wire/dns/constants.ts'
import { addressRecord, compose, empty } from '../../../wire/dns/reply.ts'
import type { QueryCounters } from '../counters.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'

/** Seconds. The address stays the same during the setup, while that of the resolver may change. */
const TTL = 3600

/** For clients of the setup network: the router's name resolves, and nothing else does. Their queries are not logged. */
export const answerSetup =
  (counters: QueryCounters): Stage =>
  (query, next) => {
    const { question, client } = query
    if (client.setupHost === undefined) return next(query)
    counters.local++
    if (question.name !== SETUP_NAME) return fresh(empty(question, RCODE.NXDOMAIN), UNTIL_A_CHANGE)
    const hasAddress = question.type === TYPE.A || question.type === TYPE.ANY
    const answers = hasAddress ? [addressRecord(client.setupHost, TTL)] : []
    return fresh(compose(question, { rcode: RCODE.NOERROR, authoritative: true, answers }), UNTIL_A_CHANGE)
  }
