import { undo } from '../../router/model/access/undo/contract.ts'
import type { Call } from './call.ts'

/** Undoes the changes of one action, the latest first. Rejects with the first `Failure`; then earlier ones stay. */
export async function undoAll(call: Call, ids: readonly string[]): Promise<void> {
  for (const Id of ids.toReversed()) await call(undo.run, { body: { Id } })
}
