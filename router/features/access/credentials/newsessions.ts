import type { z } from 'zod'
import type { Core } from '../../../core.ts'
import { AccessDenied } from '../../../errors.ts'
import {
  type BrowserSession,
  isInBrowser,
  KEPT_SECONDS,
  type KeptSession,
  SESSION_SECONDS,
} from '../../../model/access/credentials/session.ts'
import { roleOf, type User } from '../../../model/access/credentials/user.ts'
import { type Caller, WithCookie } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { digestOf, newCredential, stampOf } from './credential.ts'
import type { SessionUse } from './sessionuse.ts'

const MAX_BEARERS = 10
const MAX_BROWSERS = 32

/** Begins sessions of users who have authenticated. */
export interface NewSessions {
  /** With a bearer token. */
  bearer(user: User, caller: Caller): Promise<{ Token: string; Expires: number }>
  /** In the cookie of the calling browser, whose earlier session ends. `isKept`: for 30 days. Throws `AccessDenied` for a user without a role. */
  cookie(user: User, caller: Caller, isKept: boolean): Promise<WithCookie<z.input<typeof BrowserSession>>>
}

export function openNewSessions({
  change,
  clock,
  sessionUse,
}: Pick<Core, 'change' | 'clock'> & { readonly sessionUse: SessionUse }): NewSessions {
  const nowInSeconds = (): number => Math.floor(clock.now() / 1000)

  function sessionFor(user: User, caller: Caller, seconds: number, Csrf: string): KeptSession {
    const Begun = nowInSeconds()
    return {
      ...{ Name: user.Name, Begun, Csrf, Expires: Begun + seconds, Password: stampOf(user) },
      ...{ LastUsed: Begun, Address: caller.address, Agent: caller.browser?.agent ?? '' },
    }
  }

  /** Deletes expired sessions, and the least recently used of this user and kind that leave no room for one more. */
  function makeRoom(draft: Draft, name: string, isBrowser: boolean): void {
    const now = nowInSeconds()
    const rows = [...draft.sessions.rows()]
    for (const [key, { Expires }] of rows) if (Expires <= now) draft.sessions.remove(key)
    const lastUse = ([key, row]: [string, KeptSession]): number => sessionUse.of(key, row).LastUsed
    const open = rows
      .filter(([, row]) => row.Name === name && row.Expires > now && isInBrowser(row) === isBrowser)
      .sort((a, b) => lastUse(b) - lastUse(a))
    for (const [key] of open.slice((isBrowser ? MAX_BROWSERS : MAX_BEARERS) - 1)) draft.sessions.remove(key)
  }

  return {
    async bearer(user, caller) {
      const value = newCredential()
      const session = sessionFor(user, caller, SESSION_SECONDS, '')
      await change((draft) => {
        makeRoom(draft, user.Name, false)
        draft.sessions.put(digestOf(value), session)
      })
      return { Token: value, Expires: session.Expires }
    },

    async cookie(user, caller, isKept) {
      const Role = roleOf(user)
      if (!Role) throw new AccessDenied('unauthorized', phrase('access.userWithoutRole', user.Name))
      const own = { Name: user.Name, Role, Groups: user.Groups ?? [] }
      // Never a value that the browser sent: an attacker could have set it (session fixation).
      const [value, CsrfToken] = [newCredential(), newCredential()]
      const session = sessionFor(user, caller, isKept ? KEPT_SECONDS : SESSION_SECONDS, digestOf(CsrfToken))
      const replaced = (caller.browser?.cookies ?? []).map(digestOf)
      await change((draft) => {
        for (const key of replaced) {
          const former = draft.sessions.get(key)
          if (former && isInBrowser(former)) draft.sessions.remove(key)
        }
        makeRoom(draft, user.Name, true)
        draft.sessions.put(digestOf(value), session)
      })
      return new WithCookie({ CsrfToken, Expires: session.Expires, ...own }, value, isKept ? KEPT_SECONDS : undefined)
    },
  }
}
