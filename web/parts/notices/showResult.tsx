import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { undoable } from '../../client/client.ts'
import { texts } from '../../texts.ts'

/** Long enough to read a message and to undo the action. The time stops while the pointer is over it. */
const SHOWN_MS = 12_000

const LOOKS = { withBorder: true, closeButtonProps: { 'aria-label': texts.shell.dismiss } } as const

/** The notification about the latest change that the router can undo. */
let latest = ''

/**
 * Shows the result of an action, with a button that undoes it: by `ownUndo`, or where the router can undo what the action has changed.
 * Null: the action was an undo.
 */
export function showResult(words: string, ownUndo?: (() => void) | null): void {
  const ids = undoable.take()
  const isOffered = ownUndo === undefined && ids.length > 0
  const undo = isOffered ? () => void import('./undo.ts').then((offer) => offer.undoChanges(ids)) : ownUndo
  if (undo) notifications.hide(latest)
  const message = undo ? (
    <span>
      <span>{words}</span>{' '}
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => {
          notifications.hide(id)
          undo()
        }}
      >
        {texts.shell.undo}
      </Button>
    </span>
  ) : (
    words
  )
  const id = notifications.show({
    ...LOOKS,
    message,
    ...(undo && { autoClose: SHOWN_MS }),
    // The undo button must not disappear while it has the focus.
    onFocusCapture: () => notifications.update({ id, message, autoClose: false }),
    onBlurCapture: () => notifications.update({ id, message, autoClose: SHOWN_MS }),
  })
  if (isOffered) latest = id
}

/** Shows why an action failed, where no form field can show it. */
export const notifyFailure = (error: Error): void =>
  void notifications.show({ ...LOOKS, message: error.message, color: 'red', autoClose: SHOWN_MS })
