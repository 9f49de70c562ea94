import { useBlocker } from '@tanstack/react-router'
import { clientSession } from '../../client/tab.ts'
import { dialogTexts as texts } from '../../texts/dialog.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { DiscardAnswers } from '../dialogs/DiscardQuestion.tsx'

/** Asks before a page is left whose changes are not saved. */
export function UnsavedChanges({ isUnsaved }: { isUnsaved: boolean }) {
  const { status, reset, proceed } = useBlocker({
    // Signing out always leaves the page.
    shouldBlockFn: () => isUnsaved && clientSession.current() !== undefined,
    // The app reloads the page after another user has signed in, which a prompt must not stop.
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <Dialog opened={status === 'blocked'} onClose={() => reset?.()} title={texts.discardTitle} hasDraft={false}>
      {status === 'blocked' && <DiscardAnswers onKeep={reset} onDiscard={proceed} />}
    </Dialog>
  )
}
