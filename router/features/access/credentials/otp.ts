import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { otp } from '../../../model/access/credentials/contract.ts'
import { type KeptOtpUser, statusOfOtp } from '../../../model/access/credentials/onetime.ts'
import { roleOf } from '../../../model/access/credentials/user.ts'
import type { Caller, Handlers } from '../../../model/operation.ts'
import { demandUnchanged } from '../../../model/sentback.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { type Codes, newSeed } from './codes.ts'
import { codesOwner, endWithoutFactor, isAlwaysOn } from './factors.ts'
import type { Proofs } from './proofs.ts'
import { isRecoveryCode } from './recoverycodes.ts'

interface Deps extends Pick<Core, 'facts' | 'bus' | 'vault'> {
  readonly proofs: Proofs
  readonly codes: Codes
}

export function otpHandlers({ facts, bus, vault, proofs, codes }: Deps): Handlers<typeof otp> {
  return {
    async register({ body, caller }) {
      demandUnchanged({}, body, ['AlwaysOn'], 'PUT /otp_validate')
      const Name = ownName(body, caller)
      const Secret = newSeed()
      await codes.decide(caller, (draft) => {
        const verdict = codes.takeIfConfirmed(draft, body.Code ?? '', caller)
        if (verdict !== 'right') return verdict
        // Those of a user with passkeys only are not about this seed.
        if (draft.otpUsers.get(Name)?.Confirmed) draft.recoveryCodes.remove(Name)
        draft.otpUsers.put(Name, { ...unconfirmed, Name, Sealed: vault.seal(Secret) })
        codes.endAllElse(draft, caller)
        return verdict
      })
      bus.publish('auth:otp:update', { username: Name, state: 'registered', ip: caller.address })
      const { Confirmed, AlwaysOn } = unconfirmed
      const { JWTDurationSeconds } = facts.setting('otp')
      return { OTPUsers: [{ Name, Secret, Confirmed, AlwaysOn }], JWTDurationSeconds }
    },

    async unregister({ body, caller }) {
      demandUnchanged({}, body, ['AlwaysOn'], 'PUT /otp_validate')
      const name = ownName(body, caller)
      await codes.decide(caller, (draft) => {
        if (!draft.otpUsers.get(name)) throw new NotFound(phrase('access.noOneTimeCode'))
        const verdict = codes.takeIfConfirmed(draft, body.Code ?? '', caller)
        if (verdict !== 'right') return verdict
        // A user whose passkey is needed at every sign-in keeps them, in case the passkey is lost.
        if (draft.otpUsers.get(name)?.Confirmed && !draft.passkeyUsers.get(name)) draft.recoveryCodes.remove(name)
        draft.otpUsers.remove(name)
        endWithoutFactor(draft, name)
        codes.endAllElse(draft, caller)
        return verdict
      })
      bus.publish('auth:otp:update', { username: name, state: 'removed', ip: caller.address })
    },

    async validate({ body, caller }) {
      const name = ownName(body, caller)
      let settings = facts.setting('otp')
      let isChanged = false
      await codes.decide(caller, (draft) => {
        const verdict = codes.take(draft, body.Code, caller)
        if (verdict !== 'right') return verdict
        const user = draft.otpUsers.get(name)
        const before = draft.setting('otp').JWTDurationSeconds
        const JWTDurationSeconds = body.JWTDurationSeconds ?? before
        if (JWTDurationSeconds !== before && !isOwner(name, draft))
          throw new Invalid(phrase('access.ownersSetForAll'), 'JWTDurationSeconds')
        // A recovery code shows nothing about the seed.
        const Confirmed = user !== undefined && (user.Confirmed || !isRecoveryCode(body.Code))
        if (body.UpdateAlwaysOn && !Confirmed) throw new Invalid(phrase('access.otpUnconfirmed'), 'AlwaysOn')
        const wasAlwaysOn = user?.AlwaysOn === true || draft.passkeyUsers.get(name) !== undefined
        const AlwaysOn = body.UpdateAlwaysOn ? (body.AlwaysOn ?? false) : wasAlwaysOn
        if (user && Confirmed) draft.otpUsers.put(name, { ...user, Confirmed, AlwaysOn })
        if (body.UpdateAlwaysOn && !AlwaysOn) draft.passkeyUsers.remove(name)
        isChanged = AlwaysOn !== wasAlwaysOn || JWTDurationSeconds !== before
        if (isChanged)
          codes.endAllElse(draft, caller, JWTDurationSeconds === before ? undefined : { JWTDurationSeconds })
        settings = draft.setting('otp')
        return verdict
      })
      if (isChanged) bus.publish('auth:otp:update', { username: name, state: 'changed', ip: caller.address })
      return proofs.issue(name, settings)
    },

    // Only owners read that of others; to anyone else, another user looks like one that does not exist.
    status({ query: { name = '' }, caller }) {
      const isShown = name === caller.name || caller.kind !== 'user' || isOwner(caller.name, facts)
      return isShown ? statusOfOtp(facts.otpUsers.get(name), isAlwaysOn(facts, name)) : statusOfOtp(undefined, false)
    },

    // Callers of this operation have sent a valid proof.
    test: () => undefined,
  }
}

const unconfirmed: Omit<KeptOtpUser, 'Name' | 'Sealed'> = { Confirmed: false, AlwaysOn: false, LastStep: 0 }

const isOwner = (name: string, { users }: { readonly users: Pick<Facts['users'], 'get'> }): boolean =>
  roleOf(users.get(name)) === 'owner'

/** The name of the caller. Throws `Invalid` for another one: everybody sets up their own codes. */
function ownName({ Name }: { readonly Name: string }, caller: Caller): string {
  const own = codesOwner(caller)
  if (Name !== own) throw new Invalid(phrase('access.callingUser', own), 'Name')
  return own
}
