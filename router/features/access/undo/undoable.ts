import { isDeepStrictEqual } from 'node:util'
import { descriptionOf, isSaved } from '../../../model/tables.ts'
import type { Entry } from '../../../store/table.ts'

/** The rows of a change that are saved, or undefined if it cannot be undone. */
export function undoableRows(entries: readonly Entry[]): readonly Entry[] | undefined {
  const saved = entries.filter(({ table }) => isSaved(table))
  const hasDevice = saved.some(({ table }) => table === 'devices')
  const isUndoable = saved.every((entry) => {
    const undo = descriptionOf(entry.table, entry.key)?.undo
    return undo === 'alone' || (undo === 'with device' && hasDevice) || isGuestNetwork(entry)
  })
  return isUndoable && saved.length > 0 ? saved : undefined
}

/** A radio of which nothing but the guest network has changed. */
const isGuestNetwork = ({ table, before, after }: Entry): boolean =>
  table === 'radios' && isRow(before) && isRow(after) && changedFields(before, after).join() === 'Guest'

export type RowFields = Readonly<Record<string, unknown>>
export const isRow = (value: unknown): value is RowFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const changedFields = (before: RowFields, after: RowFields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
