import { passkeys } from '../../router/model/access/credentials/passkeycontract.ts'
import type { OperationReply } from './call.ts'
import { Failure } from './failure.ts'
import { creationOptions, credentialJson, requestOptions } from './passkeyjson.ts'
import type { PasswordCredentials, Signed } from './session.ts'
import { callAs, clientSession } from './tab.ts'

type Options = Readonly<Record<string, unknown>>

/** Whether a passkey can sign in at this address. False if the router cannot be asked. */
export const hasPasskeys = (): Promise<boolean> =>
  callAs(undefined)(passkeys.canLogin).then(
    ({ Available }) => Available,
    () => false,
  )

/** The browser's question failed. Undefined after a cancel, which needs no message. */
export class PasskeyCancelled extends Error {}

async function browserCredential(work: () => Promise<Credential | null>) {
  const made = await work().catch((error: Error) => {
    // Also after a time limit, and where the device has no passkey for this page.
    if (error.name === 'NotAllowedError' || error.name === 'AbortError') throw new PasskeyCancelled()
    throw error
  })
  if (!made) throw new PasskeyCancelled()
  return credentialJson(made as PublicKeyCredential)
}

/** `how`: how the browser asks, a dialog by default. */
const answered = async (options: Options, how: CredentialRequestOptions = {}) =>
  browserCredential(() => navigator.credentials.get({ ...how, publicKey: requestOptions(options) }))

/** Signs in with a passkey alone. `isKept` is called once it was used. Rejects with `PasskeyCancelled` or a `Failure`. */
export async function signInWithPasskey(isKept: () => boolean): Promise<void> {
  await signInWith(await callAs(undefined)(passkeys.beginLogin), isKept)
}

/**
 * As `signInWithPasskey`, but the browser offers the passkeys where it fills in names and passwords, until `signal` is aborted
 * (Web Authentication Level 3 §5.1.4, conditional mediation). Rejects with `PasskeyCancelled` also where nothing can be offered.
 */
export async function signInByAutofill(isKept: () => boolean, signal: AbortSignal): Promise<void> {
  const isPossible = await PublicKeyCredential.isConditionalMediationAvailable?.()
  const begun = isPossible && (await callAs(undefined)(passkeys.beginLogin).catch(() => undefined))
  if (!begun) throw new PasskeyCancelled()
  await signInWith(begun, isKept, { mediation: 'conditional', signal })
}

async function signInWith(
  { Session, Options }: OperationReply<(typeof passkeys.beginLogin)['details']>,
  isKept: () => boolean,
  how?: CredentialRequestOptions,
): Promise<void> {
  const credential = await answered(Options.publicKey, how)
  const Keep = isKept()
  const body = { session: Session, credential, Keep }
  const { CsrfToken, Name, Role } = await callAs(undefined)(passkeys.loginInBrowser, { body }).catch((reason) => {
    if (reason instanceof Failure && reason.reason === 'signedOut') throw new UnknownPasskey()
    throw reason
  })
  clientSession.keep({ user: Name, csrf: CsrfToken, isKept: Keep, role: Role })
}

/** The router does not accept the passkey, for example because it was deleted there. */
export class UnknownPasskey extends Error {}

/** Exchanges a passkey for a proof, in place of a one-time code. Rejects with `PasskeyCancelled` or a `Failure`. */
export async function proveByPasskey(who: PasswordCredentials | Signed): Promise<string> {
  const call = callAs(who)
  const { Session, Options } = await call(passkeys.beginValidate)
  return call(passkeys.validate, { body: { session: Session, credential: await answered(Options.publicKey) } })
}

/** Adds a passkey of this device or of a security key. The password is needed again. Rejects with `PasskeyCancelled` or a `Failure`. */
export async function addPasskey(who: PasswordCredentials, proof: string | undefined, name: string): Promise<void> {
  const { Session, Options } = await callAs(who, proof)(passkeys.beginRegister, { query: { name } })
  const credential = await browserCredential(() =>
    navigator.credentials.create({ publicKey: creationOptions(Options.publicKey) }),
  )
  await callAs(who, proof)(passkeys.register, { body: { session: Session, credential } })
}
