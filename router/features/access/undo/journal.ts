import { isDeepStrictEqual } from 'node:util'
import { NotFound } from '../../../errors.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import { KEPT_MINUTES, MOST_CHANGES } from '../../../model/access/undo/contract.ts'
import type { Caller, Request } from '../../../model/operation.ts'
import { descriptionOf, isSaved } from '../../../model/tables.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type Actor, currentActor } from '../../../store/actor.ts'
import type { Entry } from '../../../store/table.ts'
import { isObject } from '../../../values/object.ts'

interface Kept {
  readonly id: string
  readonly who: Pick<Caller, 'name' | 'kind'>
  /** Milliseconds of the monotonic clock. */
  readonly at: number
  readonly entries: readonly Entry[]
}

/** The latest changes that their callers can undo. In memory only, since rows have secrets. */
export interface UndoJournal {
  /** To be called with every committed change. */
  record(entries: readonly Entry[]): void
  /** Wraps a handler: the caller of a change that can be undone is given its Id. To be run on behalf of an actor. */
  offering<R extends Pick<Request, 'caller' | 'offerUndo'>>(handler: (request: R) => unknown): (request: R) => unknown
  /** The rows of a change. Throws `NotFound`. */
  find(id: string, caller: Caller): readonly Entry[]
  forget(id: string): void
}

interface Deps {
  readonly clock: MonotonicClock
  readonly newId: () => string
  /** Whether the caller may call the undo. */
  readonly mayUndo: (caller: Caller) => boolean
}

export function openJournal({ clock, newId, mayUndo }: Deps): UndoJournal {
  /** Oldest first. */
  let kept: readonly Kept[] = []
  /** The rows of calls that are not answered yet. */
  const open = new WeakMap<Actor, readonly Entry[]>()

  const fresh = (): readonly Kept[] => kept.filter(({ at }) => clock.monotonic() - at < KEPT_MINUTES * 60_000)

  return {
    record(entries) {
      const actor = currentActor()
      if (actor) open.set(actor, merged([...(open.get(actor) ?? []), ...entries]))
    },

    offering: (handler) => async (request) => {
      const answer = await handler(request)
      const actor = currentActor()
      const rows = actor && request.offerUndo && mayUndo(request.caller) && open.get(actor)
      const entries = rows && undoableRows(rows)
      if (entries) {
        const { name, kind } = request.caller
        const one: Kept = { id: newId(), who: { name, kind }, at: clock.monotonic(), entries }
        kept = [...fresh(), one].slice(-MOST_CHANGES)
        request.offerUndo?.(one.id)
      }
      return answer
    },

    find(id, { name, kind }) {
      const found = fresh().find((one) => one.id === id && one.who.name === name && one.who.kind === kind)
      if (!found) throw new NotFound(phrase('access.undoExpired'))
      return found.entries
    },

    forget(id) {
      kept = kept.filter((one) => one.id !== id)
    },
  }
}

/** One entry for each row: as it was before the first change, and after the last. */
function merged(entries: readonly Entry[]): readonly Entry[] {
  const rows = new Map<string, Entry>()
  for (const entry of entries) {
    const key = JSON.stringify([entry.table, entry.key])
    rows.set(key, { ...entry, before: rows.has(key) ? rows.get(key)!.before : entry.before })
  }
  return [...rows.values()].filter(({ before, after }) => before !== after)
}

/** The rows of a change that are saved, or undefined if it cannot be undone. */
export function undoableRows(entries: readonly Entry[]): readonly Entry[] | undefined {
  const saved = entries.filter(({ table }) => isSaved(table))
  const hasDevice = saved.some(({ table }) => table === 'devices')
  const isUndoable = saved.every((entry) => {
    const undo = descriptionOf(entry.table, entry.key)?.undo
    return undo === 'alone' || (undo === 'with device' && hasDevice) || isGuestNetwork(entry)
  })
  return isUndoable && saved.length > 0 ? saved : undefined
}

/** A radio of which nothing but the guest network has changed. */
const isGuestNetwork = ({ table, before, after }: Entry): boolean =>
  table === 'radios' && isObject(before) && isObject(after) && changedFields(before, after).join() === 'Guest'

export type RowFields = Readonly<Record<string, unknown>>
export const changedFields = (before: RowFields, after: RowFields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
