import type { z } from 'zod'
import type { SavedTable } from '../model/saved.ts'
import { descriptionOf, type RowOf, type Settings, settings, type TableName, tables } from '../model/tables.ts'
import { type PresenceTable, presenceTables } from '../presence/tables.ts'
import { migrations } from './migrations.ts'
import { Table } from './table.ts'
import { presentVersion } from './versions.ts'

export const VERSION = presentVersion(migrations)

/** The schema of a row of this table with this key; undefined if there is none. */
export const schemaOf = (table: string, key: string): z.ZodType | undefined => descriptionOf(table, key)?.schema

/** The key of a row of this table that matches its schema; undefined if the value does not determine it. */
export function keyOfRow(table: string, value: unknown): string | undefined {
  const description = descriptionOf(table, '')
  return description && 'keyOf' in description ? description.keyOf?.(value) : undefined
}

export const defaultSettings = (): Settings =>
  Object.fromEntries(Object.entries(settings).map(([name, { defaults }]) => [name, defaults()])) as Settings

type SavedTables = { readonly [K in TableName]: Table<RowOf<K>> } & {
  readonly settings: Table<Settings[keyof Settings]>
}

type PresenceTables = {
  readonly [K in keyof typeof presenceTables]: (typeof presenceTables)[K] extends PresenceTable<infer T>
    ? Table<T>
    : never
}

/** The tables of presence, empty. */
export const openPresence = (): PresenceTables =>
  Object.fromEntries(
    Object.entries<PresenceTable<never>>(presenceTables).map(([name, { indexes }]) => [name, new Table(name, indexes)]),
  ) as unknown as PresenceTables

/** All saved tables, empty. */
export const openTables = (): SavedTables =>
  Object.fromEntries([
    ...Object.entries<SavedTable>(tables).map(([name, { indexes }]) => [name, new Table(name, indexes)]),
    ['settings', new Table('settings')],
  ])
