import { undo } from '../../router/model/access/undo/contract.ts'
import type { Call } from './call.ts'

/** Changes that the router can undo, from the response of their call until a notice offers them. */
export interface Undoable {
  readonly add: (id: string) => void
  /** The Ids of these changes, oldest first. They are offered once. */
  readonly take: () => readonly string[]
  readonly isEmpty: () => boolean
  /** Sets the only listener, which is called with each change. */
  readonly watch: (changed: () => void) => void
}

export function openUndoable(): Undoable {
  let ids: readonly string[] = []
  let changed = () => {}
  return {
    add(id) {
      ids = [...ids, id]
      changed()
    },
    take() {
      const taken = ids
      ids = []
      return taken
    },
    isEmpty: () => ids.length === 0,
    watch(listener) {
      changed = listener
    },
  }
}

/** Undoes the changes of one action, the latest first. Rejects with the first `Failure`; then earlier ones stay. */
export async function undoAll(call: Call, ids: readonly string[]): Promise<void> {
  for (const Id of ids.toReversed()) await call(undo.run, { body: { Id } })
}
