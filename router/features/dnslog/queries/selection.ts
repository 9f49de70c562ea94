import type { QueryFilter } from './filter.ts'
import { outcomesOf } from './outcome.ts'
import type { KindRecords } from './records.ts'
import { isTypeName, typeName } from './typename.ts'

/** Names of a segment in the order of their indexes, separated by line feeds. */
export interface NameList {
  readonly text: string
  readonly count: number
  /** Whether a name contains this text, in lower case. */
  has(part: string): boolean
}

/** Which kinds of a segment a filter selects: by name, and by the other fields for each name. The times of the filter are not considered. */
export interface Selection {
  /** 1 for each name with kinds that may be selected; undefined for all. */
  readonly names: Uint8Array | undefined
  /** Whether queries of this client with this outcome may be selected. */
  mayHave(client: number, outcome: number): boolean
  /** Whether a kind with this name is selected. */
  has(records: KindRecords, kind: number, name: number): boolean
}

/** The rows of a segment that a filter selects. */
export interface Match {
  /** 1 for each selected kind. */
  readonly chosen: Uint8Array
  /** Rows of these kinds. */
  readonly total: number
  /** Where the rows of each selected kind begin in the list of rows by kind, and how many there are. */
  readonly parts: readonly { readonly start: number; readonly count: number }[]
}

/**
 * `ips` are the present addresses of the clients of a segment; undefined for those whose queries are deleted. Undefined if nothing can be
 * selected.
 */
export function selectionOf(
  names: NameList,
  reasons: readonly string[],
  ips: readonly (string | undefined)[],
  filter: QueryFilter,
): Selection | undefined {
  const { clients: wanted } = filter
  const isClient = Uint8Array.from(ips, (ip) => Number(ip !== undefined && (!wanted || wanted.has(ip))))
  if (!isClient.includes(1)) return undefined
  const isOutcome = outcomesOf(filter)
  let possible = filter.name ? namesWith(names, filter.name.toLowerCase()) : undefined
  const words = (filter.words ?? []).map(({ text, clients }) => {
    const word = text.toLowerCase()
    const isName = namesWith(names, word)
    const isReason = Uint8Array.from(reasons, (reason) => Number(reason.includes(word)))
    const isOf = Uint8Array.from(ips, (ip) => Number(ip !== undefined && (clients.has(ip) || ip.includes(word))))
    // Only a name can have this word.
    if (!isReason.includes(1) && !isOf.includes(1) && !isTypeName(word)) possible = both(possible, isName)
    return { word, isName, isReason, isOf }
  })
  if (possible && !possible.includes(1)) return undefined
  return {
    names: possible,
    mayHave: (client, outcome) => isClient[client] === 1 && isOutcome[outcome] === 1,
    has(records, kind, name) {
      if (isClient[records.client(kind)] !== 1 || isOutcome[records.outcome(kind)] !== 1) return false
      if (possible && possible[name] !== 1) return false
      for (const { word, isName, isReason, isOf } of words)
        if (
          isName[name] !== 1 &&
          isReason[records.reason(kind)] !== 1 &&
          isOf[records.client(kind)] !== 1 &&
          typeName(records.type(kind)).toLowerCase() !== word
        )
          return false
      return true
    },
  }
}

const both = (a: Uint8Array | undefined, b: Uint8Array): Uint8Array => (a ? a.map((is, index) => is & b[index]!) : b)

/** 1 for each name that contains the text, in lower case. */
function namesWith(names: NameList, text: string): Uint8Array {
  const found = new Uint8Array(names.count)
  if (text.includes('\n') || !names.has(text)) return found
  const all = names.text
  let index = 0
  let counted = 0
  for (let at = all.indexOf(text); at >= 0; ) {
    // The line feeds before it are the names before it.
    for (let feed = all.indexOf('\n', counted); feed >= 0 && feed < at; feed = all.indexOf('\n', counted)) {
      index++
      counted = feed + 1
    }
    found[index] = 1
    const end = all.indexOf('\n', at)
    if (end < 0) break
    at = all.indexOf(text, end)
  }
  return found
}
