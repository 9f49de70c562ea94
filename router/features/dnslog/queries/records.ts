/** Bytes of the record of a kind: first row (4) and rows (4), client (2), type (2), reason (2), outcome (1), and one byte unused. */
export const KIND_BYTES = 16

/** Records of kinds in memory, in the byte order of the machine. */
export class KindRecords {
  #words: Uint32Array
  #halves: Uint16Array
  #bytes: Uint8Array
  count: number

  constructor(buffer: ArrayBufferLike, count: number) {
    this.#words = new Uint32Array(buffer)
    this.#halves = new Uint16Array(buffer)
    this.#bytes = new Uint8Array(buffer)
    this.count = count
  }

  /** Where the rows of the kind begin in the list of rows by kind. */
  start(kind: number): number {
    return this.#words[4 * kind]!
  }

  rows(kind: number): number {
    return this.#words[4 * kind + 1]!
  }

  client(kind: number): number {
    return this.#halves[8 * kind + 4]!
  }

  type(kind: number): number {
    return this.#halves[8 * kind + 5]!
  }

  reason(kind: number): number {
    return this.#halves[8 * kind + 6]!
  }

  outcome(kind: number): number {
    return this.#bytes[16 * kind + 14]!
  }

  /** Adds a kind without rows. Returns its index. */
  add(client: number, type: number, reason: number, outcome: number): number {
    const kind = this.count++
    if (KIND_BYTES * this.count > this.#bytes.length) this.#grow()
    this.#halves[8 * kind + 4] = client
    this.#halves[8 * kind + 5] = type
    this.#halves[8 * kind + 6] = reason
    this.#bytes[16 * kind + 14] = outcome
    return kind
  }

  addRow(kind: number): void {
    this.#words[4 * kind + 1]!++
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length)
    larger.set(this.#bytes)
    this.#words = new Uint32Array(larger.buffer)
    this.#halves = new Uint16Array(larger.buffer)
    this.#bytes = larger
  }

  /** The records in another order: `order` has the kind for each place. Sets where their rows begin. */
  sorted(order: Uint32Array): Uint8Array {
    const words = new Uint32Array(4 * order.length)
    let start = 0
    for (let place = 0; place < order.length; place++) {
      const from = 4 * order[place]!
      words[4 * place] = start
      for (let word = 1; word < 4; word++) words[4 * place + word] = this.#words[from + word]!
      start += this.#words[from + 1]!
    }
    return new Uint8Array(words.buffer)
  }
}
