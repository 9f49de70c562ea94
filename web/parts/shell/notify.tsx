import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { texts } from '../../texts.ts'

/** Long enough to read a message and to undo the action. The time stops while the pointer is over it. */
const SHOWN_MS = 12_000

const LOOKS = { withBorder: true, closeButtonProps: { 'aria-label': texts.shell.dismiss } } as const

/** Shows the result of an action, with a button that undoes it where `undo` is given. */
export function notify(words: string, undo?: () => void): void {
  const message = undo ? (
    <span>
      {words}{' '}
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
}

/** Shows why an action failed, where no form field can show it. */
export const notifyFailure = (error: Error): void =>
  void notifications.show({ ...LOOKS, message: error.message, color: 'red', autoClose: SHOWN_MS })
