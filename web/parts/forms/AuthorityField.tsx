import { Textarea } from '@mantine/core'
import { authorityTexts } from '../../texts/authority.ts'
import styles from './AuthorityField.module.css'

interface AuthorityFieldProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The certificates, in PEM, that the router trusts for one server. */
export const AuthorityField = ({ value, onChange, error }: AuthorityFieldProps) => (
  <Textarea
    label={authorityTexts.label}
    description={authorityTexts.hint}
    placeholder="-----BEGIN CERTIFICATE-----"
    value={value}
    rows={3}
    maxLength={65_536}
    classNames={{ input: styles.input ?? '' }}
    autoCapitalize="none"
    spellCheck={false}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={error}
  />
)
