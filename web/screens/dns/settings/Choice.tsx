import { Switch } from '@mantine/core'
import '@mantine/core/styles/Switch.css'
import styles from './SettingsScreen.module.css'

interface ChoiceProps {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Something that is on or off, with what it means. */
export const Choice = ({ label, hint, checked, onChange }: ChoiceProps) => (
  <Switch
    labelPosition="left"
    size="md"
    classNames={{ root: styles.choice, body: styles.body, labelWrapper: styles.words }}
    label={label}
    description={hint}
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
)
