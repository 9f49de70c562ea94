import type { Core } from '../../../core.ts'
import { AccessDenied, Invalid, NotFound } from '../../../errors.ts'
import type { session } from '../../../model/access/credentials/contract.ts'
import type { sessions } from '../../../model/access/credentials/listcontract.ts'
import { isInBrowser, type KeptSession } from '../../../model/access/credentials/session.ts'
import type { ListedSession } from '../../../model/access/credentials/sessionlist.ts'
import { roleOf, type User } from '../../../model/access/credentials/user.ts'
import { type Caller, type Handlers, WithCookie } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Codes } from './codes.ts'
import { idOfSession } from './credential.ts'
import type { NewSessions } from './newsessions.ts'
import type { SessionUse } from './sessionuse.ts'
import { sessionEvent } from './tokens.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'bus' | 'clock'> {
  readonly codes: Codes
  readonly sessionUse: SessionUse
  readonly newSessions: NewSessions
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
  newSessions,
  hash,
}: Deps): Handlers<typeof session & typeof sessions> {
  const nowInSeconds = (): number => Math.floor(clock.now() / 1000)

  /** The user whose password authenticated this call. */
  const userOf = (caller: Caller): User => {
    const user = caller.session === undefined ? facts.users.get(caller.name) : undefined
    return user ?? unproved()
  }

  /** Whether a caller may see and end sessions of this user: owners those of everyone, others their own. */
  const isTheirs = ({ name, kind }: Caller, { Name }: Pick<KeptSession, 'Name'>): boolean =>
    Name === name || kind !== 'user' || roleOf(facts.users.get(name)) === 'owner'

  /** Ends the sessions that `isToEnd` selects of those the caller may end, and closes their websockets. Returns how many. */
  async function end(caller: Caller, isToEnd: (key: string, row: KeptSession) => boolean): Promise<number> {
    let count = 0
    await change((draft) => {
      for (const [key, row] of [...draft.sessions.rows()])
        if (isToEnd(key, row) && isTheirs(caller, row)) {
          draft.sessions.remove(key)
          count++
        }
    })
    if (count > 0) bus.publish('auth:logout', sessionEvent(caller, 'session'))
    return count
  }

  /** Ends the session of the call. Returns whether it is in a cookie. */
  async function endOwn(caller: Caller, session: string): Promise<boolean> {
    const kept = facts.sessions.get(session)
    await end(caller, (key) => key === session)
    return kept !== undefined && isInBrowser(kept)
  }

  return {
    begin: ({ caller }) => newSessions.bearer(userOf(caller), caller),

    beginInBrowser: ({ body, caller }) => newSessions.cookie(userOf(caller), caller, body.Keep ?? false),

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
      if ((await end(caller, (key) => idOfSession(key) === params.id)) === 0)
        throw new NotFound(phrase('access.sessionUnknown'))
    },

    async endOthers({ query: { user }, caller }) {
      await end(caller, (key, { Name }) => key !== caller.session && (user === undefined || Name === user))
    },

    async end({ caller }) {
      if (caller.session === undefined) throw new Invalid(phrase('access.callWithoutSession'))
      return (await endOwn(caller, caller.session)) ? new WithCookie(undefined, undefined) : undefined
    },

    async logout({ caller }) {
      if (caller.session === undefined) throw new NotFound(phrase('access.callWithoutSession'))
      return (await endOwn(caller, caller.session)) ? new WithCookie(true as const, undefined) : true
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
  throw new AccessDenied('unauthorized', phrase('access.passwordRequired'))
}
