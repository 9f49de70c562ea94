import { z } from 'zod'
import { RoleName } from './user.ts'

/** Validity of a session, which use does not extend. */
export const SESSION_SECONDS = 12 * 3600
/** Validity of a session in a browser that stays signed in. */
export const KEPT_SECONDS = 30 * 24 * 3600

/** A session, stored under the digest of its token. The token itself is not stored. */
export const KeptSession = z.object({
  Name: z.string(),
  /** Unix seconds. */
  Begun: z.int(),
  /** Unix seconds. */
  Expires: z.int(),
  /** `stampOf` the user: a new password or role ends the session. */
  Password: z.string(),
  /** Digest of the CSRF token of a session whose token is in a cookie; empty for a bearer token. */
  Csrf: z.string(),
  /** Unix seconds, at most an hour late. */
  LastUsed: z.int(),
  /** The address of the last use. */
  Address: z.string(),
  /** The `User-Agent` that began it. */
  Agent: z.string(),
})
export type KeptSession = z.infer<typeof KeptSession>

/** Whether it is in a browser's cookie, and not a bearer token. */
export const isInBrowser = ({ Csrf }: Pick<KeptSession, 'Csrf'>): boolean => Csrf !== ''

const Expires = z.int().meta({ description: 'Unix seconds', example: 1_767_225_600 })

export const Session = z
  .object({
    Token: z.string().meta({ description: 'The bearer token', example: 'ZXhhbXBsZS1vZi1hLXRva2VuLXRoYXQtaXMtbm9uZSE' }),
    Expires,
  })
  .meta({ id: 'Session' })

export const BrowserSession = z.object({
  CsrfToken: z.string().meta({
    description: 'Send it as `X-CSRF-Token` with every call. The cookie alone permits nothing',
    example: 'ZXhhbXBsZS1vZi1hLXRva2VuLXRoYXQtaXMtbm9uZSE',
  }),
  Expires,
  Name: z.string().meta({ description: 'The user', example: 'admin' }),
  Role: RoleName.meta({ description: 'What the user may do. The session ends when it changes', example: 'owner' }),
  Groups: z.array(z.string()).meta({ description: 'Of a parent: the groups whose devices it sees', example: [] }),
})
