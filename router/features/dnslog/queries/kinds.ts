import type { LineDigest } from '../digest.ts'
import { Growing } from './growing.ts'
import { outcomeOf } from './outcome.ts'
import { KIND_BYTES, KindRecords } from './records.ts'

/** Clients of one segment, so that the parts of a key fit into one number. */
export const MOST_CLIENTS = 2048
/** Record types and reasons of one segment that are distinguished; any further ones are taken for the last. */
const MOST_TYPES = 64
const MOST_REASONS = 256

/**
 * The distinct kinds of queries of a segment that is being written, in at most 2^20 rows: client, name, record type, outcome and reason. A filter
 * is evaluated on these, of which there are few, and not on the queries.
 */
export class Kinds {
  readonly records = new KindRecords(new ArrayBuffer(64 * KIND_BYTES), 0)
  readonly #byKey = new Map<number, number>()
  readonly #names = new Map<string, number>()
  readonly #types = new Map<number, number>()
  readonly #reasons = new Map<string, number>([['', 0]])
  readonly #nameOf = new Growing(new Uint32Array(64))

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
      kind = this.records.add(client, type, reason, outcome)
      this.#byKey.set(key, kind)
      this.#nameOf.push(nameIndex)
    }
    this.records.addRow(kind)
    return kind
  }

  /** By kind: the index of its name. Valid until the next `add`. */
  get nameOf(): Uint32Array {
    return this.#nameOf.values
  }

  get nameCount(): number {
    return this.#names.size
  }

  /** Names in the order of their indexes, separated by line feeds. */
  get nameText(): string {
    return [...this.#names.keys()].join('\n')
  }

  /** Reasons and categories, in lower case. */
  get reasons(): readonly string[] {
    return [...this.#reasons.keys()]
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
