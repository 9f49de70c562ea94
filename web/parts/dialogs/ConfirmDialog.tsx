import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { deviceTexts } from '../../texts/home/devices/device.ts'
import { SaveError } from '../forms/SaveNote.tsx'
import styles from './Dialog.module.css'
import { Dialog } from './Dialog.tsx'

interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** What happens, and what does not. */
  hint?: ReactNode
  /** Text of the button that performs the action. */
  confirm: string
  onConfirm: () => void
  /** The mutation that `onConfirm` starts. Its error is shown until the dialog is closed. */
  action: { readonly isPending: boolean; readonly error: Error | null; readonly reset: () => void }
  children?: ReactNode
}

/** Requires confirmation before something is deleted or turned off. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, hint, confirm, onConfirm, action, children } = props
  const close = () => {
    action.reset()
    onClose()
  }
  return (
    <Dialog opened={opened} onClose={close} title={title} isBusy={action.isPending}>
      {hint !== undefined && <p>{hint}</p>}
      {children}
      <SaveError error={action.error} />
      <div className={styles.answers}>
        <Button variant="default" disabled={action.isPending} onClick={close} autoFocus>
          {deviceTexts.cancel}
        </Button>
        <Button color="red" loading={action.isPending} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}
