import { Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './SwitchField.module.css'

interface SwitchFieldProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  isDangerous?: boolean
}

/** A switch behind its label and hint. */
export const SwitchField = ({ label, hint, checked, onChange, isDangerous = false }: SwitchFieldProps) => (
  <Switch
    labelPosition="left"
    size="md"
    color={isDangerous ? 'red' : undefined}
    classNames={{ root: styles.field, body: styles.body, labelWrapper: styles.label }}
    label={label}
    description={hint}
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)
