/** Within this time a repeated answer is not stored again. */
const NEW_MS = 60_000
/** Devices keep to an address for as long as a connection lasts, and that is longer than any answer holds. */
const REMEMBERED_MS = 2 * 3600_000
const MOST_OF_EACH = 1024

interface Heard {
  readonly name: string
  readonly at: number
}

/** By which name each device knows an address: the one it has asked for last. Addresses are numbers, times milliseconds. */
export class HeardNames {
  readonly #byClient = new Map<number, Map<number, Heard>>()

  hear(client: number, name: string, addresses: readonly number[], now: number): void {
    if (addresses.length === 0) return
    const known = this.#byClient.get(client) ?? new Map<number, Heard>()
    this.#byClient.set(client, known)
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

  /** Empty when it has not asked, or long ago. */
  nameOf(client: number, address: number, now: number): string {
    const heard = this.#byClient.get(client)?.get(address)
    return heard && now - heard.at < REMEMBERED_MS ? heard.name : ''
  }

  forget(client: number): void {
    this.#byClient.delete(client)
  }

  move(from: number, to: number): void {
    const known = this.#byClient.get(from)
    this.#byClient.delete(from)
    if (known) this.#byClient.set(to, known)
    else this.#byClient.delete(to)
  }
}
