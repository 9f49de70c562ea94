import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Suspense, useActionState } from 'react'
import { Failure } from '../../client/failure.ts'
import type { Credentials } from '../../client/session.ts'
import { signIn, signInProved } from '../../client/signin.ts'
import { session } from '../../client/tab.ts'
import { AnyCodeField, codeComplaint, codeIn } from '../../parts/forms/CodeField.tsx'
import { LazyPasskeyButton, mayHavePasskeys } from '../../parts/forms/passkeyPart.ts'
import { texts } from '../../texts.ts'
import styles from './LoginForm.module.css'

/** How far somebody has got. */
interface Attempt {
  readonly user: string
  readonly error: string
  /** Found right already, where only a one-time code is missing. */
  readonly known?: Credentials | undefined
  readonly isKept?: boolean
}

/** The message for a failed sign-in. */
function complaint(failure: Failure): string {
  switch (failure.reason) {
    case 'codeNeeded':
      return ''
    case 'signedOut':
      return texts.login.wrong
    case 'locked':
      return texts.login.wait(failure.retryAfterSeconds)
    default:
      return codeComplaint(failure)
  }
}

async function attempt(before: Attempt, form: FormData): Promise<Attempt> {
  const { known } = before
  const field = (name: string) => String(form.get(name) ?? '')
  const credentials = known ?? { user: field('user').trim(), password: field('password') }
  const { user } = credentials
  const isKept = known ? before.isKept : form.has('keep')
  try {
    await signIn(credentials, known && codeIn(form), isKept)
    return { user, error: '' }
  } catch (reason) {
    if (!(reason instanceof Failure)) return { user, isKept, error: String(reason) }
    const isPasswordRight = reason.reason === 'codeNeeded' || (known && reason.reason !== 'signedOut')
    return { user, isKept, error: complaint(reason), known: isPasswordRight ? credentials : undefined }
  }
}

/** Name and password, and the one-time code where the router wants one; then whoever it is, is signed in. */
export function LoginForm({ onSignedIn }: { onSignedIn?: (() => Promise<void>) | undefined }) {
  const signInFrom = async (last: Attempt, form: FormData): Promise<Attempt> => {
    const next = await attempt(last, form)
    if (session.current()) await onSignedIn?.()
    return next
  }
  const [{ error, user, known, isKept }, submit, pending] = useActionState(signInFrom, { error: '', user: 'admin' })
  const usePasskey = async (form: HTMLFormElement | null) => {
    const { proveByPasskey, signInWithPasskey } = await import('../../client/passkeys.ts')
    if (known) await signInProved(known, await proveByPasskey(known), isKept ?? false)
    else await signInWithPasskey(form !== null && new FormData(form).has('keep'))
    await onSignedIn?.()
  }
  return (
    <form action={submit} className={styles.form}>
      {known ? (
        <AnyCodeField error={error} />
      ) : (
        <>
          <TextInput
            key={user}
            label={texts.login.user}
            name="user"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={user}
            required
            withAsterisk={false}
          />
          <PasswordInput
            label={texts.login.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            autoFocus
            error={error}
          />
          <label className={styles.keep}>
            <input key={String(isKept)} type="checkbox" name="keep" defaultChecked={isKept} />
            {texts.login.keep}
          </label>
        </>
      )}
      <Button type="submit" loading={pending} size="md">
        {texts.login.submit}
      </Button>
      {mayHavePasskeys && (
        <Suspense>
          <LazyPasskeyButton onUse={usePasskey} isSecond={known !== undefined} />
        </Suspense>
      )}
    </form>
  )
}
