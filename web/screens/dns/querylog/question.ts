import type { DnsLogRecord } from '../../../../router/model/dns/querylog/record.ts'
import { typeName } from '../../../../router/model/dns/querylog/typename.ts'
import { withoutDot } from '../../../../router/values/domain.ts'
import { includesWords } from '../../../parts/lists/fold.ts'
import type { DnsDecision } from '../blocklists/rules/ownRules.ts'
import type { DnsReason } from './reason.ts'

export type QueryOutcome = keyof typeof OUTCOMES

/** A DNS query of a device and its answer. One lookup usually queries several record types. */
export interface LoggedQuestion extends DnsReason {
  readonly key: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly ip: string
  /** Without the final dot. */
  readonly name: string
  /** Record types, for example `A` and `AAAA`. */
  readonly types: readonly string[]
  readonly outcome: QueryOutcome
  /** Empty for no answer. */
  readonly answer: string
  /** What decided, in the words of the router, in which its search looks; empty for none. */
  readonly reason: string
  readonly categories: readonly string[]
}

/** Rank of outcomes: a type without an answer does not matter where another type has one. */
const OUTCOMES = { blocked: 4, answered: 3, missing: 2, failed: 1, empty: 0 } as const
const OUTCOME_OF = {
  NOERROR: 'answered',
  NODATA: 'empty',
  NXDOMAIN: 'missing',
  BLOCKED: 'blocked',
  OTHERERROR: 'failed',
} as const satisfies Record<DnsLogRecord['Type'], QueryOutcome>

/** Questions for one name that come so close together are one look-up. */
const TOGETHER_MS = 2000

export function questionOf(record: DnsLogRecord): LoggedQuestion {
  const { Q, Type, FirstName, FirstAnswer, Remote, Categories, Reason, Verdict, By, Timestamp } = record
  const type = Q[0]?.Qtype ?? 0
  return {
    key: `${Timestamp} ${Remote} ${FirstName} ${type}`,
    at: Date.parse(Timestamp),
    ip: Remote.slice(0, Remote.lastIndexOf(':')),
    name: withoutDot(FirstName),
    types: [typeName(type)],
    outcome: OUTCOME_OF[Type],
    answer: FirstAnswer,
    reason: Reason,
    verdict: Verdict,
    by: By,
    categories: Categories,
  }
}

/** The router’s decision, to compare it with the owner’s rules. */
export const decisionOf = ({ name, outcome, verdict, by }: LoggedQuestion): DnsDecision => ({
  name,
  isBlocked: outcome === 'blocked',
  verdict,
  by,
})

/** Questions of several sources in one list, each once, the newest first, those of one look-up together. */
export function lookUps(sources: readonly (readonly LoggedQuestion[])[], most: number): LoggedQuestion[] {
  const once = new Map(sources.flatMap((source) => source.map((question) => [question.key, question] as const)))
  const inOrder = [...once.values()].sort((a, b) => b.at - a.at)
  const found: LoggedQuestion[] = []
  const newestOf = new Map<string, number>()
  for (const question of inOrder) {
    const of = `${question.ip} ${question.name}`
    const index = newestOf.get(of)
    const before = index === undefined ? undefined : found[index]
    if (index !== undefined && before && before.at - question.at <= TOGETHER_MS)
      found[index] = together(before, question)
    else {
      if (found.length === most) break
      newestOf.set(of, found.length)
      found.push(question)
    }
  }
  return found
}

function together(newer: LoggedQuestion, older: LoggedQuestion): LoggedQuestion {
  const telling = OUTCOMES[older.outcome] > OUTCOMES[newer.outcome] ? older : newer
  return { ...telling, key: newer.key, at: newer.at, types: [...new Set([...older.types, ...newer.types])] }
}

/** Whether every word occurs in the fields that the router searches. */
export const questionMatches = (
  { name, reason, ip, answer, categories, types }: LoggedQuestion,
  who: string,
  words: string,
): boolean => {
  // Of an answer, only a whole address is found.
  const found = words.split(/\s+/).includes(answer) ? [answer] : []
  return includesWords([name, reason, ip, who, ...found, ...categories, ...types].join('\n'), words)
}
