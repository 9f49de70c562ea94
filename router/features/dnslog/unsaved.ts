import type { Chunk } from '../../store/keyedlog.ts'
import { copyLine, type Line, LONGEST_LINE } from './line.ts'

const FIRST_BYTES = 1024
/** Of what one client asks until it is saved, a second later. */
const MOST_BYTES = 64 * 1024

/** A client's lines that are not on the disk yet. */
export class Unsaved {
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES)
  #used = 0
  #count = 0

  /** False when there is no room for it. */
  add(line: Line, time: number): boolean {
    const size = line.end - line.at
    if (size > LONGEST_LINE || this.#used + size > MOST_BYTES) return false
    while (this.#used + size > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(this.#bytes.length * 2)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#used = copyLine(line, time, this.#bytes, this.#used)
    this.#count++
    return true
  }

  get chunk(): Chunk {
    return { count: this.#count, value: this.#bytes.subarray(0, this.#used) }
  }
}
