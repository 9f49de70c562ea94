import { lazy, Suspense, useSyncExternalStore } from 'react'
import { codes } from '../client/client.ts'
import { Dialog } from '../parts/dialogs/Dialog.tsx'
import { texts } from '../texts.ts'

const CodeForm = lazy(() => import('./CodeForm.tsx').then((parts) => ({ default: parts.CodeForm })))

/** Prompts for the one-time code that a pending action needs; the action then continues. */
export function CodeDialog() {
  const isWanted = useSyncExternalStore(codes.subscribe, codes.isWanted)
  return (
    <Dialog opened={isWanted} onClose={codes.refuse} title={texts.code.title} hasDraft={false}>
      {isWanted && (
        <Suspense>
          <CodeForm />
        </Suspense>
      )}
    </Dialog>
  )
}
