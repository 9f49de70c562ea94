import type { Clock, Machine } from '../../../../machine/machine.ts'
import { isSound } from '../../../../store/blocklists/layout.ts'
import { type BlockListTable, openTable } from '../../../../store/blocklists/table.ts'
import { TABLE_FILE } from './kept.ts'

/** The compiled lists that are in force. */
export interface BlockTable {
  readonly table: BlockListTable | undefined
  /** Takes what the file says now. False when there is none, or it is damaged: then all stays as it was. */
  load(): boolean
}

/**
 * Every thread has taken the next table by then, and no query that began with this one still waits: it waits 4 s at most. Until
 * then the table is memory: of a list that is replaced often there are two tables, not three.
 */
const RELEASE_MS = 5_000

/** `use` is called with each table that comes into force, as memory that threads share. */
export function openBlockTable(
  machine: Pick<Machine, 'readShared' | 'releaseShared'> & { readonly clock: Clock },
  directory: string,
  use: (shared: SharedArrayBuffer) => void,
): BlockTable {
  let table: BlockListTable | undefined
  let memory: SharedArrayBuffer | undefined
  return {
    get table() {
      return table
    },
    load() {
      const shared = machine.readShared(`${directory}/${TABLE_FILE}`)
      if (!shared || !isSound(new Uint8Array(shared))) return false
      const opened = openTable(shared)
      if (!opened) return false
      const before = memory
      if (before) machine.clock.after(RELEASE_MS, () => machine.releaseShared(before))
      memory = shared
      table = opened
      use(shared)
      return true
    },
  }
}
