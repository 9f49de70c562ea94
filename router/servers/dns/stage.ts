import type { DnsClient } from '../../compiler/network.ts'
import type { DecisionKind } from '../../model/dns/querylog/verdict.ts'
import type { Ip } from '../../values/ip.ts'
import type { Answer } from '../../wire/dns/answer.ts'
import { RCODE } from '../../wire/dns/constants.ts'
import type { Question } from '../../wire/dns/question.ts'
import { empty } from '../../wire/dns/reply.ts'
import type { DnsEvent } from './message.ts'

/** A query on its way through the stages. */
export interface ClientQuery {
  readonly question: Question
  readonly from: Ip
  /** The source port; 0 where it does not matter. */
  readonly port: number
  /** Set by `identify`; valid in every later stage. */
  client: DnsClient
  /** How much of the filter applies to the client; set by `exclusion`. */
  filtering: FilterMode
  /** An override permits the name: neither block lists nor the check against rebinding apply. */
  permitted: boolean
  /** Categories of the block lists that contain the name. */
  categories: readonly string[]
  /** The result is valid until then (clock, ms). A stage with a time limit may only lower it. */
  holdsUntil: number
  /** The rule that decided; undefined if the answer came from an upstream. Not cached: it belongs to this query. */
  verdict: QueryVerdict | undefined
  /** The event that was published for the query. It is published again whenever the response is repeated. */
  event: DnsEvent | undefined
}

/** All of the filter; permits only, while blocking is paused; or nothing, for an excluded device. */
export type FilterMode = 'full' | 'paused' | 'none'

/** The decision of a rule. `by`: the URI of a block list, the domain of an override, or an address. */
export interface QueryVerdict {
  readonly kind: DecisionKind
  readonly by: string
}

export const clientQuery = (question: Question, from: Ip, client: DnsClient, port = 0): ClientQuery => ({
  question,
  from,
  port,
  client,
  filtering: 'full',
  permitted: false,
  categories: [],
  holdsUntil: Number.POSITIVE_INFINITY,
  verdict: undefined,
  event: undefined,
})

/** An answer and its age. */
export interface Outcome {
  readonly answer: Answer
  /** By how much the TTLs of `answer` are too high. */
  readonly ageSeconds: number
  /**
   * Until then (clock, ms) the same query gets the same response without passing the stages again, unless the configuration
   * changes. Set by the stage that answers: undefined is never, infinite is until a change. Not used for an answer that came
   * through a promise.
   */
  readonly repeatUntil?: number | undefined
  /** When the TTLs were correct (clock, ms). Undefined if they are the same in every response. */
  readonly at?: number | undefined
  /** The counter that each repetition of the response adds to. */
  readonly counted?: 'cached' | 'stale'
}

/** Synchronous wherever possible: a promise costs a turn of the event loop. */
export type Eventually = Outcome | Promise<Outcome>
export type Next = (query: ClientQuery) => Eventually
/** Answers, or calls the next stage; may change the outcome that it returns. */
export type Stage = (query: ClientQuery, next: Next) => Eventually

/** The stages as one function. */
export const chainOf = (stages: readonly Stage[]): Next =>
  stages.reduceRight<Next>(
    (next, stage) => (query) => stage(query, next),
    (query) => fresh(empty(query.question, RCODE.SERVFAIL)),
  )

export const fresh = (answer: Answer, repeatUntil?: number): Outcome => ({
  answer,
  ageSeconds: 0,
  repeatUntil,
  at: undefined,
})

/** For `repeatUntil` of an answer that depends on the configuration alone. */
export const UNTIL_A_CHANGE = Number.POSITIVE_INFINITY

/** Applies a function to an outcome, now or when it resolves. */
export const mapOutcome = (outcome: Eventually, map: (outcome: Outcome) => Outcome): Eventually =>
  outcome instanceof Promise ? outcome.then(map) : map(outcome)
