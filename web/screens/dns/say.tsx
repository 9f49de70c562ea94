import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { dnsTexts } from '../../texts/dns.ts'

/** Long enough to read it and to change one’s mind; while a mouse is over it, it stays. */
const SHOWN_MS = 12_000

const LOOKS = { withBorder: true, closeButtonProps: { 'aria-label': dnsTexts.dismiss } } as const

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
        {dnsTexts.undo}
      </Button>
    </span>
  ) : (
    words
  )
  const id = notifications.show({
    ...LOOKS,
    message,
    autoClose: SHOWN_MS,
    // Whoever has the way back under their fingers is not hurried.
    onFocusCapture: () => notifications.update({ id, message, autoClose: false }),
    onBlurCapture: () => notifications.update({ id, message, autoClose: SHOWN_MS }),
  })
}

/** Shows why an action failed, where no form field can show it. */
export const notifyFailure = (error: Error): void =>
  void notifications.show({ ...LOOKS, message: error.message, color: 'red', autoClose: SHOWN_MS })
