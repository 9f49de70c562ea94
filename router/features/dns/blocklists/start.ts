import type { Core } from '../../../core.ts'
import { type BlockTable, openBlockTable } from './lists/blocktable.ts'
import { listDirectory } from './lists/kept.ts'

/** Before the resolver starts, and without the network: saved lists apply to the first query. `use` is called with each table. */
export function loadBlockTable(
  { machine, data }: Pick<Core, 'machine' | 'data'>,
  use: (shared: SharedArrayBuffer) => void,
): BlockTable {
  const blockTable = openBlockTable(machine, listDirectory(data), use)
  blockTable.load()
  return blockTable
}
