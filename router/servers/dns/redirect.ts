import { questionFor, withCname } from '../../wire/dns/cname.ts'
import { type ClientQuery, type Eventually, mapOutcome, type Next } from './stage.ts'

/** Of the alias in an answer, in seconds. Short, so that changes take effect quickly. */
export const ALIAS_TTL = 1

/** Resolves another name by the stages that follow, and answers that the name of the query is an alias of it. */
export function redirected(query: ClientQuery, name: string, next: Next): Eventually {
  const { question } = query
  const target = questionFor(question, name)
  const targetQuery = { ...query, question: target }
  return mapOutcome(next(targetQuery), (outcome) => {
    query.holdsUntil = targetQuery.holdsUntil
    return { ...outcome, answer: withCname(question, target, outcome.answer, ALIAS_TTL) }
  })
}
