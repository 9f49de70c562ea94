import type { QueryFilter } from '../../model/dns/querylog/filter.ts'
import { typeNumber } from '../../model/dns/querylog/typename.ts'
import type { KindColumns } from './columns.ts'
import { namePart } from './names.ts'
import { outcomesOf } from './outcome.ts'
import {
  type BlockSet,
  clientTerm,
  common,
  either,
  outcomeTerm,
  reasonTerm,
  type Signatures,
  typeTerm,
} from './signatures.ts'

/** A text that queries must have, and the fields other than the name that have it. */
interface Word {
  /** Bytes that are looked for in the names. */
  readonly part: Buffer
  /** 1 for each reason and client with this word. */
  readonly isReason: Uint8Array
  readonly isClient: Uint8Array
  /** The record type with this name. */
  readonly type: number | undefined
  /** No other field of this segment has it. */
  readonly isNameOnly: boolean
}

/** Which kinds of a segment a filter selects. The times of the filter are not considered. */
export interface KindSelection {
  readonly words: readonly Word[]
  /** All kinds are selected. */
  readonly isAll: boolean
  /** Whether queries of this client with this outcome may be selected. */
  mayHave(client: number, outcome: number): boolean
  /** Blocks that may have selected kinds. */
  blocks(signatures: Signatures): BlockSet
  /**
   * Sets 1 for each of the kinds from `from` up to `to` that is selected, else 0. `marks` has, for each word, 1 for each name that
   * contains it.
   */
  choose(kinds: KindColumns, marks: readonly Uint8Array[], chosen: Uint8Array, from: number, to: number): void
}

/** The rows of a segment that a filter selects: all, unless one of the two is set. */
export interface Match {
  /** 1 for each selected kind. */
  readonly chosen?: Uint8Array<ArrayBuffer> | undefined
  /** Where the rows of each selected kind are in the list of rows by kind. */
  readonly parts?: readonly { readonly start: number; readonly count: number }[] | undefined
}

/**
 * `reasons` are those of a segment, and `ips` the present addresses of its clients; undefined for those whose queries are deleted. Undefined
 * if nothing can be selected.
 */
export function selectionOfFilter(
  reasons: readonly string[],
  ips: readonly (string | undefined)[],
  filter: QueryFilter,
): KindSelection | undefined {
  const { clients: wanted } = filter
  const isClient = Uint8Array.from(ips, (ip) => Number(ip !== undefined && (!wanted || wanted.has(ip))))
  if (!isClient.includes(1)) return undefined
  const isOutcome = outcomesOf(filter)
  const words = wordsOf(reasons, ips, filter)
  const isAnyClient = !isClient.includes(0)
  const isAnyOutcome = !isOutcome.includes(0)
  return {
    words,
    isAll: isAnyClient && isAnyOutcome && words.length === 0,
    mayHave: (client, outcome) => isClient[client] === 1 && isOutcome[outcome] === 1,
    blocks(signatures) {
      let found = signatures.all
      if (!isAnyClient) found = common(found, signatures.withAny(marked(isClient, clientTerm)))
      if (!isAnyOutcome) found = common(found, signatures.withAny(marked(isOutcome, outcomeTerm)))
      for (const { part, isReason, isClient, type } of words) {
        const others = [...marked(isReason, reasonTerm), ...marked(isClient, clientTerm)]
        if (type !== undefined) others.push(typeTerm(type))
        found = common(found, either(signatures.withPart(part), signatures.withAny(others)))
      }
      return found
    },
    choose({ client, outcome, reason, type, name }, marks, chosen, from, to) {
      if (isAnyClient && isAnyOutcome) chosen.fill(1, from, to)
      else for (let kind = from; kind < to; kind++) chosen[kind] = isClient[client[kind]!]! & isOutcome[outcome[kind]!]!
      for (const [at, word] of words.entries()) {
        const isName = marks[at]!
        if (word.isNameOnly) for (let kind = from; kind < to; kind++) chosen[kind]! &= isName[name[kind]!]!
        else
          for (let kind = from; kind < to; kind++)
            if (
              chosen[kind] === 1 &&
              isName[name[kind]!] !== 1 &&
              word.isReason[reason[kind]!] !== 1 &&
              word.isClient[client[kind]!] !== 1 &&
              type[kind] !== word.type
            )
              chosen[kind] = 0
      }
    },
  }
}

function wordsOf(
  reasons: readonly string[],
  ips: readonly (string | undefined)[],
  { name, words }: QueryFilter,
): Word[] {
  const none = new Uint8Array()
  const found: Word[] = []
  if (name) found.push({ part: namePart(name), isReason: none, isClient: none, type: undefined, isNameOnly: true })
  for (const { text, clients } of words ?? []) {
    const word = text.toLowerCase()
    const isReason = Uint8Array.from(reasons, (reason) => Number(reason.includes(word)))
    const isClient = Uint8Array.from(ips, (ip) => Number(ip !== undefined && (clients.has(ip) || ip.includes(word))))
    const type = typeNumber(word)
    const isNameOnly = !isReason.includes(1) && !isClient.includes(1) && type === undefined
    found.push({ part: namePart(word), isReason, isClient, type, isNameOnly })
  }
  return found
}

function marked<T>(marks: Uint8Array, of: (index: number) => T): T[] {
  const found: T[] = []
  for (let index = marks.indexOf(1); index >= 0; index = marks.indexOf(1, index + 1)) found.push(of(index))
  return found
}
