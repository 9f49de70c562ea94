import type { LineDigest } from '../digest.ts'
import { type Dictionary, outcomeOf } from './dictionary.ts'
import { Growing } from './growing.ts'

/** Clients of one segment, so that the parts of a key fit into one number. */
export const MOST_CLIENTS = 2048
/** Record types and reasons of one segment that are distinguished; any further ones are taken for the last. */
const MOST_TYPES = 64
const MOST_REASONS = 256

/** The distinct kinds of queries of a segment that is being written, in at most 2^20 rows. */
export class Kinds {
  readonly #byKey = new Map<number, number>()
  readonly #names = new Map<string, number>()
  readonly #types = new Map<number, number>()
  readonly #reasons = new Map<string, number>([['', 0]])
  readonly #columns = {
    clients: new Growing(new Uint16Array(64)),
    names: new Growing(new Uint32Array(64)),
    types: new Growing(new Uint16Array(64)),
    outcomes: new Growing(new Uint8Array(64)),
    texts: new Growing(new Uint16Array(64)),
    counts: new Growing(new Uint32Array(64)),
  }

  /** The index of the kind of a query, which is counted. */
  add(client: number, { name, type, result, verdict, text }: LineDigest, isCached: boolean): number {
    const outcome = outcomeOf(result, verdict, isCached)
    const nameIndex = indexIn(this.#names, name, Number.POSITIVE_INFINITY)
    const reason = indexIn(this.#reasons, text, MOST_REASONS)
    // 20 bits for the name, 11 for the client, 6 for the type, 8 for the outcome, 8 for the reason: 53, all that a number has.
    const place = (nameIndex * MOST_CLIENTS + client) * MOST_TYPES + indexIn(this.#types, type, MOST_TYPES)
    const key = (place * 256 + outcome) * MOST_REASONS + reason
    let kind = this.#byKey.get(key)
    if (kind === undefined) {
      kind = this.#columns.clients.length
      this.#byKey.set(key, kind)
      this.#columns.clients.push(client)
      this.#columns.names.push(nameIndex)
      this.#columns.types.push(type)
      this.#columns.outcomes.push(outcome)
      this.#columns.texts.push(reason)
      this.#columns.counts.push(0)
    }
    const { counts } = this.#columns
    counts.set(kind, counts.get(kind) + 1)
    return kind
  }

  /** The present state; its columns are valid until the next `add`. */
  dictionary(): Dictionary {
    const { clients, names, types, outcomes, texts, counts } = this.#columns
    return {
      count: clients.length,
      clients: clients.values,
      names: names.values,
      types: types.values,
      outcomes: outcomes.values,
      texts: texts.values,
      counts: counts.values,
      nameText: [...this.#names.keys()].join('\n'),
      nameCount: this.#names.size,
      reasons: [...this.#reasons.keys()],
    }
  }
}

/** The index of a value, a new one if it is new; of too many, the last. */
function indexIn<K>(indexes: Map<K, number>, value: K, most: number): number {
  const known = indexes.get(value)
  if (known !== undefined) return known
  if (indexes.size >= most) return most - 1
  indexes.set(value, indexes.size)
  return indexes.size - 1
}
