import { Failure } from '../../../client/failure.ts'
import type { PasswordCredentials } from '../../../client/session.ts'
import { signIn, signInProved } from '../../../client/signin.ts'
import { clientSession } from '../../../client/tab.ts'
import { codeComplaint, codeIn } from '../../../parts/forms/CodeField.tsx'
import { texts } from '../../../texts.ts'

/** The state of a sign-in. */
export interface SignInAttempt {
  readonly user: string
  readonly error: string
  /** Found right already, where only a one-time code is missing. */
  readonly known?: PasswordCredentials | undefined
  readonly isKept?: boolean
}

/** Whether this browser has a session. */
export const isSignedIn = (): boolean => clientSession.current() !== undefined

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

/** Signs in with what the form has: name and password, or the one-time code after them. */
export async function attempt(before: SignInAttempt, form: FormData): Promise<SignInAttempt> {
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

/**
 * Signs in with a passkey: alone, or after the password in place of a code. With `autofill`, the browser offers passkeys until
 * that signal is aborted.
 */
export async function attemptByPasskey(
  { known, isKept = false }: SignInAttempt,
  form: HTMLFormElement,
  autofill?: AbortSignal,
): Promise<void> {
  const { proveByPasskey, signInByAutofill, signInWithPasskey } = await import('../../../client/passkeys.ts')
  const isTicked = () => new FormData(form).has('keep')
  if (known) await signInProved(known, await proveByPasskey(known), isKept)
  else if (autofill) await signInByAutofill(isTicked, autofill)
  else await signInWithPasskey(isTicked)
}
