import { denial } from '../../../wire/dns/denial.ts'
import type { Happening } from '../message.ts'
import { fresh, type Stage, UNTIL_A_CHANGE } from '../stage.ts'
import type { View } from '../view.ts'

/** Names on block lists of this device get NXDOMAIN. The lists' labels are kept in any case. */
export const block =
  ({ lists }: View, publish: (happening: Happening) => void): Stage =>
  (asked, next) => {
    const { question, client } = asked
    const judgement = lists.judge(question.section, 0, client.tags)
    if (!judgement) return next(asked)
    asked.categories = judgement.categories
    if (judgement.by === undefined || asked.permitted || asked.filtering !== 'full') return next(asked)
    asked.verdict = { kind: 'blocked', by: judgement.by }
    asked.happening = { topic: 'dns:block:event', payload: { ClientIP: asked.from, Name: `${question.name}.` } }
    publish(asked.happening)
    return fresh(denial(question, judgement.at), UNTIL_A_CHANGE)
  }
