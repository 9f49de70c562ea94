import { z } from 'zod'

/** How long a session lasts. It is not prolonged by use: a day's work, and then the password again. */
export const SESSION_SECONDS = 12 * 3600

/** A person who signed in once, kept under the digest of the bearer; the bearer itself is kept nowhere. */
export const KeptSession = z.object({
  Name: z.string(),
  /** Unix seconds. */
  Expires: z.int(),
  /** Digest of the password's hash: another password ends the session. */
  Password: z.string(),
})
export type KeptSession = z.infer<typeof KeptSession>

export const Session = z
  .object({
    Token: z
      .string()
      .meta({ description: 'To send as a bearer', example: 'ZXhhbXBsZS1vZi1hLXRva2VuLXRoYXQtaXMtbm9uZSE' }),
    Expires: z.int().meta({ description: 'Unix seconds', example: 1_767_225_600 }),
  })
  .meta({ id: 'Session' })
