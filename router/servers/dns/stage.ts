import type { DnsClient } from '../../compiler/network.ts'
import type { Ip } from '../../values/ip.ts'
import type { Answer } from '../../wire/dns/answer.ts'
import { RCODE } from '../../wire/dns/constants.ts'
import type { Question } from '../../wire/dns/question.ts'
import { empty } from '../../wire/dns/reply.ts'

/** One question on its way down the list. */
export interface Asked {
  readonly question: Question
  readonly from: Ip
  /** Filled in by `identify`; every later stage may rely on it. */
  client: DnsClient
}

/** An answer, and how long ago its TTLs were right. */
export interface Outcome {
  readonly answer: Answer
  readonly ageSeconds: number
}

/** At once wherever possible: a promise costs a turn of the event loop. */
export type Eventually = Outcome | Promise<Outcome>
export type Next = (asked: Asked) => Eventually
/** Answers, or calls the next one; may change what comes back. */
export type Stage = (asked: Asked, next: Next) => Eventually

/** The stages as one function. */
export const chainOf = (list: readonly Stage[]): Next =>
  list.reduceRight<Next>(
    (next, stage) => (asked) => stage(asked, next),
    (asked) => fresh(empty(asked.question, RCODE.SERVFAIL)),
  )

export const fresh = (answer: Answer): Outcome => ({ answer, ageSeconds: 0 })

/** Go on with an outcome, now or when it is there. */
export const followed = (outcome: Eventually, by: (outcome: Outcome) => Outcome): Eventually =>
  outcome instanceof Promise ? outcome.then(by) : by(outcome)
