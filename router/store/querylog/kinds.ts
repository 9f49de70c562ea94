import type { KindColumns } from './columns.ts'
import type { LineDigest } from './digest.ts'
import { Chains, Growing } from './growing.ts'
import { HashIndex, mixed } from './hashindex.ts'
import { NameTable } from './names.ts'
import { outcomeOf } from './outcome.ts'

/** Reasons of one segment that are distinguished; any further ones are taken for the last. */
const MOST_REASONS = 256

/**
 * The distinct kinds of queries of a segment that is being written: client, name, record type, outcome and reason. A filter is evaluated on
 * these, of which there are few, and not on the queries.
 */
export class Kinds {
  readonly names = new NameTable()
  /** The kinds of each name. */
  readonly ofName = new Chains()
  readonly #index = new HashIndex((kind) => this.#hash(kind))
  readonly #name = new Growing(new Uint32Array(66))
  readonly #client = new Growing(new Uint16Array(70))
  readonly #type = new Growing(new Uint16Array(74))
  readonly #reason = new Growing(new Uint16Array(78))
  readonly #outcome = new Growing(new Uint8Array(82))
  readonly #reasons = new Map<string, number>([['', 0]])

  /** The index of the kind of a query, which is added if it is new. */
  add(client: number, { name: text, type, result, verdict, text: reasons }: LineDigest, isCached: boolean): number {
    const outcome = outcomeOf(result, verdict, isCached)
    const name = this.names.add(text)
    const reason = this.#reasonOf(reasons)
    const hash = hashOf(name, client, type, reason, outcome)
    const known = this.#index.find(
      hash,
      (one) =>
        this.#name.get(one) === name &&
        this.#client.get(one) === client &&
        this.#type.get(one) === type &&
        this.#reason.get(one) === reason &&
        this.#outcome.get(one) === outcome,
    )
    if (known >= 0) return known
    this.ofName.add(name)
    this.#name.push(name)
    this.#client.push(client)
    this.#type.push(type)
    this.#reason.push(reason)
    this.#outcome.push(outcome)
    return this.#index.add(hash)
  }

  #hash(kind: number): number {
    const [name, client, type] = [this.#name.get(kind), this.#client.get(kind), this.#type.get(kind)]
    return hashOf(name, client, type, this.#reason.get(kind), this.#outcome.get(kind))
  }

  #reasonOf(text: string): number {
    const known = this.#reasons.get(text)
    if (known !== undefined) return known
    if (this.#reasons.size >= MOST_REASONS) return MOST_REASONS - 1
    this.#reasons.set(text, this.#reasons.size)
    return this.#reasons.size - 1
  }

  get columns(): KindColumns {
    return {
      count: this.#index.size,
      name: this.#name.values,
      client: this.#client.values,
      type: this.#type.values,
      reason: this.#reason.values,
      outcome: this.#outcome.values,
    }
  }

  /** Reasons and categories, in lower case. */
  get reasons(): readonly string[] {
    return [...this.#reasons.keys()]
  }
}

const hashOf = (name: number, client: number, type: number, reason: number, outcome: number): number =>
  mixed(mixed(name, client), (type << 16) | (reason << 8) | outcome)
