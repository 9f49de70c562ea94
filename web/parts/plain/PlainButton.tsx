import type { ComponentProps } from 'react'
import styles from './PlainButton.module.css'

interface PlainButtonProps extends ComponentProps<'button'> {
  kind: 'main' | 'other' | 'quiet'
  /** Shows progress, and cannot be pressed. */
  isBusy?: boolean
}

/** A button without a library: the sign-in page would have to wait for one. */
export const PlainButton = ({ kind, isBusy = false, disabled, children, ...button }: PlainButtonProps) => (
  <button
    type="button"
    className={`${styles.button} ${styles[kind]}`}
    disabled={disabled || isBusy}
    data-busy={isBusy || undefined}
    {...button}
  >
    <span>{children}</span>
  </button>
)
