import { session as contract, otp } from '../../router/model/access/credentials/contract.ts'
import type { PasswordCredentials } from './session.ts'
import { callAs, clientSession } from './tab.ts'

/**
 * Exchanges a password for a session and signs in. Rejects with the failure `codeNeeded` where the router also requires a
 * one-time code: then call it again with one. `isKept`: the browser stays signed in for 30 days.
 */
export async function signIn(
  credentials: PasswordCredentials,
  code: string | undefined,
  isKept = false,
): Promise<void> {
  const proof = code && (await callAs(credentials)(otp.validate, { body: { Name: credentials.user, Code: code } }))
  await signInProved(credentials, proof, isKept)
}

/** The same with the proof of a one-time code or passkey, where one is needed. */
export async function signInProved(
  credentials: PasswordCredentials,
  proof: string | undefined,
  isKept: boolean,
): Promise<void> {
  const { CsrfToken, Role } = await callAs(credentials, proof)(contract.beginInBrowser, { body: { Keep: isKept } })
  clientSession.keep({ user: credentials.user, csrf: CsrfToken, isKept, role: Role })
}

/** Signs out, also when the router cannot be reached: its session expires. */
export function signOut(): void {
  const signed = clientSession.current()
  clientSession.forget()
  if (signed) callAs(signed)(contract.end).catch(() => undefined)
}
