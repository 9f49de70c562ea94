import type { QueryDecision, QueryFilter } from '../../model/dns/querylog/filter.ts'
import { RESULTS, type Result } from '../../model/dns/querylog/record.ts'
import { VERDICTS, type VerdictKind, verdictRow } from '../../model/dns/querylog/verdict.ts'

/** Result, verdict and whether the answer came from a cache, in one byte. */
export const outcomeOf = (result: Result, verdict: VerdictKind, isCached: boolean): number =>
  (RESULTS.indexOf(result) << 5) | (VERDICTS.indexOf(verdict) << 1) | Number(isCached)

function isDecided(decision: QueryDecision, outcome: number): boolean {
  const isBlocked = RESULTS[outcome >> 5] === 'BLOCKED'
  const verdict = VERDICTS[(outcome >> 1) & 15] ?? 'passed'
  switch (decision) {
    case 'blocked':
      return isBlocked
    case 'allowed':
      return !isBlocked
    case 'cached':
      return !isBlocked && (outcome & 1) === 1
    case 'local':
      return !isBlocked && verdictRow(verdict).isLocal === true
    case 'failed':
      return verdict === 'failed'
  }
}

/** 1 for each outcome that a filter selects. */
export const outcomesOf = ({ result, decision }: QueryFilter): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, outcome) =>
    Number((result === undefined || RESULTS[outcome >> 5] === result) && (!decision || isDecided(decision, outcome))),
  )
