import type { Settings } from '../model/tables.ts'
import type { openPresence, openTables } from './documents.ts'
import type { Entry, Rows, Table } from './table.ts'

/** All tables by name: saved ones and presence. */
export type Tables = ReturnType<typeof openTables> & ReturnType<typeof openPresence>

/** The names of all tables but `settings`, which has its own accessors. */
type Name = Exclude<keyof Tables, 'settings'>
type RowOf<K extends Name> = Tables[K] extends Table<infer T> ? T : never

/** All facts, read-only. */
export type Facts = { readonly [K in Name]: Rows<RowOf<K>> } & {
  setting<K extends keyof Settings>(name: K): Settings[K]
}

interface DraftRows<T> {
  get(key: string): T | undefined
  put(key: string, value: T): void
  remove(key: string): void
  rows(): Iterable<[string, T]>
}

/** The facts in an edit. Changes take effect after the edit returns. */
export type Draft = { readonly [K in Name]: DraftRows<RowOf<K>> } & {
  setting<K extends keyof Settings>(name: K): Settings[K]
  set<K extends keyof Settings>(name: K, value: Settings[K]): void
}

/**
 * Changes facts. Resolves when the change is applied in the kernel; rejects with `Invalid` or `Refused`, and then nothing has
 * changed. Edits run one after the other and must be synchronous.
 */
export type Change = (edit: (draft: Draft) => void) => Promise<readonly Entry[]>
