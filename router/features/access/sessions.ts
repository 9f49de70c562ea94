import { Invalid, NotFound, Unauthorized } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Change, Draft, Facts } from '../../store/facts.ts'
import { type Caller, type Handlers, WithCookie } from '../operation.ts'
import type { Codes } from './codes.ts'
import type { session } from './contract.ts'
import { digestOf, idOfSession, newCredential, stampOf } from './credential.ts'
import { sessionEvent } from './handlers.ts'
import type { sessions } from './listcontract.ts'
import { isInBrowser, KEPT_SECONDS, type KeptSession, SESSION_SECONDS } from './session.ts'
import type { ListedSession } from './sessionlist.ts'
import type { SessionUse } from './sessionuse.ts'
import { roleOf, type User } from './user.ts'

const MAX_BEARERS = 10
const MAX_BROWSERS = 32

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly bus: Bus
  readonly clock: Clock
  readonly codes: Codes
  readonly sessionUse: SessionUse
  /** Hashes a password. Slow on purpose. */
  readonly hash: (password: string) => Promise<string>
}

export function sessionHandlers({
  facts,
  change,
  bus,
  clock,
  codes,
  sessionUse,
  hash,
}: Deps): Handlers<typeof session & typeof sessions> {
  const nowInSeconds = (): number => Math.floor(clock.now() / 1000)

  /** The user whose password authenticated this call. */
  const userOf = (caller: Caller): User => {
    const user = caller.session === undefined ? facts.users.get(caller.name) : undefined
    return user ?? unproved()
  }

  /** A new session of this caller. */
  function sessionFor(caller: Caller, seconds: number, Csrf: string): KeptSession {
    const user = userOf(caller)
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

  /** Whether a caller may see and end sessions of this user: owners those of everyone, others their own. */
  const isTheirs = ({ name, kind }: Caller, { Name }: Pick<KeptSession, 'Name'>): boolean =>
    Name === name || kind !== 'user' || roleOf(facts.users.get(name)) === 'owner'

  /** Ends the sessions that `isToEnd` selects of those the caller may end, and closes their websockets. Returns how many. */
  async function end(caller: Caller, isToEnd: (key: string) => boolean): Promise<number> {
    let count = 0
    await change((draft) => {
      for (const [key, row] of [...draft.sessions.rows()])
        if (isToEnd(key) && isTheirs(caller, row)) {
          draft.sessions.remove(key)
          count++
        }
    })
    if (count > 0) bus.publish('auth:logout', sessionEvent(caller, 'session'))
    return count
  }

  return {
    async begin({ caller }) {
      const value = newCredential()
      const session = sessionFor(caller, SESSION_SECONDS, '')
      await change((draft) => {
        makeRoom(draft, caller.name, false)
        draft.sessions.put(digestOf(value), session)
      })
      return { Token: value, Expires: session.Expires }
    },

    async beginInBrowser({ body, caller }) {
      const isKept = body.Keep ?? false
      // Never a value that the browser sent: somebody else could have set it.
      const [value, CsrfToken] = [newCredential(), newCredential()]
      const session = sessionFor(caller, isKept ? KEPT_SECONDS : SESSION_SECONDS, digestOf(CsrfToken))
      const replaced = (caller.browser?.cookies ?? []).map(digestOf)
      await change((draft) => {
        for (const key of replaced) {
          const former = draft.sessions.get(key)
          if (former && isInBrowser(former)) draft.sessions.remove(key)
        }
        makeRoom(draft, caller.name, true)
        draft.sessions.put(digestOf(value), session)
      })
      const user = userOf(caller)
      const own = { Name: user.Name, Role: roleOf(user) ?? unproved(), Groups: user.Groups ?? [] }
      return new WithCookie({ CsrfToken, Expires: session.Expires, ...own }, value, isKept ? KEPT_SECONDS : undefined)
    },

    list({ caller }) {
      const now = nowInSeconds()
      return [...facts.sessions]
        .filter(([, row]) => row.Expires > now && isTheirs(caller, row))
        .map(([key, session]): ListedSession => {
          const { Name: User, Agent, Begun, Expires } = session
          const { Address, LastUsed } = sessionUse.of(key, session)
          return {
            ...{
              Id: idOfSession(key),
              User,
              Current: key === caller.session,
              Kind: isInBrowser(session) ? 'browser' : 'token',
            },
            ...{ Agent, Address, Device: facts.devices.by('RecentIP', Address)?.Name ?? '', Begun, LastUsed, Expires },
          }
        })
        .sort((a, b) => b.LastUsed - a.LastUsed || b.Begun - a.Begun)
    },

    async endOne({ params, caller }) {
      if ((await end(caller, (key) => idOfSession(key) === params.id)) === 0) throw new NotFound('No such session.')
    },

    async endOthers({ caller }) {
      await end(caller, (key) => key !== caller.session)
    },

    async end({ caller }) {
      const { session } = caller
      if (session === undefined) throw new Invalid('This call was not made with a session.')
      const kept = facts.sessions.get(session)
      await end(caller, (key) => key === session)
      return kept && isInBrowser(kept) ? new WithCookie(undefined, undefined) : undefined
    },

    async changePassword({ body, caller }) {
      const { Name, PasswordHash: before } = userOf(caller)
      const PasswordHash = await hash(body.AdminPassword)
      await codes.decide(caller, (draft) => {
        // If two callers change the password concurrently, the second one used a password that is no longer valid.
        const user = draft.users.get(Name)
        if (user?.PasswordHash !== before) return unproved()
        const verdict = codes.takeIfConfirmed(draft, body.Code ?? '', caller)
        if (verdict !== 'right') return verdict
        draft.users.put(Name, { ...user, PasswordHash })
        codes.endAllElse(draft, caller)
        return verdict
      })
      bus.publish('auth:logout', sessionEvent(caller, 'password'))
    },
  }
}

const unproved = (): never => {
  throw new Unauthorized('Authenticate this call with the password, not with a token or session.')
}
