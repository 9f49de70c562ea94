import type { Facts } from '../../store/facts.ts'
import { digestOf } from './credential.ts'
import type { KeptSession } from './session.ts'
import { isCurrent, type KeptToken } from './token.ts'

/** The owner of a bearer token: an API token or a session. */
export type Bearer =
  | { readonly kind: 'token'; readonly key: string; readonly token: KeptToken }
  | { readonly kind: 'session'; readonly key: string; readonly session: KeptSession }

/** The token or session with this value, if it exists and has not expired. `now` in milliseconds since 1970. */
export function bearerOf(facts: Facts, value: string, now: number): Bearer | undefined {
  const key = digestOf(value)
  const token = facts.tokens.get(key)
  if (token) return isCurrent(token, now) ? { kind: 'token', key, token } : undefined
  const session = facts.sessions.get(key)
  if (!session || session.Expires * 1000 <= now) return undefined
  const user = facts.users.get(session.Name)
  const isSamePassword = user !== undefined && digestOf(user.PasswordHash) === session.Password
  return isSamePassword ? { kind: 'session', key, session } : undefined
}
