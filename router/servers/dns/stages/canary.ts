import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { View } from '../view.ts'

/**
 * What programs ask before they send their questions past the network's resolver; where there is no such name, they let it be.
 * Firefox with its DNS over HTTPS asks for the first, Apple's devices with Private Relay for the others.
 */
const CANARIES = new Set(['use-application-dns.net', 'mask.icloud.com', 'mask-h2.icloud.com'])

/** Answers canary domains, so that browsers keep using this resolver, also while blocking is paused: they remember it for long. */
export const canary =
  ({ rules }: View): Stage =>
  (asked, next) => {
    const { question, filtering, permitted } = asked
    if (!CANARIES.has(question.name) || !rules.answersCanaries || permitted || filtering === 'none') return next(asked)
    asked.verdict = { kind: 'canary', by: question.name }
    return fresh(empty(question, RCODE.NXDOMAIN), UNTIL_A_CHANGE)
  }
