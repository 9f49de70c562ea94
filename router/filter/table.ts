import { openNameHash } from './hash.ts'
import { type Directory, HEADER_BYTES, homeOf, readHeader, SLOT_BYTES } from './layout.ts'

/** Which lists hold a name. */
export interface Table {
  readonly directory: Directory
  /** Of how many names, blocked or spared, it knows. */
  readonly names: number
  /**
   * Look for the name that begins at `start` of `wire` (whole, without compression, in any case) and for all its parents.
   * Gives how many are held; of each, parents first, `sets` has the number of its set, `at` where it begins in the bytes,
   * and `slots` its place in the table. Those are lent until the next call.
   */
  find(wire: Uint8Array, start: number): number
  readonly sets: Uint16Array
  readonly at: Uint16Array
  readonly slots: Uint32Array
  /** Places in the table, for whoever wants to mark them. */
  readonly size: number
}

/** A file of `layout.ts` as a table; undefined when it is none. The bytes are used as they are, not copied. */
export function openTable(buffer: ArrayBuffer | SharedArrayBuffer): Table | undefined {
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
        for (let slot = homeOf(high[index]!, size); ; slot = slot + 1 === size ? 0 : slot + 1) {
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

function readDirectory(bytes: Uint8Array): Directory | undefined {
  try {
    // A copy: text cannot be decoded out of memory that is shared.
    const { lists, sets }: Directory = JSON.parse(Buffer.from(bytes).toString())
    return Array.isArray(lists) && Array.isArray(sets) ? { lists, sets } : undefined
  } catch {
    return undefined
  }
}
