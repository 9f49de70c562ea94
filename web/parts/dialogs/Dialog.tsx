import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './Dialog.module.css'

interface DialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** True while an action must be waited for: Escape does not close the dialog then. */
  isBusy?: boolean
  children: ReactNode
}

/** A modal dialog. Uses the native element, which traps the focus and closes on Escape. */
export function Dialog({ opened, onClose, title, isBusy = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    if (!opened) return dialog.current?.close()
    dialog.current?.showModal()
    // It focuses the first control, unless another one has the attribute `autofocus`, which React does not set.
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [opened])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={id}
      onClose={onClose}
      // Chromium closes a dialog at the second Escape although `cancel` was prevented; Safari does not have `closedby`.
      {...(isBusy && { closedby: 'none', onCancel: (event) => event.preventDefault() })}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
