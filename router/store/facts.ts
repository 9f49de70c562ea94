import type { openTables, Settings } from './documents.ts'
import type { openPresence } from './presence.ts'
import type { Entry, Rows, Table } from './table.ts'

/** Every table by name: what is remembered, and who is here now. */
export type Tables = ReturnType<typeof openTables> & ReturnType<typeof openPresence>

/** The tables of rows; settings are reached by their own name. */
type Name = Exclude<keyof Tables, 'settings'>
type RowOf<K extends Name> = Tables[K] extends Table<infer T> ? T : never

/** All that is known, read-only. */
export type Facts = { readonly [K in Name]: Rows<RowOf<K>> } & {
  setting<K extends keyof Settings>(name: K): Settings[K]
}

interface DraftRows<T> {
  get(key: string): T | undefined
  put(key: string, value: T): void
  remove(key: string): void
  rows(): Iterable<[string, T]>
}

/** The facts being edited; nothing holds until the edit returns. */
export type Draft = { readonly [K in Name]: DraftRows<RowOf<K>> } & {
  setting<K extends keyof Settings>(name: K): Settings[K]
  set<K extends keyof Settings>(name: K, value: Settings[K]): void
}

/**
 * Change facts. Resolves when what they call for is in force in the kernel; rejects with `Invalid` or `Refused`, and then
 * nothing has changed. Edits run one after the other and must not wait for anything themselves.
 */
export type Change = (edit: (draft: Draft) => void) => Promise<readonly Entry[]>
