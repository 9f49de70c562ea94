import { isDeepStrictEqual } from 'node:util'
import type { AuditEntry } from '../../../model/access/audit/entry.ts'
import { shownValue, tame } from '../../../model/access/audit/shown.ts'
import type { AuditFormat } from '../../../model/saved.ts'
import { descriptionOf } from '../../../model/tables.ts'
import type { Entry } from '../../../store/table.ts'
import { isObject } from '../../../values/object.ts'

/** Limits for several rows in one entry: characters of their names, and rows that are shown. */
const MOST_NAMES = 400
const MOST_SHOWN = 20

/** A changed row, as the audit log shows it. */
export type AuditRecord = Pick<AuditEntry, 'What' | 'Before' | 'After'>

type Row = Readonly<Record<string, unknown>>

/** Describes a changed row without its secrets; undefined if its changes are not logged. */
export function auditRecordOf({ table, key, before, after }: Entry): AuditRecord | undefined {
  // All texts of an unknown table are treated as secrets.
  const format = descriptionOf(table, key)?.audit ?? { noun: table, shows: [] }
  if (format === 'internal') return undefined
  const What = whatOf(format, table, key, after ?? before)
  if (!isObject(before) || !isObject(after))
    return { What, Before: shownValue(before ?? null, format.shows), After: shownValue(after ?? null, format.shows) }
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  if (fields.every((name) => format.unlogged?.includes(name))) return undefined
  return {
    What,
    Before: shownValue(only(fields, before), format.shows),
    After: shownValue(only(fields, after), format.shows),
  }
}

/**
 * Describes all changes of a transaction, and counts those above `most`. Several devices that are deleted together are one entry.
 */
export function recordsOf(entries: readonly Entry[], most: number): { rows: AuditRecord[]; more: number } {
  const deleted = entries.filter(isDeletedDevice)
  const isOne = deleted.length > 1
  const each = isOne ? entries.filter((entry) => !isDeletedDevice(entry)) : entries
  const rows = each.slice(0, most).flatMap((entry) => auditRecordOf(entry) ?? [])
  return { rows: isOne ? [deletion(deleted), ...rows] : rows, more: Math.max(0, each.length - most) }
}

const isDeletedDevice = ({ table, after }: Entry): boolean => table === 'devices' && after === undefined

/** One entry that names all devices and shows the first. */
function deletion(entries: readonly Entry[]): AuditRecord {
  const names = entries.map(({ key, before }) => nameOf(before) ?? key)
  const shownRows = entries.slice(0, MOST_SHOWN).flatMap((entry) => auditRecordOf(entry) ?? [])
  return {
    What: `${entries.length} devices: ${tame(names.join(', '), MOST_NAMES)}`,
    Before: Object.fromEntries(shownRows.map(({ What, Before }) => [What, Before])),
    After: null,
  }
}

/** `device laptop (02:…)`: the noun, the name that the owner gave it, and its key. */
function whatOf({ noun, shows, hasPlainKey }: AuditFormat, table: string, key: string, row: unknown): string {
  if (table === 'settings') return noun
  const called = nameOf(row, shows)
  const shownKey = hasPlainKey && key !== called ? tame(key, 80) : undefined
  if (called === undefined) return [noun, shownKey].filter(Boolean).join(' ')
  return `${noun} ${tame(called, 80)}${shownKey === undefined ? '' : ` (${shownKey})`}`
}

/** The name that the owner gave it, if any. */
const nameOf = (row: unknown, shows: readonly string[] = ['Name']): string | undefined =>
  ['Name', 'RuleName']
    .filter((field) => shows.includes(field))
    .map((field) => (isObject(row) ? row[field] : ''))
    .find((text): text is string => typeof text === 'string' && text !== '')

const only = (fields: readonly string[], row: Row): Row =>
  Object.fromEntries(fields.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]))
