import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { ADMIN } from './onetime.ts'
import { ROLES, type Role } from './role.ts'

/** In Basic credentials, a name ends at the first colon (RFC 7617). Capitals would make two users that look alike. */
export const UserName = z
  .string()
  .regex(/^[a-z][a-z0-9._-]{0,31}$/u, schemaPhrase('access.userName'))
  .meta({ description: 'The name that the user signs in with', example: 'alex' })

/** Names in the audit log that are no users. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(['console', 'router', 'anonymous', 'nobody', 'root'])

/** Separate from `role.ts`, which the first load of the app needs without zod. */
export const RoleName = z.enum(ROLES)

/** A user who may sign in. The password is stored as an argon2id hash. */
export const User = z.object({
  Name: z.string(),
  PasswordHash: z.string(),
  /** Absent for `admin`, who is always an owner. Another user without a role may do nothing. */
  Role: RoleName.optional(),
  /** Of a parent: the groups whose devices it sees. */
  Groups: z.array(z.string()).optional(),
})
export type User = z.infer<typeof User>

/** The role of a stored user; undefined for no user, or one that may do nothing. */
export const roleOf = (user: Pick<User, 'Name' | 'Role'> | undefined): Role | undefined =>
  user?.Name === ADMIN ? 'owner' : user?.Role
