import { openPresence } from '../presence/presence.ts'
import { defaultSettings, openTables, type Settings } from './documents.ts'
import type { Change, Draft, Facts } from './facts.ts'
import { type Entry, type Rows, type Table, TableDraft } from './table.ts'

export interface MemoryFacts {
  readonly facts: Facts
  readonly change: Change
  /** Hears what each change came to, once it holds: the tables already show it. */
  watch(changed: (entries: readonly Entry[]) => void): Disposable
  /** From now on every change is refused with `error`, and edits nothing; `undefined` ends that. */
  refuseWith(error: Error | undefined): void
}

/**
 * Facts that live as long as the test that opened them: the store's own tables, with neither a disk below nor a kernel
 * behind. Changes run one after the other, and one that throws leaves everything as it was.
 */
export function openMemoryFacts(settings: Partial<Settings> = {}): MemoryFacts {
  const tables = { ...openTables(), ...openPresence() }
  const watchers = new Set<(entries: readonly Entry[]) => void>()
  let refusal: Error | undefined

  for (const [name, value] of Object.entries({ ...defaultSettings(), ...settings })) tables.settings.set(name, value)

  const change: Change = async (edit) => {
    // As with the real store, nobody sees an edit in the same turn in which it was asked for.
    await Promise.resolve()
    if (refusal) throw refusal
    const drafts = draftsOf(tables)
    edit(drafts.draft)
    const entries = drafts.entries()
    for (const { table, key, after } of entries) {
      const rows = tables[table as keyof typeof tables] as Table<unknown>
      rows.set(key, after)
    }
    for (const changed of watchers) changed(entries)
    return entries
  }

  return {
    facts: { ...tables, setting: <K extends keyof Settings>(name: K) => settingOf(tables.settings, name) },
    change,
    watch(changed) {
      watchers.add(changed)
      return { [Symbol.dispose]: () => void watchers.delete(changed) }
    },
    refuseWith(error) {
      refusal = error
    },
  }
}

type Tables = ReturnType<typeof openTables> & ReturnType<typeof openPresence>

function draftsOf(tables: Tables): { draft: Draft; entries: () => Entry[] } {
  const drafts = {
    devices: new TableDraft(tables.devices),
    groups: new TableDraft(tables.groups),
    interfaces: new TableDraft(tables.interfaces),
    users: new TableDraft(tables.users),
    settings: new TableDraft(tables.settings),
    links: new TableDraft(tables.links),
    stations: new TableDraft(tables.stations),
    leases: new TableDraft(tables.leases),
    uplinkLeases: new TableDraft(tables.uplinkLeases),
  }
  return {
    draft: {
      ...drafts,
      setting: <K extends keyof Settings>(name: K) => settingOf(drafts.settings, name),
      set: (name, value) => drafts.settings.put(name, value),
    },
    entries: () => Object.values(drafts).flatMap((draft): Entry[] => draft.entries()),
  }
}

const settingOf = <K extends keyof Settings>(
  settings: Pick<Rows<Settings[keyof Settings]>, 'get'>,
  name: K,
): Settings[K] => settings.get(name) as Settings[K]
