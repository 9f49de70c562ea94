import { Invalid } from '../errors.ts'
import { type Settings, settings, type TableName, tables } from '../model/tables.ts'
import { phrase, phraseIn, schemaPhrase } from '../phrases/phrase.ts'
import { defaultSettings, keyOfRow, schemaOf } from './documents.ts'
import type { Draft, Facts } from './facts.ts'
import { migrations, type Row } from './migrations.ts'
import { migrationsFrom } from './versions.ts'

const LASTING = (Object.keys(tables) as TableName[]).filter((name) => !tables[name].isTemporary)
const LASTING_SETTINGS = (Object.keys(settings) as (keyof Settings)[]).filter((name) => !settings[name].isTemporary)

/** All saved rows except those of temporary tables and settings. */
export function takeSnapshot(facts: Facts): Row[] {
  return [
    ...LASTING.flatMap((table) => [...facts[table]].map(([key, value]): Row => ({ table, key, value }))),
    ...LASTING_SETTINGS.map((key): Row => ({ table: 'settings', key, value: facts.setting(key) })),
  ]
}

/**
 * Migrates rows to the present version. Throws `Invalid` for a newer version, and for a row of an unknown table, that does not match
 * its schema, or whose key is that of another value.
 */
export function upgrade(rows: readonly Row[], version: number): Row[] {
  const tooNew = (stored: number, present: number): Invalid =>
    new Invalid(phrase('machine.snapshotTooNew', stored, present))
  return migrationsFrom(migrations, version, tooNew)
    .reduce<readonly Row[]>((older, migration) => older.flatMap((row) => migration(row) ?? []), rows)
    .map(({ table, key, value }) => {
      const result = schemaOf(table, key)?.safeParse(value)
      if (!result) throw new Invalid(phrase('machine.snapshotRowUnknown', table, key))
      if (!result.success)
        throw new Invalid(
          phrase(
            'machine.snapshotRowUnfit',
            table,
            key,
            phraseIn(result.error.issues[0]?.message ?? schemaPhrase('machine.savedValueMismatch')),
          ),
        )
      const wanted = keyOfRow(table, result.data)
      if (wanted !== undefined && wanted !== key)
        throw new Invalid(phrase('machine.snapshotRowKeyDiffers', table, key, wanted))
      return { table, key, value: result.data }
    })
}

/** Replaces all but the temporary tables with a snapshot. Missing settings get their defaults. */
export function putSnapshot(draft: Draft, rows: readonly Row[]): void {
  const byTable = Map.groupBy(rows, ({ table }) => table)
  for (const table of LASTING) {
    const draftRows = draft[table]
    const wanted = new Map(byTable.get(table)?.map(({ key, value }) => [key, value]))
    for (const [key] of [...draftRows.rows()]) if (!wanted.has(key)) draftRows.remove(key)
    for (const [key, value] of wanted) draftRows.put(key, value as never)
  }
  const wanted = new Map(byTable.get('settings')?.map(({ key, value }) => [key, value]))
  const defaults: Settings = defaultSettings()
  for (const key of Object.keys(settings) as (keyof Settings)[])
    draft.set(key, (LASTING_SETTINGS.includes(key) && wanted.has(key) ? wanted.get(key) : defaults[key]) as never)
  // Sessions belong to the replaced state.
  for (const [key] of [...draft.sessions.rows()]) draft.sessions.remove(key)
}
