/** Numbers of one kind, to which more can be added. */
export class Growing<T extends Uint8Array | Uint16Array | Uint32Array | Float64Array> {
  #array: T
  length = 0

  constructor(array: T) {
    this.#array = array
  }

  push(value: number): void {
    if (this.length === this.#array.length) {
      const Kind = this.#array.constructor as new (length: number) => T
      const larger = new Kind(Math.max(64, this.length * 2))
      larger.set(this.#array)
      this.#array = larger
    }
    this.#array[this.length++] = value
  }

  get(index: number): number {
    return this.#array[index]!
  }

  set(index: number, value: number): void {
    this.#array[index] = value
  }

  /** A view, valid until the next `push`. */
  get values(): T {
    return this.#array.subarray(0, this.length) as T
  }
}
