import { type ReactNode, useId } from 'react'
import styles from './Choice.module.css'

export interface Option<Value extends string> {
  readonly value: Value
  readonly name: string
  /** The word of rules and manuals. */
  readonly term?: string
  readonly hint?: ReactNode
}

interface ChoiceProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
  /** Undefined while nothing is chosen. */
  value: Value | undefined
  onChange: (value: Value) => void
}

/** One of a few, all of them to be seen. */
export function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  const group = useId()
  return (
    <fieldset className={styles.choice} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={group}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>
              {option.name} {option.term && <code>{option.term}</code>}
            </strong>
            {option.hint && <small>{option.hint}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
