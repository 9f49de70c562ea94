/** Maps upper case to lower case. */
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte))

/** A name has at most 127 labels: 255 bytes, two for each. */
const MOST_LABELS = 128

/**
 * Hashes a name from its last label on, which also gives the hashes of all its parents: `com`, `example.com`,
 * `ads.example.com`. Each has 64 bits, in two halves that are mixed differently and begin with a seed, so that collisions cannot be
 * predicted. Case is ignored. The results are valid until the next call.
 */
export interface NameHash {
  /** Reads the uncompressed name at `start` of `wire`. Returns its number of labels; the root has none. */
  read(wire: Uint8Array, start: number): number
  /** The hashes of the parents with 1, 2, 3 … labels, and of the name itself as the last. */
  readonly high: Int32Array
  readonly low: Int32Array
  /** The offsets of each of them in the bytes. */
  readonly at: Uint16Array
}

export function openNameHash(seedHigh: number, seedLow: number): NameHash {
  const high = new Int32Array(MOST_LABELS)
  const low = new Int32Array(MOST_LABELS)
  const at = new Uint16Array(MOST_LABELS)
  return {
    high,
    low,
    at,
    read(wire, start) {
      let count = 0
      for (let label = start; wire[label]! > 0; label += 1 + wire[label]!) at[count++] = label
      // The offsets were found from the left; the hashes are computed from the right.
      for (let left = 0, right = count - 1; left < right; left++, right--) {
        const label = at[left]!
        at[left] = at[right]!
        at[right] = label
      }
      let a = seedHigh | 0
      let b = seedLow | 0
      for (let index = 0; index < count; index++) {
        const label = at[index]!
        const end = label + 1 + wire[label]!
        for (let i = label; i < end; i++) {
          const byte = LOWER[wire[i]!]!
          a = Math.imul(a ^ byte, 0x9e3779b1)
          a = (a << 5) | (a >>> 27)
          b = Math.imul(((b << 11) | (b >>> 21)) ^ byte, 0x85ebca77)
        }
        high[index] = mixed(a)
        low[index] = mixed(b)
      }
      return count
    },
  }
}

/** Every bit of the input affects every bit of the output (the finalizer of MurmurHash3). */
const mixed = (value: number): number => {
  let h = value ^ (value >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 16)
}
