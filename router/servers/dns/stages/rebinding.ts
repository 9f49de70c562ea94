import { type Answer, addressAmong } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { Counters } from '../counters.ts'
import type { DnsEvent } from '../message.ts'
import { fresh, mapOutcome, type Stage } from '../stage.ts'
import type { ResolverView } from '../state.ts'

/**
 * Protects against DNS rebinding: an upstream's answer that contains a private address, or an address of the router's uplinks,
 * becomes NXDOMAIN. Both addresses are inside the firewall for a device of the home.
 */
export const rebinding = (
  { rules, uplinkAddresses }: ResolverView,
  counters: Counters,
  publish: (event: DnsEvent) => void,
): Stage => {
  const insideAddress = (answer: Answer): string | undefined =>
    answer.privateAddress ?? (uplinkAddresses.size > 0 ? addressAmong(answer, uplinkAddresses) : undefined)
  return (query, next) =>
    mapOutcome(next(query), (outcome) => {
      if (query.permitted || !rules.checksRebinding) return outcome
      const ip = insideAddress(outcome.answer)
      if (ip === undefined) return outcome
      counters.rebound++
      query.verdict = { kind: 'rebound', by: ip }
      const payload = { ClientIP: query.from, BlockedIP: ip, Name: `${query.question.name}.` }
      publish({ topic: 'dns:blockrebind:event', payload })
      return fresh(empty(query.question, RCODE.NXDOMAIN))
    })
}
