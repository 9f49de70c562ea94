import type { Settings } from '../model/tables.ts'
import { openPresence, openTables } from './documents.ts'
import type { Draft, Facts, Tables } from './facts.ts'
import { type Entry, type Rows, type Table, TableDraft } from './table.ts'

/** All facts in memory. An edit is drawn up as entries, which are then posted to the tables. */
export interface Ledger {
  readonly facts: Facts
  /** Returns the entries of an edit without applying them. */
  draw(edit: (draft: Draft) => void): readonly Entry[]
  /** Applies entries to the tables. */
  post(entries: readonly Entry[]): void
  /** A separate copy, for previews. */
  copy(): Ledger
}

type Drafts = { readonly [K in keyof Tables]: Tables[K] extends Table<infer T> ? TableDraft<T> : never }

export function openLedger(): Ledger {
  const tables: Tables = { ...openTables(), ...openPresence() }
  return {
    facts: { ...tables, setting: <K extends keyof Settings>(name: K) => settingOf(tables.settings, name) },
    draw(edit) {
      const drafts = Object.fromEntries(
        Object.entries(tables).map(([name, table]) => [name, new TableDraft(table as Table<unknown>)]),
      ) as unknown as Drafts
      edit({
        ...drafts,
        setting: <K extends keyof Settings>(name: K) => settingOf(drafts.settings, name),
        set: (name, value) => drafts.settings.put(name, value),
      })
      return Object.values(drafts).flatMap((draft): Entry[] => draft.entries())
    },
    post(entries) {
      for (const { table, key, after } of entries) {
        const rows = tables[table as keyof Tables] as Table<unknown>
        rows.set(key, after)
      }
    },
    copy() {
      const copy = openLedger()
      for (const table of Object.values(tables) as Table<unknown>[])
        copy.post([...table].map(([key, after]) => ({ table: table.name, key, before: undefined, after })))
      return copy
    },
  }
}

/** The entries that undo these. */
export const inverse = (entries: readonly Entry[]): Entry[] =>
  entries.map(({ table, key, before, after }) => ({ table, key, before: after, after: before })).reverse()

const settingOf = <K extends keyof Settings>(
  settings: Pick<Rows<Settings[keyof Settings]>, 'get'>,
  name: K,
): Settings[K] => settings.get(name) as Settings[K]
