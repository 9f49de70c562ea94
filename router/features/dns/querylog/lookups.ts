/** Within this time a repeated answer is not stored again. */
const NEW_MS = 60_000
/** Connections last longer than the TTL of a response, so names are kept for this time. */
const REMEMBERED_MS = 2 * 3600_000
const MOST_OF_EACH = 1024

interface Lookup {
  readonly name: string
  readonly at: number
}

/** The name by which each device looked up an address last. Addresses are numbers, times milliseconds. */
export class Lookups {
  #byClient = new Map<number, Map<number, Lookup>>()

  record(client: number, name: string, addresses: readonly number[], now: number): void {
    if (addresses.length === 0) return
    const known = this.#byClient.getOrInsertComputed(client, () => new Map<number, Lookup>())
    for (const address of addresses) {
      const had = known.get(address)
      if (had && had.name === name && now - had.at < NEW_MS) continue
      // Moved to the end, so that the entry that was not repeated for longest is the first.
      known.delete(address)
      known.set(address, { name, at: now })
    }
    for (const [address, { at }] of known) {
      if (known.size <= MOST_OF_EACH && now - at < REMEMBERED_MS) break
      known.delete(address)
    }
  }

  /** Empty if the device has not looked it up within that time. */
  nameOf(client: number, address: number, now: number): string {
    const found = this.#byClient.get(client)?.get(address)
    return found && now - found.at < REMEMBERED_MS ? found.name : ''
  }

  /** The names that it has looked up within that time, with repetitions. */
  *namesOf(client: number, now: number): Generator<string> {
    for (const { name, at } of this.#byClient.get(client)?.values() ?? []) if (now - at < REMEMBERED_MS) yield name
  }

  forget(client: number): void {
    this.#byClient.delete(client)
  }

  /** Gives the names of addresses to others, all at the same time. */
  move(addresses: ReadonlyMap<number, number>): void {
    this.#byClient = renamed(this.#byClient, addresses)
  }
}

/** The same values under other keys, all at the same time; a key that is not in `names` stays. */
export const renamed = <K, V>(values: ReadonlyMap<K, V>, names: ReadonlyMap<K, K>): Map<K, V> =>
  new Map([...values].map(([key, value]) => [names.get(key) ?? key, value]))
