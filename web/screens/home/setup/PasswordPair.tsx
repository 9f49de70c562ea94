import { PasswordInput } from '@mantine/core'
import { setupTexts as texts } from '../../../texts/home/setup.ts'
import styles from './PasswordPair.module.css'
import { passwordStrength } from './strength.ts'

interface PasswordPairProps {
  label?: string
  /** Whose password it is. */
  user?: string
  password: string
  again: string
  onPassword: (password: string) => void
  onAgain: (again: string) => void
  error: string | false
  againError: string | false
}

/** A new password, how strong it looks, and the same again. */
export function PasswordPair({
  label = texts.password,
  user = 'admin',
  password,
  again,
  onPassword,
  onAgain,
  error,
  againError,
}: PasswordPairProps) {
  const strength = passwordStrength(password)
  return (
    <div className="stack">
      {/* Password managers file the pair under this name. */}
      <input type="text" name="username" autoComplete="username" value={user} readOnly hidden />
      <div>
        <PasswordInput
          label={label}
          description={texts.passwordHint}
          autoComplete="new-password"
          value={password}
          onChange={({ currentTarget }) => onPassword(currentTarget.value)}
          error={error}
        />
        {password !== '' && (
          <div className={styles.strength} data-strength={strength}>
            <meter min={0} max={4} value={strength} aria-label={texts.strengthLabel} className={styles.meter} />
            <span className={styles.bar} aria-hidden="true" />
            <span role="status">{texts.strength[strength]}</span>
          </div>
        )}
      </div>
      <PasswordInput
        label={texts.again}
        autoComplete="new-password"
        value={again}
        onChange={({ currentTarget }) => onAgain(currentTarget.value)}
        error={againError || (again !== '' && !password.startsWith(again) && texts.mismatch)}
      />
    </div>
  )
}
