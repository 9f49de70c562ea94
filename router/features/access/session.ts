import { z } from 'zod'

/** Validity of a session, which use does not extend. */
export const SESSION_SECONDS = 12 * 3600

/** A session, stored under the digest of its bearer token. The token itself is not stored. */
export const KeptSession = z.object({
  Name: z.string(),
  /** Unix seconds. */
  Expires: z.int(),
  /** Digest of the password's hash: a new password ends the session. */
  Password: z.string(),
})
export type KeptSession = z.infer<typeof KeptSession>

export const Session = z
  .object({
    Token: z.string().meta({ description: 'The bearer token', example: 'ZXhhbXBsZS1vZi1hLXRva2VuLXRoYXQtaXMtbm9uZSE' }),
    Expires: z.int().meta({ description: 'Unix seconds', example: 1_767_225_600 }),
  })
  .meta({ id: 'Session' })
