import { denial } from '../../../wire/dns/denial.ts'
import type { Happening } from '../message.ts'
import { followed, fresh, type Stage } from '../stage.ts'
import type { View } from '../view.ts'

/**
 * What stands in a block list may hide behind another name: a site gives a name of its own to a tracker, with a CNAME record
 * that leads there. Whoever asks for the one hears what asking for the other would have told.
 */
export const alias =
  ({ lists }: View, publish: (happening: Happening) => void): Stage =>
  (asked, next) =>
    followed(next(asked), (outcome) => {
      const { question, client } = asked
      if (outcome.answer.aliases.length === 0 || asked.permitted || asked.filtering !== 'full') return outcome
      const by = outcome.answer.aliases.values().map((name) => lists.judge(name, 0, client.tags)?.by)
      const list = by.find((uri) => uri !== undefined)
      if (list === undefined) return outcome
      asked.verdict = { kind: 'blocked', by: list }
      asked.happening = { topic: 'dns:block:event', payload: { ClientIP: asked.from, Name: `${question.name}.` } }
      publish(asked.happening)
      return fresh(denial(question, 0), outcome.repeatUntil)
    })
