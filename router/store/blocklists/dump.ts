import { blocks, isSpared, listOf } from './layout.ts'
import type { ListedNameReceiver } from './line.ts'
import type { BlockListTable } from './table.ts'

/** Writes the blocked names of lists while they are read. */
export interface Dump {
  readonly names: ListedNameReceiver
  /** Names found since the last call, one on each line. */
  take(): string
}

/** `uris`: the lists that block. Each of their names is returned once, except names that one of them excludes. */
export function openDump(table: BlockListTable, uris: readonly string[]): Dump {
  const { lists, sets } = table.directory
  const counts = lists.map(({ URI }) => uris.includes(URI))
  const holders = sets.map((set) => set.holders.filter((holder) => counts[listOf(holder)]))
  const isListed = holders.map((some) => some.some((holder) => !isSpared(holder)))
  const seen = new Uint8Array(Math.ceil(table.size / 8))
  let text = ''
  return {
    names: {
      name(wire) {
        const found = table.find(wire, 0)
        const last = found - 1
        // A name may have been omitted from the table.
        if (found === 0 || table.at[last] !== 0 || !isListed[table.sets[last]!]) return
        if (!blocks(Array.from(table.sets.subarray(0, found)).flatMap((set) => holders[set]!))) return
        const slot = table.slots[last]!
        const bit = 1 << (slot & 7)
        if ((seen[slot >> 3]! & bit) !== 0) return
        seen[slot >> 3]! |= bit
        text += `${textOfName(wire)}\n`
      },
      cancel: () => undefined,
      ignore: () => undefined,
    },
    take() {
      const taken = text
      text = ''
      return taken
    },
  }
}

/** A name of letters, digits, dashes and underscores as text. */
export function textOfName(wire: Buffer, start = 0): string {
  let text = ''
  for (let at = start; wire[at] !== 0; at += 1 + wire[at]!) {
    if (at > start) text += '.'
    text += wire.toString('latin1', at + 1, at + 1 + wire[at]!)
  }
  return text
}
