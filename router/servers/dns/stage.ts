import type { DnsClient } from '../../compiler/network.ts'
import type { Ip } from '../../values/ip.ts'
import type { Answer } from '../../wire/dns/answer.ts'
import { RCODE } from '../../wire/dns/constants.ts'
import type { Question } from '../../wire/dns/question.ts'
import { empty } from '../../wire/dns/reply.ts'
import type { Happening } from './message.ts'

/** One question on its way down the list. */
export interface Asked {
  readonly question: Question
  readonly from: Ip
  /** Where the question came from; 0 where that does not matter. */
  readonly port: number
  /** Filled in by `identify`; every later stage may rely on it. */
  client: DnsClient
  /** How much of the filter counts for who asks; filled in by `exclusion`. */
  filtering: Filtering
  /** Neither block lists nor the check against rebinding apply: an override permits the name. */
  permitted: boolean
  /** What lists that hold the name say of it. */
  categories: readonly string[]
  /** What was made of it holds no longer than this (clock, ms): a stage that acts for a time only lowers it. */
  holdsUntil: number
  /** Who decided, where it was not the internet. What is kept for all who ask does not know it: it belongs to this question. */
  verdict: Verdict | undefined
  /** What was published of it. Whoever repeats the answer publishes it again. */
  happening: Happening | undefined
}

/** All of it; what permits, while the rest is paused; or nothing, for who is excluded from it. */
export type Filtering = 'full' | 'paused' | 'none'

/** What the rules of the home made of a question, and in whose name: a list's URI, an override's domain, an address. */
export interface Verdict {
  readonly kind: 'quarantined' | 'overridden' | 'blocked' | 'canary' | 'local' | 'rebound'
  readonly by: string
}

export const ask = (question: Question, from: Ip, client: DnsClient, port = 0): Asked => ({
  question,
  from,
  port,
  client,
  filtering: 'full',
  permitted: false,
  categories: [],
  holdsUntil: Number.POSITIVE_INFINITY,
  verdict: undefined,
  happening: undefined,
})

/** An answer, and how long ago its TTLs were right. */
export interface Outcome {
  readonly answer: Answer
  readonly ageSeconds: number
  /**
   * Until then (clock, ms) the client gets the same response again without another walk down the list, unless the home's rules
   * change. Only the stage that answers knows: undefined is never, and infinite is until a rule changes. An answer that
   * came later, by a promise, is not repeated.
   */
  readonly repeatUntil?: number | undefined
  /** When its TTLs were right (clock, ms). Undefined: they begin anew with every answer. */
  readonly at?: number | undefined
  /** Where it was counted as kept from before: each repetition counts as much. */
  readonly counted?: 'cached' | 'stale'
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

export const fresh = (answer: Answer, repeatUntil?: number): Outcome => ({
  answer,
  ageSeconds: 0,
  repeatUntil,
  at: undefined,
})

/** For `repeatUntil`, where an answer follows from the home's rules alone. */
export const UNTIL_A_CHANGE = Number.POSITIVE_INFINITY

/** Go on with an outcome, now or when it is there. */
export const followed = (outcome: Eventually, by: (outcome: Outcome) => Outcome): Eventually =>
  outcome instanceof Promise ? outcome.then(by) : by(outcome)
