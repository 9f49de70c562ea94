import { Button, PasswordInput } from '@mantine/core'
import { MASK } from '../../../router/model/home/devices/device.ts'
import { texts } from '../../texts.ts'

interface SecretFieldProps {
  label: string
  description?: string
  /** Whether the router has a secret already, which it never shows. */
  isSaved: boolean
  /** `**`: the saved one is kept. Empty: none. */
  value: string
  onChange: (value: string) => void
  /** Whether a saved secret can be removed. */
  isOptional?: boolean
  error?: string | undefined
}

/** A field for a password or token that is stored on the router and not shown again. */
export function SecretField({ label, description, isSaved, value, onChange, isOptional, error }: SecretFieldProps) {
  const isKept = value === MASK
  const isRemoved = isSaved && value === ''
  return (
    <div>
      <PasswordInput
        label={label}
        description={isKept ? texts.secret.kept : isRemoved ? texts.secret.removed : description}
        placeholder={isKept ? '••••••••' : ''}
        value={isKept ? '' : value}
        onChange={({ currentTarget }) => onChange(currentTarget.value === '' && isSaved ? MASK : currentTarget.value)}
        error={error}
        // A password manager would fill in the password of the router.
        autoComplete="new-password"
        spellCheck={false}
      />
      {isOptional && (isRemoved || (isSaved && isKept)) && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(isRemoved ? MASK : '')}>
          {isRemoved ? texts.secret.keep : texts.secret.remove}
        </Button>
      )}
    </div>
  )
}
