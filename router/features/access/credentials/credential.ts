import { createHash, randomBytes } from 'node:crypto'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import type { User } from '../../../model/access/credentials/user.ts'
import type { Draft } from '../../../store/facts.ts'

/** A new bearer token: 32 random bytes, 43 characters of base64url. */
export const newCredential = (): string => randomBytes(32).toString('base64url')

/**
 * The key of a stored bearer token. The token is random, so a fast hash protects it as well as a slow one, and the time of a
 * look-up reveals nothing about the token.
 */
export const digestOf = (credential: string): string => createHash('sha256').update(credential).digest('base64url')

/** The public identifier of the session under this key. It reveals neither the key nor the token. */
export const idOfSession = (key: string): string => digestOf(`session ${key}`).slice(0, 16)

/** Digest of what a session rests on: a new password, role or groups end it. */
export const stampOf = ({ Name, PasswordHash, Role: role, Groups = [] }: User): string =>
  digestOf(Name === ADMIN ? PasswordHash : JSON.stringify([PasswordHash, role, Groups]))

/** Ends the sessions of a user, except the one with this key. */
export function endSessions(draft: Draft, name: string, except?: string): void {
  for (const [key, { Name }] of [...draft.sessions.rows()])
    if (Name === name && key !== except) draft.sessions.remove(key)
}
