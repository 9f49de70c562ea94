import { undo } from '../../router/features/undo/contract.ts'
import type { Call } from './call.ts'

/** Changes that the router can undo, from the response of their call until a notice offers them. */
export interface Undoable {
  readonly add: (id: string) => void
  readonly isEmpty: () => boolean
  /** The Ids of these changes, oldest first. They are offered once. */
  readonly take: () => readonly string[]
  /** `listener` is called with each change. */
  readonly subscribe: (listener: () => void) => () => void
}

export function openUndoable(): Undoable {
  const listeners = new Set<() => void>()
  let ids: readonly string[] = []
  return {
    add(id) {
      ids = [...ids, id]
      for (const listener of listeners) listener()
    },
    isEmpty: () => ids.length === 0,
    take() {
      const taken = ids
      ids = []
      return taken
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Undoes the changes of one action, the latest first. Rejects with the first `Failure`; then earlier ones stay. */
export async function undoAll(call: Call, ids: readonly string[]): Promise<void> {
  for (const Id of ids.toReversed()) await call(undo.run, { body: { Id } })
}
