import { call, queryClient, undoable } from '../../client/client.ts'
import { Failure } from '../../client/failure.ts'
import { undoAll } from '../../client/undoable.ts'
import { undoTexts } from '../../texts/access/undo.ts'
import { notifyFailure, showResult } from './showResult.tsx'

/** An action may take several calls, and the message of its screen follows the last one. */
const SETTLED_MS = 300

/** Undoes the changes of one action, and shows the result. */
export async function undoChanges(ids: readonly string[]): Promise<void> {
  try {
    await undoAll(call, ids)
    showResult(undoTexts.undone, null)
  } catch (error) {
    notifyFailure(inWords(error as Failure))
  }
  // A change can affect any screen.
  await queryClient.invalidateQueries()
}

const inWords = (failure: Failure): Failure => {
  const words = { missing: undoTexts.tooOld, refused: undoTexts.changedAgain } as const
  const { reason } = failure
  return reason === 'missing' || reason === 'refused' ? new Failure(reason, words[reason]) : failure
}

/** Offers undo of changes that no message of a screen is about: of the latest one only. Returns a function that ends that. */
export function offerUndo(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const settle = () => {
    if (queryClient.isMutating() > 0) return wait()
    if (!undoable.isEmpty()) showResult(undoTexts.saved)
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, SETTLED_MS)
  }
  undoable.watch(wait)
  wait()
  return () => clearTimeout(timer)
}
