import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, useTransition } from 'react'
import { Failure } from '../../client/failure.ts'
import { hasPasskeys, PasskeyCancelled, UnknownPasskey } from '../../client/passkeys.ts'
import { passkeyTexts } from '../../texts/access/credentials/passkeys.ts'
import { texts } from '../../texts.ts'
import { PlainButton } from '../plain/PlainButton.tsx'
import styles from './PasskeyButton.module.css'

interface PasskeyButtonProps {
  /** Its rejection is shown. With a signal, the browser offers passkeys in the fields of the form until that is aborted. */
  onUse: (autofill?: AbortSignal) => Promise<void>
  /** In addition to the password, or alone. */
  isSecond: boolean
  /** Whether the browser offers passkeys in the fields as well. */
  isAutofilled?: boolean
}

/** The router accepts the answer to a challenge for five minutes. */
const RENEW_MS = 4 * 60_000

/** A button that uses a passkey; nothing where there is none for this address. */
export function PasskeyButton({ onUse, isSecond, isAutofilled = false }: PasskeyButtonProps) {
  const [isAvailable, setAvailable] = useState(false)
  const [error, setError] = useState('')
  const [isPending, start] = useTransition()
  const [renewals, setRenewals] = useState(0)
  const offer = useEffectEvent((signal: AbortSignal) =>
    onUse(signal).catch((reason: Error) => {
      // Cancelling the browser's prompt is no error: the user did not request it.
      if (!(reason instanceof PasskeyCancelled)) setError(messageOfPasskeyError(reason))
    }),
  )
  // A browser has one request for a passkey at a time, so this one ends with the press of a button.
  const isOffered = isAvailable && isAutofilled && !isPending
  useEffect(() => {
    void hasPasskeys().then(setAvailable)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewal begins the request anew
  useEffect(() => {
    if (!isOffered) return
    const end = new AbortController()
    const timer = setTimeout(() => setRenewals((count) => count + 1), RENEW_MS)
    void offer(end.signal)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [isOffered, renewals])
  if (!isAvailable) return null
  return (
    <div className={styles.passkey}>
      <PlainButton
        kind="other"
        isBusy={isPending}
        onClick={() =>
          start(async () => {
            setError('')
            await onUse().catch((reason: Error) => setError(messageOfPasskeyError(reason)))
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
function messageOfPasskeyError(error: Error): string {
  if (error instanceof PasskeyCancelled) return passkeyTexts.cancelled
  if (error instanceof UnknownPasskey) return passkeyTexts.unknown
  if (error instanceof Failure && error.reason === 'locked') return texts.login.wait(error.retryAfterSeconds)
  return error.message
}
