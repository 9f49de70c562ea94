/** Upper case to lower case; everything else as it is. */
const LOWER = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte))

/** A name has 127 labels at most: 255 bytes, two for each. */
const MOST_LABELS = 128

/**
 * Hashes a name from its last label on, so that those of all its parents come by the way: `com`, `example.com`,
 * `ads.example.com`. Each has 64 bits, in two halves that are mixed differently and begin from a seed, so that nobody knows
 * beforehand which names fall together. Case does not matter. The results are lent until the next call.
 */
export interface NameHash {
  /** `wire` at `start` is a whole name without compression. Gives how many labels it has; the root has none. */
  read(wire: Uint8Array, start: number): number
  /** Of the parents with 1, 2, 3 … labels, and the name itself as the last. */
  readonly high: Int32Array
  readonly low: Int32Array
  /** Where each of them begins in the bytes. */
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
      // Found from the left, wanted from the right.
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

/** Every bit of the input has a say in every bit of the output (the last steps of MurmurHash3). */
const mixed = (value: number): number => {
  let h = value ^ (value >>> 16)
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return h ^ (h >>> 16)
}
