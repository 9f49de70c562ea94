import { passkeys } from '../../router/features/access/passkeycontract.ts'
import { Failure } from './failure.ts'
import { creationOptions, credentialJson, requestOptions } from './passkeyjson.ts'
import type { Credentials, Signed } from './session.ts'
import { callAs, session } from './tab.ts'

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

const answered = async (options: Options) =>
  browserCredential(() => navigator.credentials.get({ publicKey: requestOptions(options) }))

/** Signs in with a passkey alone. Rejects with `PasskeyCancelled` or a `Failure`. */
export async function signInWithPasskey(isKept: boolean): Promise<void> {
  const call = callAs(undefined)
  const { Session, Options } = await call(passkeys.beginLogin)
  const credential = await answered(Options.publicKey)
  const body = { session: Session, credential, Keep: isKept }
  const { CsrfToken, Name, Role } = await call(passkeys.loginInBrowser, { body }).catch((reason) => {
    if (reason instanceof Failure && reason.reason === 'signedOut') throw new UnknownPasskey()
    throw reason
  })
  session.keep({ user: Name, csrf: CsrfToken, isKept, role: Role })
}

/** The router does not accept the passkey, for example because it was deleted there. */
export class UnknownPasskey extends Error {}

/** Exchanges a passkey for a proof, in place of a one-time code. Rejects with `PasskeyCancelled` or a `Failure`. */
export async function proveByPasskey(who: Credentials | Signed): Promise<string> {
  const call = callAs(who)
  const { Session, Options } = await call(passkeys.beginValidate)
  return call(passkeys.validate, { body: { session: Session, credential: await answered(Options.publicKey) } })
}

/** Adds a passkey of this device or of a security key. The password is needed again. Rejects with `PasskeyCancelled` or a `Failure`. */
export async function addPasskey(who: Credentials, proof: string | undefined, name: string): Promise<void> {
  const { Session, Options } = await callAs(who, proof)(passkeys.beginRegister, { query: { name } })
  const credential = await browserCredential(() =>
    navigator.credentials.create({ publicKey: creationOptions(Options.publicKey) }),
  )
  await callAs(who, proof)(passkeys.register, { body: { session: Session, credential } })
}
