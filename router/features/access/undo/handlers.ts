import { isDeepStrictEqual } from 'node:util'
import type { Core } from '../../../core.ts'
import { Conflict } from '../../../errors.ts'
import type { undo } from '../../../model/access/undo/contract.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import type { Handlers } from '../../../model/operation.ts'
import { isUnlogged } from '../../../model/tables.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { isObject } from '../../../values/object.ts'
import { takenNets } from '../../firewall/config/check.ts'
import { announceDeleted, announceDevice } from '../../home/devices/announce.ts'
import { auditRecordOf } from '../audit/record.ts'
import { fits, type RowConstraints } from './fit.ts'
import { changedFields, type RowFields, type UndoJournal } from './journal.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus' | 'apiPorts'> {
  readonly journal: Pick<UndoJournal, 'find' | 'forget'>
}

export const undoHandlers = ({ facts, change, bus, journal, apiPorts }: Deps): Handlers<typeof undo> => ({
  async run({ body: { Id }, caller }) {
    const entries = journal.find(Id, caller)
    const around = { taken: takenNets(facts), apiPorts: apiPorts() }
    const restored = await change((draft) => revert(draft, entries, around))
    journal.forget(Id)
    for (const { table, before, after } of restored) {
      if (table !== 'devices') continue
      if (after) announceDevice({ bus, facts }, before as Device | undefined, after as Device)
      else announceDeleted({ bus, facts }, before as Device)
    }
  },
})

interface Rows {
  get(key: string): unknown
  put(key: string, value: unknown): void
  remove(key: string): void
}

/**
 * Restores the rows of a change in an edit. Of rows that still exist only the fields that it changed are restored, so that later
 * changes of other fields stay. Throws `Conflict` if one of these was changed again, or if the restored rows would not fit the others.
 */
function revert(draft: Draft, entries: readonly Entry[], around: RowConstraints): void {
  for (const entry of entries) {
    const rows = rowsOf(draft, entry)
    const earlier = earlierRow(entry, rows.get(entry.key))
    if (earlier === undefined) rows.remove(entry.key)
    else rows.put(entry.key, earlier)
  }
  for (const entry of entries) if (entry.before !== undefined && !fits(draft, entry, around)) refuse(entry)
}

function rowsOf(draft: Draft, { table, key }: Entry): Rows {
  if (table !== 'settings') return draft[table as 'devices'] as unknown as Rows
  const name = key as 'dnsBlock'
  return { get: () => draft.setting(name), put: (_, value) => draft.set(name, value as never), remove: () => {} }
}

/** The row as it was before the change; undefined if there was none. */
function earlierRow(entry: Entry, now: unknown): unknown {
  const { before, after } = entry
  if (after === undefined) return now === undefined ? before : refuse(entry)
  if (!isObject(after) || !isObject(now)) return isDeepStrictEqual(now, after) ? before : refuse(entry)
  if (before === undefined) return hasChanged(entry, after, now) ? refuse(entry) : undefined
  const fields = changedFields(before as RowFields, after)
  if (fields.some((name) => !isDeepStrictEqual(now[name], after[name]))) refuse(entry)
  const merged = { ...now, ...Object.fromEntries(fields.map((name) => [name, (before as RowFields)[name]])) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined))
}

/** Apart from fields that the router updates, such as the time of the last lease. */
const hasChanged = ({ table, key }: Entry, after: RowFields, now: RowFields): boolean =>
  changedFields(after, now).some((name) => !isUnlogged(table, key, name))

const refuse = (entry: Entry): never => {
  throw new Conflict(phrase('access.undoConflict', auditRecordOf(entry)?.What ?? entry.table))
}
