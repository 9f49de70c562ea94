import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/**
 * Names that programs look up before they bypass the network's resolver; NXDOMAIN makes them use it. The first is for DNS over
 * HTTPS in Firefox, the others are for Private Relay on Apple's devices.
 */
const CANARIES = new Set(['use-application-dns.net', 'mask.icloud.com', 'mask-h2.icloud.com'])

/** Answers canary domains with NXDOMAIN, also while blocking is paused: programs cache the result for a long time. */
export const canary =
  ({ rules }: ResolverView): Stage =>
  (query, next) => {
    const { question, filtering, permitted } = query
    if (!CANARIES.has(question.name) || !rules.answersCanaries || permitted || filtering === 'none') return next(query)
    query.verdict = { kind: 'canary', by: question.name }
    return fresh(empty(question, RCODE.NXDOMAIN), UNTIL_A_CHANGE)
  }
