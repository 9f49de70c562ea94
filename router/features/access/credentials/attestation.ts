import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Answered, KeptPasskey } from '../../../model/access/credentials/passkey.ts'

// The library takes some 30 MB of memory, so it is loaded when the first passkey is used.
const load = () => import('@simplewebauthn/server')
const loadHelpers = () => import('@simplewebauthn/server/helpers')

/** Signature algorithms (COSE): EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257]

interface Expected {
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
}

type Credential = Answered['credential']

/**
 * The public key of a new passkey (Web Authentication Level 3 §7.1). The authenticator has to have verified the user. Rejects with an
 * `Error` if anything does not match.
 */
export async function verifyRegistration(
  credential: Credential,
  { challenge, origin, rpId }: Expected,
): Promise<Pick<KeptPasskey, 'ID' | 'PublicKey' | 'Counter' | 'Transports'>> {
  const response = credential as unknown as RegistrationResponseJSON
  await demandNoStatement(response)
  const { verifyRegistrationResponse } = await load()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!registrationInfo) throw new Error('the attestation is not valid')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    ID: id,
    PublicKey: Buffer.from(publicKey).toString('base64url'),
    Counter: counter,
    Transports: transports.filter((one) => typeof one === 'string' && one.length <= 32).slice(0, 8),
  }
}

/** None was requested. The library would fetch revocation lists from addresses that certificates of a statement contain. */
async function demandNoStatement({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await loadHelpers()
  const object = decodeAttestationObject(isoBase64URL.toBuffer(String(response.attestationObject)))
  if (object.get('fmt') !== 'none') throw new Error('the attestation has a statement, which was not requested')
}

/**
 * The counter of the authenticator after an assertion (§7.2). The authenticator has to have verified the user. Rejects with an `Error`
 * if anything does not match, or if the counter has not increased.
 */
export async function verifyAssertion(
  credential: Credential,
  passkey: KeptPasskey,
  { challenge, origin, rpId }: Expected,
): Promise<number> {
  const { verifyAuthenticationResponse } = await load()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: passkey.ID,
      publicKey: new Uint8Array(Buffer.from(passkey.PublicKey, 'base64url')),
      counter: passkey.Counter,
    },
  })
  if (!verified) throw new Error('the signature is not valid')
  return authenticationInfo.newCounter
}
