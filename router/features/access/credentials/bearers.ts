import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../machine/machine.ts'
import type { BrowserCredentials } from '../../../model/access/admission.ts'
import { isInBrowser, type KeptSession } from '../../../model/access/credentials/session.ts'
import { isCurrent, type KeptToken } from '../../../model/access/credentials/token.ts'
import type { Caller } from '../../../model/operation.ts'
import type { Facts } from '../../../store/facts.ts'
import { digestOf, stampOf } from './credential.ts'

export interface HeldSession {
  readonly kind: 'session'
  readonly key: string
  readonly session: KeptSession
}

/** The owner of a bearer token: an API token or a session. */
export type Bearer = { readonly kind: 'token'; readonly key: string; readonly token: KeptToken } | HeldSession

/** The token or session with this value, if it exists and has not expired. `now` in milliseconds since 1970. */
export function bearerOf(facts: Facts, value: string, now: number): Bearer | undefined {
  const key = digestOf(value)
  if (facts.tokens.has(key)) {
    const token = tokenOf(facts, key, now)
    return token && { kind: 'token', key, token }
  }
  const held = sessionOf(facts, key, now)
  // The value of a cookie is of no use outside of it.
  return held && !isInBrowser(held.session) ? held : undefined
}

/** The session of a browser. Both halves are needed: other ports of this host receive the cookie, but cannot read the CSRF token. */
export function browserSessionOf(
  facts: Facts,
  { cookies, csrf }: BrowserCredentials,
  now: number,
): HeldSession | undefined {
  const digest = Buffer.from(digestOf(csrf))
  for (const cookie of cookies) {
    const held = sessionOf(facts, digestOf(cookie), now)
    if (held && isInBrowser(held.session) && timingSafeEqual(Buffer.from(held.session.Csrf), digest)) return held
  }
  return undefined
}

/**
 * Returns whether the credentials of a caller are still valid: its session or API token has not ended or expired, and its user has the
 * password, role and groups, or its token the scopes, that they had when `validityOf` was called.
 */
export function validityOf(facts: Facts, clock: Pick<Clock, 'now'>, { kind, name, session, token }: Caller) {
  const stamp = (): string | undefined => {
    if (session !== undefined) return sessionOf(facts, session, clock.now())?.session.Password
    if (token !== undefined) return tokenOf(facts, token, clock.now())?.ScopedPaths.join(' ')
    const user = kind === 'user' ? facts.users.get(name) : undefined
    return user && stampOf(user)
  }
  const isCredential = session !== undefined || token !== undefined || kind === 'user'
  const before = stamp()
  return (): boolean => !isCredential || (before !== undefined && stamp() === before)
}

function tokenOf(facts: Facts, key: string, now: number): KeptToken | undefined {
  const token = facts.tokens.get(key)
  return token && isCurrent(token, now) ? token : undefined
}

function sessionOf(facts: Facts, key: string, now: number): HeldSession | undefined {
  const session = facts.sessions.get(key)
  if (!session || session.Expires * 1000 <= now) return undefined
  const user = facts.users.get(session.Name)
  const isUnchanged = user !== undefined && stampOf(user) === session.Password
  return isUnchanged ? { kind: 'session', key, session } : undefined
}
