import { Invalid, NotFound, Unauthorized } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { User } from '../../store/documents.ts'
import type { Change, Draft, Facts } from '../../store/facts.ts'
import type { Vault } from '../../store/vault.ts'
import type { Caller, Handlers } from '../operation.ts'
import { demandUnchanged } from '../sentback.ts'
import type { Codes } from './codes.ts'
import type { session, tokens } from './contract.ts'
import { digestOf, newCredential } from './credential.ts'
import { SESSION_SECONDS } from './session.ts'
import type { KeptToken, Token } from './token.ts'

const MAX_TOKENS = 256
const MAX_SESSIONS = 10

interface Deps {
  readonly facts: Facts
  readonly change: Change
  readonly bus: Bus
  readonly clock: Clock
}

export function tokenHandlers({ facts, change, bus, vault }: Deps & { vault: Vault }): Handlers<typeof tokens> {
  const shown = ({ Name, Sealed, Expire, ScopedPaths }: KeptToken): Token => ({
    Name,
    Token: vault.open(Sealed),
    Expire,
    ScopedPaths,
  })

  return {
    list: () => [...facts.tokens.values()].map(shown),

    async create({ body, caller }) {
      demandUnchanged({}, body, ['Token'])
      const value = newCredential()
      const token: KeptToken = {
        Name: body.Name ?? '',
        Sealed: vault.seal(value),
        Expire: body.Expire ?? 0,
        ScopedPaths: body.ScopedPaths ?? [],
      }
      await change((draft) => {
        addToken(draft, value, token)
      })
      bus.publish('auth:token:create', sessionEvent(caller, token.Name))
      return shown(token)
    },

    async remove({ body, caller }) {
      const key = digestOf(body.Token)
      let name = ''
      await change((draft) => {
        const token = draft.tokens.get(key)
        if (!token) throw new NotFound('No such token.')
        name = token.Name
        draft.tokens.remove(key)
      })
      bus.publish('auth:token:delete', sessionEvent(caller, name))
      return body
    },
  }
}

/** Throws `Invalid` if there are too many tokens. */
export function addToken(draft: Draft, value: string, token: KeptToken): void {
  if ([...draft.tokens.rows()].length >= MAX_TOKENS)
    throw new Invalid(`There are ${MAX_TOKENS} tokens, which is the maximum: delete one first.`)
  draft.tokens.put(digestOf(value), token)
}

interface SessionDeps extends Deps {
  readonly codes: Codes
  /** Hashes a password. Slow on purpose. */
  readonly hash: (password: string) => Promise<string>
}

export function sessionHandlers({ facts, change, bus, clock, codes, hash }: SessionDeps): Handlers<typeof session> {
  /** The user whose password authenticated this call. */
  const userOf = (caller: Caller): User => {
    const user = caller.session === undefined ? facts.users.get(caller.name) : undefined
    return user ?? unproved()
  }

  return {
    async begin({ caller }) {
      const user = userOf(caller)
      const value = newCredential()
      const now = Math.floor(clock.now() / 1000)
      const Expires = now + SESSION_SECONDS
      const Password = digestOf(user.PasswordHash)
      await change((draft) => {
        const open = [...draft.sessions.rows()].sort(([, a], [, b]) => b.Expires - a.Expires)
        for (const [index, [key, { Expires }]] of open.entries())
          if (index >= MAX_SESSIONS - 1 || Expires <= now) draft.sessions.remove(key)
        draft.sessions.put(digestOf(value), { Name: user.Name, Expires, Password })
      })
      return { Token: value, Expires }
    },

    async end({ caller }) {
      const { session } = caller
      if (session === undefined) throw new Invalid('This call was not made with a session.')
      await change((draft) => draft.sessions.remove(session))
      bus.publish('auth:logout', sessionEvent(caller, 'session'))
    },

    async changePassword({ body, caller }) {
      const { Name, PasswordHash: before } = userOf(caller)
      const PasswordHash = await hash(body.AdminPassword)
      await codes.decide(caller, (draft) => {
        // If two callers change the password concurrently, the second one used a password that is no longer valid.
        if (draft.users.get(Name)?.PasswordHash !== before) unproved()
        const verdict = codes.takeIfConfirmed(draft, body.Code ?? '', caller)
        if (verdict !== 'right') return verdict
        draft.users.put(Name, { Name, PasswordHash })
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

/** The payload of an event about a credential. */
export const sessionEvent = ({ name, address }: Caller, credential: string) => ({
  username: name,
  credential,
  ip: address,
})
