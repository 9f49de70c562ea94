// `PublicKeyCredential.parseCreationOptionsFromJSON` and `toJSON` do the same, but Safari has them since 18.4 only.

type Options = Readonly<Record<string, unknown>>
interface Descriptor {
  readonly id: string
}

/** Bytes of base64url. */
export function bytesOfBase64Url(text: unknown): Uint8Array<ArrayBuffer> {
  const binary = atob(String(text).replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Base64url without padding. */
export function encodeBase64Url(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes))
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

const descriptors = (list: unknown) =>
  ((list ?? []) as Descriptor[]).map((one) => ({ ...one, id: bytesOfBase64Url(one.id) }))

/** Creation options of the router, for `navigator.credentials.create`. */
export const creationOptions = (options: Options): PublicKeyCredentialCreationOptions =>
  ({
    ...options,
    challenge: bytesOfBase64Url(options.challenge),
    user: { ...(options.user as object), id: bytesOfBase64Url((options.user as Descriptor).id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  }) as unknown as PublicKeyCredentialCreationOptions

/** Request options of the router, for `navigator.credentials.get`. */
export const requestOptions = (options: Options): PublicKeyCredentialRequestOptions =>
  ({
    ...options,
    challenge: bytesOfBase64Url(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  }) as unknown as PublicKeyCredentialRequestOptions

const FIELDS = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const

/** A credential of the browser as the router reads it. */
export function credentialJson({ id, rawId, response }: PublicKeyCredential) {
  const read = response as Partial<Record<(typeof FIELDS)[number], ArrayBuffer | null>>
  const fields = FIELDS.flatMap((name) => (read[name] ? [[name, encodeBase64Url(read[name])]] : []))
  const transports = (response as Partial<AuthenticatorAttestationResponse>).getTransports?.() ?? []
  return {
    id,
    rawId: encodeBase64Url(rawId),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: { ...(Object.fromEntries(fields) as { clientDataJSON: string }), transports },
  }
}
