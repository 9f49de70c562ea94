import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { tokens } from '../../../model/access/credentials/listcontract.ts'
import type { KeptToken, Token } from '../../../model/access/credentials/token.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import { demandUnchanged } from '../../../model/sentback.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { digestOf, newCredential } from './credential.ts'

const MAX_TOKENS = 256

type Deps = Pick<Core, 'facts' | 'change' | 'bus' | 'vault'>

export function tokenHandlers({ facts, change, bus, vault }: Deps): Handlers<typeof tokens> {
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
        if (!token) throw new NotFound(phrase('access.tokenUnknown'))
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
  if ([...draft.tokens.rows()].length >= MAX_TOKENS) throw new Invalid(phrase('access.tokensFull', MAX_TOKENS))
  draft.tokens.put(digestOf(value), token)
}

/** The payload of an event about a credential. */
export const sessionEvent = ({ name, address }: Caller, credential: string) => ({
  username: name,
  credential,
  ip: address,
})
