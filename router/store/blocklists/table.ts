import { openNameHash } from './hash.ts'
import { type BlockListDirectory, HEADER_BYTES, homeSlotOf, readHeader, SLOT_BYTES } from './layout.ts'

/** Look-ups of names in the compiled block lists. */
export interface BlockListTable {
  readonly directory: BlockListDirectory
  /** The number of names, blocked or exempt. */
  readonly names: number
  /**
   * Finds the uncompressed name at `start` of `wire`, in any case, and all its parents. Returns how many are in the table; for
   * each, parents first, `sets` has the number of its set, `at` its offset in the bytes, and `slots` its slot in the table. These
   * are valid until the next call.
   */
  find(wire: Uint8Array, start: number): number
  readonly sets: Uint16Array
  readonly at: Uint16Array
  readonly slots: Uint32Array
  /** The number of slots. */
  readonly size: number
}

/** Opens a file of `layout.ts`; undefined if it is invalid. The bytes are not copied. */
export function openTable(buffer: ArrayBuffer | SharedArrayBuffer): BlockListTable | undefined {
  const file = new Uint8Array(buffer)
  const header = readHeader(file)
  if (!header) return undefined
  const directory = readDirectory(file.subarray(file.length - header.directoryBytes))
  if (!directory) return undefined

  const size = header.slots
  const words = new Int32Array(buffer, HEADER_BYTES, (size * SLOT_BYTES) / 4)
  const hash = openNameHash(...header.seed)
  const { high, low } = hash
  const sets = new Uint16Array(high.length)
  const at = new Uint16Array(high.length)
  const slots = new Uint32Array(high.length)
  return {
    directory,
    names: header.names,
    sets,
    at,
    slots,
    size,
    find(wire, start) {
      const labels = hash.read(wire, start)
      let found = 0
      for (let index = 0; index < labels; index++) {
        const wanted = low[index]!
        const rest = high[index]! << 16
        for (let slot = homeSlotOf(high[index]!, size); ; slot = slot + 1 === size ? 0 : slot + 1) {
          const word = words[slot * 2 + 1]!
          const set = word & 0xffff
          if (set === 0) break
          if (words[slot * 2] !== wanted || (word ^ rest) >>> 16 !== 0) continue
          sets[found] = set
          at[found] = hash.at[index]!
          slots[found++] = slot
          break
        }
      }
      return found
    },
  }
}

function readDirectory(bytes: Uint8Array): BlockListDirectory | undefined {
  try {
    // A copy: text in shared memory cannot be decoded.
    const { lists, sets }: BlockListDirectory = JSON.parse(Buffer.from(bytes).toString())
    return Array.isArray(lists) && Array.isArray(sets) ? { lists, sets } : undefined
  } catch {
    return undefined
  }
}
