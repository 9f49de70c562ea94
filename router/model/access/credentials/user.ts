import { z } from 'zod'
import { ADMIN } from './onetime.ts'
import type { Role } from './role.ts'
import { RoleName } from './roleschema.ts'

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
