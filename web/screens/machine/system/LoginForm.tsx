import { type FormEvent, Suspense, startTransition, useActionState, useRef, useSyncExternalStore } from 'react'
import { AnyCodeField } from '../../../parts/forms/CodeField.tsx'
import { LazyPasskeyButton, mayHavePasskeys } from '../../../parts/forms/passkeyPart.ts'
import { PasswordField } from '../../../parts/plain/PasswordField.tsx'
import { PlainButton } from '../../../parts/plain/PlainButton.tsx'
import { TextField } from '../../../parts/plain/TextField.tsx'
import { texts } from '../../../texts.ts'
import type { SignInAttempt } from './attempt.ts'
import styles from './LoginForm.module.css'

/** Not imported above, since the build renders this form too, where there is no browser. */
const attempts = () => import('./attempt.ts')

interface LoginFormProps {
  /** The name and the choice that the form begins with. */
  user?: string | undefined
  isKept?: boolean | undefined
  onSignedIn?: (() => Promise<void>) | undefined
}

/** Signs in with name and password, and with a one-time code where the router requires one. */
export function LoginForm({ user = 'admin', isKept = false, onSignedIn }: LoginFormProps) {
  const isReady = useReady()
  const signInFrom = async (last: SignInAttempt, form: FormData): Promise<SignInAttempt> => {
    const { attempt, isSignedIn } = await attempts()
    const next = await attempt(last, form)
    if (isSignedIn()) await onSignedIn?.()
    return next
  }
  const [state, submit, isBusy] = useActionState(signInFrom, { error: '', user, isKept })
  // Not an action: React would reset the fields after a wrong password, and put an inline script into the page that is built.
  const submitFields = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    startTransition(() => submit(form))
  }
  const form = useRef<HTMLFormElement>(null)
  const usePasskey = async (autofill?: AbortSignal) => {
    const { attemptByPasskey } = await attempts()
    if (form.current) await attemptByPasskey(state, form.current, autofill)
    await onSignedIn?.()
  }
  return (
    <form ref={form} onSubmit={submitFields} className={styles.form}>
      {state.known ? (
        <AnyCodeField error={state.error} description={texts.login.passkeyHint} />
      ) : (
        <>
          <TextField
            label={texts.login.user}
            name="user"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={state.user}
            required
          />
          <PasswordField
            label={texts.login.password}
            name="password"
            autoComplete="current-password webauthn"
            required
            autoFocus
            data-autofocus
            error={state.error}
          />
          <label className={styles.keep}>
            <input type="checkbox" name="keep" defaultChecked={state.isKept} />
            {texts.login.keep}
          </label>
        </>
      )}
      {/* What is sent before the scripts run would leave the page, with the password in its address. */}
      <PlainButton type="submit" kind="main" isBusy={isBusy} disabled={!isReady}>
        {texts.login.submit}
      </PlainButton>
      {isReady && mayHavePasskeys() && (
        <Suspense>
          <LazyPasskeyButton
            onUse={usePasskey}
            isSecond={state.known !== undefined}
            isAutofilled={!state.known && !isBusy}
          />
        </Suspense>
      )}
    </form>
  )
}

const never = () => () => {}

/** False in a page as the build renders it, true as soon as its scripts run. */
const useReady = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
