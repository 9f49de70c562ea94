import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './Field.module.css'

export interface TextFieldProps extends ComponentProps<'input'> {
  label: string
  description?: string | undefined
  /** Announced when it appears. */
  error?: string | undefined
  /** A button at the end of the field. */
  beside?: ReactNode
}

/** A text field without a library: the sign-in page would have to wait for one. */
export function TextField({ label, description, error, beside, className, ...input }: TextFieldProps) {
  const id = useId()
  const [hint, fault] = [description && `${id}-description`, error && `${id}-error`]
  return (
    <div className={className}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <p id={hint} className={styles.description}>
          {description}
        </p>
      )}
      <div className={beside ? `${styles.box} ${styles.beside}` : styles.box}>
        <input
          id={id}
          aria-invalid={fault ? true : undefined}
          aria-describedby={[hint, fault].filter(Boolean).join(' ') || undefined}
          {...input}
        />
        {beside}
      </div>
      {fault && (
        <p id={fault} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
