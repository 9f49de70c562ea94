import { VERDICTS, type VerdictKind } from '../line.ts'
import { RESULTS, type Result } from '../record.ts'
import type { Decision, QueryFilter } from './filter.ts'
import { typeName } from './typename.ts'

/**
 * The distinct kinds of queries of a segment: client, name, record type, outcome and reason. A filter is evaluated on these, of
 * which there are few, and not on the queries; only the time is not among them.
 */
export interface Dictionary {
  readonly count: number
  /** By kind: the index of the client in the segment's list. */
  readonly clients: Uint16Array
  /** By kind: the index of the name. */
  readonly names: Uint32Array
  /** By kind: the record type as a number (IANA). */
  readonly types: Uint16Array
  /** By kind: `outcomeOf`. */
  readonly outcomes: Uint8Array
  /** By kind: the index in `reasons`. */
  readonly texts: Uint16Array
  /** By kind: how many queries there are. */
  readonly counts: Uint32Array
  /** Names in the order of their indexes, separated by line feeds. */
  readonly nameText: string
  readonly nameCount: number
  /** Reasons and categories, in lower case. */
  readonly reasons: readonly string[]
}

/** Result, verdict and whether the answer came from a cache, in one byte. */
export const outcomeOf = (result: Result, verdict: VerdictKind, isCached: boolean): number =>
  (RESULTS.indexOf(result) << 5) | (VERDICTS.indexOf(verdict) << 1) | Number(isCached)

const LOCAL: readonly VerdictKind[] = ['local', 'overridden', 'quarantined']

function isDecided(decision: Decision, outcome: number): boolean {
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
      return !isBlocked && LOCAL.includes(verdict)
    case 'failed':
      return verdict === 'failed'
  }
}

/** The kinds that a filter selects. */
export interface Match {
  /** 1 for each selected kind. */
  readonly chosen: Uint8Array
  /** Queries of these kinds. */
  readonly total: number
}

/**
 * `ips` are the present addresses of the segment's clients; undefined for those whose queries are deleted. Undefined if no query matches.
 * The times of the filter are not considered.
 */
export function match(
  dictionary: Dictionary,
  ips: readonly (string | undefined)[],
  filter: QueryFilter,
): Match | undefined {
  const { count, clients, names, types, outcomes, texts, counts } = dictionary
  const { clients: wanted, result, decision } = filter
  const isClient = Uint8Array.from(ips, (ip) => Number(ip !== undefined && (!wanted || wanted.has(ip))))
  if (!isClient.includes(1)) return undefined
  const isOutcome = Uint8Array.from({ length: 256 }, (_, outcome) =>
    Number((result === undefined || RESULTS[outcome >> 5] === result) && (!decision || isDecided(decision, outcome))),
  )
  const chosen = new Uint8Array(count)
  let some = 0
  for (let kind = 0; kind < count; kind++) {
    const is = isClient[clients[kind]!]! & isOutcome[outcomes[kind]!]!
    chosen[kind] = is
    some |= is
  }
  if (some === 0) return undefined
  if (filter.name) {
    const isName = namesWith(dictionary, filter.name.toLowerCase())
    for (let kind = 0; kind < count; kind++) chosen[kind]! &= isName[names[kind]!]!
  }
  for (const { text, clients: of } of filter.words ?? []) {
    const word = text.toLowerCase()
    const isName = namesWith(dictionary, word)
    const isReason = Uint8Array.from(dictionary.reasons, (reason) => Number(reason.includes(word)))
    const isOf = Uint8Array.from(ips, (ip) => Number(ip !== undefined && (of.has(ip) || ip.includes(word))))
    for (let kind = 0; kind < count; kind++)
      chosen[kind]! &=
        isName[names[kind]!]! |
        isReason[texts[kind]!]! |
        isOf[clients[kind]!]! |
        Number(typeName(types[kind]!).toLowerCase() === word)
  }
  let total = 0
  for (let kind = 0; kind < count; kind++) if (chosen[kind] === 1) total += counts[kind]!
  return total === 0 ? undefined : { chosen, total }
}

/** 1 for each name that contains the text, in lower case. */
function namesWith({ nameText, nameCount }: Dictionary, text: string): Uint8Array {
  const found = new Uint8Array(nameCount)
  if (text.includes('\n')) return found
  let index = 0
  let counted = 0
  for (let at = nameText.indexOf(text); at >= 0; ) {
    // The line feeds before it are the names before it.
    for (let feed = nameText.indexOf('\n', counted); feed >= 0 && feed < at; feed = nameText.indexOf('\n', counted)) {
      index++
      counted = feed + 1
    }
    found[index] = 1
    const end = nameText.indexOf('\n', at)
    if (end < 0) break
    at = nameText.indexOf(text, end)
  }
  return found
}
