import { type Answer, addressAmong } from '../../../wire/dns/answer.ts'
import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { Counters } from '../counters.ts'
import type { Happening } from '../message.ts'
import { followed, fresh, type Stage } from '../stage.ts'
import type { View } from '../view.ts'

/**
 * Protection against DNS rebinding: an answer from outside that holds a private address, or an address of the router's
 * uplinks, becomes NXDOMAIN. From inside the home, both lead behind the firewall.
 */
export const rebinding = (
  { rules, uplinkAddresses }: View,
  counters: Counters,
  publish: (happening: Happening) => void,
): Stage => {
  const insideAddress = (answer: Answer): string | undefined =>
    answer.privateAddress ?? (uplinkAddresses.size > 0 ? addressAmong(answer, uplinkAddresses) : undefined)
  return (asked, next) =>
    followed(next(asked), (outcome) => {
      if (asked.permitted || !rules.checksRebinding) return outcome
      const ip = insideAddress(outcome.answer)
      if (ip === undefined) return outcome
      counters.rebound++
      asked.verdict = { kind: 'rebound', by: ip }
      const payload = { ClientIP: asked.from, BlockedIP: ip, Name: `${asked.question.name}.` }
      publish({ topic: 'dns:blockrebind:event', payload })
      return fresh(empty(asked.question, RCODE.NXDOMAIN))
    })
}
