import { RCODE } from '../../../wire/dns/constants.ts'
import { empty } from '../../../wire/dns/reply.ts'
import type { Counters } from '../counters.ts'
import type { Happening } from '../message.ts'
import { followed, fresh, type Stage } from '../stage.ts'
import type { View } from '../view.ts'

/** A name of the internet that points into the home is a way in for whoever owns the name: there is no such name. */
export const rebinding =
  ({ rules }: View, counters: Counters, publish: (happening: Happening) => void): Stage =>
  (asked, next) =>
    followed(next(asked), (outcome) => {
      const { privateAddress } = outcome.answer
      if (privateAddress === undefined || asked.permitted || !rules.checksRebinding) return outcome
      counters.rebound++
      asked.verdict = { kind: 'rebound', by: privateAddress }
      const payload = { ClientIP: asked.from, BlockedIP: privateAddress, Name: `${asked.question.name}.` }
      publish({ topic: 'dns:blockrebind:event', payload })
      return fresh(empty(asked.question, RCODE.NXDOMAIN))
    })
