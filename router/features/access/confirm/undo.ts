import { isDeepStrictEqual } from 'node:util'
import type { TouchedRow } from '../../../model/access/confirm/waiting.ts'
import type { Draft } from '../../../store/facts.ts'
import { isObject } from '../../../values/object.ts'

interface DraftRows {
  get(key: string): unknown
  put(key: string, value: unknown): void
  remove(key: string): void
}

/** A draft that records which rows are edited, and their values before. */
export function recorded(draft: Draft): { readonly draft: Draft; touched(): TouchedRow[] } {
  const tables = draft as unknown as Record<string, DraftRows>
  const before = new Map<string, { readonly table: string; readonly key: string; readonly row: unknown }>()
  const note = (table: string, key: string): void => {
    const at = `${table} ${key}`
    if (!before.has(at)) before.set(at, { table, key, row: readRow(draft, table, key) })
  }
  const noting = (table: string): DraftRows & { rows: unknown } => {
    const inner = tables[table] as DraftRows & { rows(): unknown }
    return {
      get: (key) => inner.get(key),
      rows: () => inner.rows(),
      put(key, value) {
        note(table, key)
        inner.put(key, value)
      },
      remove(key) {
        note(table, key)
        inner.remove(key)
      },
    }
  }
  const set: Draft['set'] = (name, value) => {
    note('settings', name)
    draft.set(name, value)
  }
  return {
    draft: new Proxy(draft, {
      get(_, name) {
        if (name === 'set') return set
        if (name === 'setting') return draft.setting
        return noting(String(name))
      },
    }),
    touched: () =>
      [...before.values()]
        .map(({ table, key, row }) => ({ table, key, before: row, after: readRow(draft, table, key) }))
        .filter((row) => !isDeepStrictEqual(row.before, row.after)),
  }
}

/** Reverts a change of these rows. */
export function putBack(draft: Draft, rows: readonly TouchedRow[]): void {
  for (const row of rows) {
    const { table, key } = row
    const earlier = earlierRow(readRow(draft, table, key), row)
    if (table === 'settings') draft.set(key as Parameters<Draft['set']>[0], earlier as never)
    else if (earlier === undefined) rowsOf(draft, table).remove(key)
    else rowsOf(draft, table).put(key, earlier)
  }
}

/** Reverts a change of a row field by field. Fields that were changed again since then keep their value. */
export function earlierRow(now: unknown, { before, after }: Pick<TouchedRow, 'before' | 'after'>): unknown {
  if (isDeepStrictEqual(now, after)) return before
  if (!isObject(now) || !isObject(before) || !isObject(after)) return now
  const earlier = { ...now }
  for (const field of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isDeepStrictEqual(before[field], after[field]) || !isDeepStrictEqual(now[field], after[field])) continue
    if (before[field] === undefined) delete earlier[field]
    else earlier[field] = before[field]
  }
  return earlier
}

const rowsOf = (draft: Draft, table: string): DraftRows => (draft as unknown as Record<string, DraftRows>)[table]!

const readRow = (draft: Draft, table: string, key: string): unknown =>
  table === 'settings' ? draft.setting(key as Parameters<Draft['setting']>[0]) : rowsOf(draft, table).get(key)
