import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '../../store/table.ts'
import type { AuditEntry } from './entry.ts'
import { shown, tame } from './shown.ts'
import { type Telling, tellingOf } from './tables.ts'

/** A change of a row, as the audit tells of it. */
export type Told = Pick<AuditEntry, 'What' | 'Before' | 'After'>

type Row = Readonly<Record<string, unknown>>

/** What is told of a changed row, without its secrets; undefined where nothing is. */
export function told({ table, key, before, after }: Entry): Told | undefined {
  const telling = tellingOf(table, key)
  if (!telling) return undefined
  const What = whatOf(telling, table, key, after ?? before)
  if (!isRow(before) || !isRow(after))
    return { What, Before: shown(before ?? null, telling.shows), After: shown(after ?? null, telling.shows) }
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  if (fields.every((name) => telling.passesOver?.includes(name))) return undefined
  return { What, Before: shown(only(fields, before), telling.shows), After: shown(only(fields, after), telling.shows) }
}

/** `device laptop (02:…)`: what it is, what its owner calls it, and the key that tells it from others. */
function whatOf({ noun, shows, hasPlainKey }: Telling, table: string, key: string, row: unknown): string {
  if (table === 'settings') return noun
  const name = ['Name', 'RuleName']
    .filter((field) => shows.includes(field))
    .map((field) => (isRow(row) ? row[field] : ''))
  const called = name.find((text): text is string => typeof text === 'string' && text !== '')
  const shownKey = hasPlainKey && key !== called ? tame(key, 80) : undefined
  if (called === undefined) return [noun, shownKey].filter(Boolean).join(' ')
  return `${noun} ${tame(called, 80)}${shownKey === undefined ? '' : ` (${shownKey})`}`
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const only = (fields: readonly string[], row: Row): Row =>
  Object.fromEntries(fields.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]))
