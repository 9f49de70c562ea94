import { z } from 'zod'

/** In Basic credentials, a name ends at the first colon (RFC 7617). Capitals would make two users that look alike. */
export const UserName = z
  .string()
  .regex(
    /^[a-z][a-z0-9._-]{0,31}$/u,
    'must be 1 to 32 of a-z, 0-9, dots, hyphens and underscores, and begin with a letter',
  )
  .meta({ description: 'The name that the user signs in with', example: 'alex' })

/** Names in the audit log that are no users. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(['console', 'router', 'nobody', 'root'])
