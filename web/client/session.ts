import type { Role } from '../../router/model/access/credentials/role.ts'
import { SESSION_KEY } from './sessionKey.ts'

/** Sent to the router, and never stored. */
export interface PasswordCredentials {
  readonly user: string
  readonly password: string
}

/** The session of this browser. Its token is in a cookie that scripts cannot read. */
export interface Signed {
  readonly user: string
  /** The CSRF token, which calls need beside the cookie. */
  readonly csrf: string
  /** Whether the browser stays signed in for 30 days. */
  readonly isKept: boolean
  /** What the user may do, so that the app offers nothing else. The router decides by its own record. */
  readonly role?: Role | undefined
}

/** An API token that was given with a link. */
export interface TokenHolder {
  readonly token: string
}

export interface ClientSession {
  /** The same object until the next sign-in or sign-out. */
  readonly current: () => Signed | undefined
  readonly keep: (signed: Signed) => void
  readonly forget: () => void
  /** Another tab has changed the stored session. */
  readonly readAgain: () => void
  /**
   * Why the router has rejected a session: it is being replaced or was given up; another tab has begun one of the same user, which is
   * used from now on; another user has signed in; or it has ended.
   */
  readonly rejection: (rejected: Signed | undefined) => 'replaced' | 'renewed' | 'otherUser' | 'ended'
  /** Runs `work`, which ends this session at the router and begins another one. */
  readonly replace: (work: () => Promise<void>) => Promise<void>
  /** Runs `work`, which ends this session at the router unless it fails. Calls that are rejected then ask for no password. */
  readonly end: <T>(work: () => Promise<T>) => Promise<T>
  readonly subscribe: (listener: () => void) => () => void
}

/** RFC 7617 with UTF-8: `btoa` alone refuses every character beyond Latin-1. */
export const basic = ({ user, password }: PasswordCredentials): string => {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** The headers that authenticate a call; empty without a session. Bearer: RFC 6750. */
export function headersOf(
  who: PasswordCredentials | Signed | TokenHolder | undefined,
): Readonly<Record<string, string>> {
  if (!who) return {}
  if ('csrf' in who) return { 'X-CSRF-Token': who.csrf }
  return { Authorization: 'token' in who ? `Bearer ${who.token}` : basic(who) }
}

/** The first message on a WebSocket of the router, which gets the cookie as well. */
export const greeting = ({ csrf }: Signed): string => csrf

/** The role of a user. Sessions of older versions have none; only owners had such. */
export const roleOfSession = ({ role }: Signed): Role => role ?? 'owner'

/** Whether two sessions are of one user with one role. */
export const isSameUser = (one: Signed, other: Signed): boolean =>
  one.user === other.user && roleOfSession(one) === roleOfSession(other)

/** `storage` is the local storage: all tabs share the session, as they share its cookie. */
export function openSession(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): ClientSession {
  const listeners = new Set<() => void>()
  let signed = read(storage.getItem(SESSION_KEY))
  let isReplaced = false
  const change = (next: Signed | undefined) => {
    signed = next
    for (const listener of listeners) listener()
  }
  const forget = () => {
    isReplaced = false
    storage.removeItem(SESSION_KEY)
    if (signed) change(undefined)
  }
  const readAgain = () => {
    const stored = read(storage.getItem(SESSION_KEY))
    if (stored?.csrf !== signed?.csrf) change(stored)
  }
  return {
    current: () => signed,
    keep(next) {
      storage.setItem(SESSION_KEY, JSON.stringify(next))
      change(next)
    },
    forget,
    readAgain,
    rejection(rejected) {
      if (isReplaced) return 'replaced'
      readAgain()
      if (!signed || signed === rejected) return 'ended'
      return !rejected || isSameUser(rejected, signed) ? 'renewed' : 'otherUser'
    },
    async replace(work) {
      isReplaced = true
      try {
        await work()
      } finally {
        isReplaced = false
      }
    },
    async end(work) {
      isReplaced = true
      try {
        return await work()
      } catch (error) {
        isReplaced = false
        throw error
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(text: string | null): Signed | undefined {
  try {
    const { user, csrf, isKept, role } = JSON.parse(text ?? '') as Partial<Signed>
    if (typeof user !== 'string' || typeof csrf !== 'string') return undefined
    return { user, csrf, isKept: isKept === true, ...(role && { role }) }
  } catch {
    return undefined
  }
}
