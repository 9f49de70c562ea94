import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useState, useTransition } from 'react'
import { Failure } from '../../client/failure.ts'
import { hasPasskeys, PasskeyCancelled, UnknownPasskey } from '../../client/passkeys.ts'
import { passkeyTexts } from '../../texts/passkeys.ts'
import { texts } from '../../texts.ts'
import { PlainButton } from '../plain/PlainButton.tsx'
import styles from './PasskeyButton.module.css'

interface PasskeyButtonProps {
  /** Called with the form of the button. Its rejection is shown. */
  onUse: (form: HTMLFormElement | null) => Promise<void>
  /** In addition to the password, or alone. */
  isSecond: boolean
}

/** A button that uses a passkey; nothing where there is none for this address. */
export function PasskeyButton({ onUse, isSecond }: PasskeyButtonProps) {
  const [isAvailable, setAvailable] = useState(false)
  const [error, setError] = useState('')
  const [isPending, start] = useTransition()
  useEffect(() => {
    void hasPasskeys().then(setAvailable)
  }, [])
  if (!isAvailable) return null
  return (
    <div className={styles.passkey}>
      <PlainButton
        kind="other"
        isBusy={isPending}
        onClick={({ currentTarget: { form } }) =>
          start(async () => {
            setError('')
            await onUse(form).catch((reason: Error) => setError(messageOf(reason)))
          })
        }
      >
        <IconFingerprint size={20} stroke={1.6} aria-hidden />
        {isSecond ? passkeyTexts.instead : passkeyTexts.signIn}
      </PlainButton>
      {error !== '' && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The message for a passkey that was not used. */
export function messageOf(error: Error): string {
  if (error instanceof PasskeyCancelled) return passkeyTexts.cancelled
  if (error instanceof UnknownPasskey) return passkeyTexts.unknown
  if (error instanceof Failure && error.reason === 'locked') return texts.login.wait(error.retryAfterSeconds)
  return error.message
}
