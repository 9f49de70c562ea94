import { z } from 'zod'

/** Maximum number of passkeys of a user. */
export const MOST_PASSKEYS = 32

/** A passkey of a user: a public key credential (Web Authentication Level 3). */
export const KeptPasskey = z.object({
  /** The credential ID, base64url. */
  ID: z.string(),
  User: z.string(),
  /** The user handle, base64url: 32 random bytes, the same for all passkeys of a user. */
  Handle: z.string(),
  /** What the owner calls it. */
  Name: z.string(),
  /** The name of the router that it was created for. Browsers offer it for this name only. */
  RpId: z.string(),
  /** COSE key, base64url. */
  PublicKey: z.string(),
  /** The signature counter of the authenticator; 0 for one that does not count. */
  Counter: z.int(),
  Transports: z.array(z.string()),
  /** Unix seconds. */
  CreatedAt: z.int(),
  /** Unix seconds; 0 for never. */
  LastUsed: z.int(),
})
export type KeptPasskey = z.infer<typeof KeptPasskey>

/** A user whose password is accepted with a proof only, without confirmed one-time codes. */
export const KeptPasskeyUser = z.object({ Name: z.string() })
export type KeptPasskeyUser = z.infer<typeof KeptPasskeyUser>

export const PasskeyStatus = z
  .object({
    Registered: z.boolean().meta({ description: 'Whether there is a passkey' }),
    Credentials: z
      .array(
        z.object({
          ID: z.string().meta({ description: 'The credential ID', example: 'pLg0vIyUOl0Qk6Zc2b1xXw' }),
          Name: z.string().meta({ description: 'The name', example: 'Phone' }),
          CreatedAt: z.int().meta({ description: 'When it was added, in Unix seconds', example: 1_767_225_600 }),
          LastUsed: z.int().meta({ description: 'When it was last used, in Unix seconds; 0 for never' }),
          Host: z.string().meta({ description: 'The name of the router that it works for', example: 'spr.local' }),
        }),
      )
      .meta({ description: 'The passkeys, the oldest first' }),
  })
  .meta({ id: 'PasskeyStatus' })

/** The beginning of a ceremony. */
export const Ceremony = z
  .object({
    Session: z.string().meta({ description: 'Send it back as `session`' }),
    Options: z
      .object({
        publicKey: z.record(z.string(), z.unknown()).meta({
          description:
            'For `navigator.credentials`, as JSON (`PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`)',
        }),
      })
      .meta({ description: 'What the browser needs' }),
  })
  .meta({ id: 'PasskeyCeremony' })

const bytes = (most: number) => z.string().max(most)

/** A credential as `PublicKeyCredential.toJSON()` returns it. Its content is checked with the signature. */
export const Answered = z.object({
  session: z.string().max(64).meta({ description: 'The `Session` of the beginning' }),
  credential: z
    .looseObject({
      id: bytes(2048).meta({ description: 'The credential ID' }),
      rawId: bytes(2048).meta({ description: 'The same' }),
      type: z.literal('public-key').meta({ description: 'The kind of credential' }),
      response: z
        .looseObject({ clientDataJSON: bytes(8192).meta({ description: 'Base64url' }) })
        .meta({ description: 'The response of the authenticator' }),
    })
    .meta({ description: 'The credential of the browser, as `PublicKeyCredential.toJSON()`' }),
})

export const EXAMPLE = {
  session: 'ZXhhbXBsZS1vZi1hLXRva2VuLXRoYXQtaXMtbm9uZSE',
  credential: {
    ...{ id: 'pLg0vIyUOl0Qk6Zc2b1xXw', rawId: 'pLg0vIyUOl0Qk6Zc2b1xXw', type: 'public-key' },
    response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' },
  },
}
export type Answered = z.infer<typeof Answered>
