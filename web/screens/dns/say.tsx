import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { dnsTexts } from '../../texts/dns.ts'

/** Tells what was done, with a way to take it back where there is one. */
export function tell(message: string, undo?: () => void): void {
  const id = notifications.show({
    message: undo ? (
      <span>
        {message}{' '}
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
      message
    ),
    withBorder: true,
    autoClose: 8000,
    closeButtonProps: { 'aria-label': dnsTexts.dismiss },
  })
}

/** Tells why something was not done, where there is no field to say it at. */
export const tellFailure = (error: Error): void =>
  void notifications.show({
    message: error.message,
    color: 'red',
    withBorder: true,
    autoClose: 10_000,
    closeButtonProps: { 'aria-label': dnsTexts.dismiss },
  })
