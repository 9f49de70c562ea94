import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import type { ReactNode } from 'react'
import styles from './Plugins.module.css'

interface ChoiceProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  isDangerous?: boolean
}

/** A right that is given or not. */
export const Choice = ({ label, hint, checked, onChange, isDangerous = false }: ChoiceProps) => (
  <Switch
    labelPosition="left"
    size="md"
    color={isDangerous ? 'red' : undefined}
    classNames={{ root: styles.choice, body: styles.body, labelWrapper: styles.label }}
    label={label}
    description={hint}
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)
