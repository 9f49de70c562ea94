import { NotFound } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import type { Facts } from '../../store/facts.ts'
import type { Vault } from '../../store/vault.ts'
import type { Handlers } from '../operation.ts'
import { demandUnchanged } from '../sentback.ts'
import type { Codes } from './codes.ts'
import type { otp } from './contract.ts'
import { ADMIN, type KeptOtpUser, statusOf } from './onetime.ts'
import type { Proofs } from './proofs.ts'
import { newSeed } from './totp.ts'

interface Deps {
  readonly facts: Facts
  readonly bus: Bus
  readonly vault: Vault
  readonly proofs: Proofs
  readonly codes: Codes
}

export function otpHandlers({ facts, bus, vault, proofs, codes }: Deps): Handlers<typeof otp> {
  return {
    async register({ body, caller }) {
      demandUnchanged({}, body, ['AlwaysOn'], 'PUT /otp_validate')
      const Secret = newSeed()
      await codes.decide(caller, (draft) => {
        const verdict = codes.takeIfConfirmed(draft, body.Code ?? '', caller)
        if (verdict !== 'right') return verdict
        draft.otpUsers.put(ADMIN, { ...unconfirmed, Sealed: vault.seal(Secret) })
        codes.endAllElse(draft, caller)
        return verdict
      })
      bus.publish('auth:otp:update', { username: ADMIN, state: 'registered', ip: caller.address })
      const { Name, Confirmed, AlwaysOn } = unconfirmed
      const { JWTDurationSeconds } = facts.setting('otp')
      return { OTPUsers: [{ Name, Secret, Confirmed, AlwaysOn }], JWTDurationSeconds }
    },

    async unregister({ body, caller }) {
      demandUnchanged({}, body, ['AlwaysOn'], 'PUT /otp_validate')
      await codes.decide(caller, (draft) => {
        if (!draft.otpUsers.get(ADMIN)) throw new NotFound('No one-time code is registered.')
        const verdict = codes.takeIfConfirmed(draft, body.Code ?? '', caller)
        if (verdict !== 'right') return verdict
        draft.otpUsers.remove(ADMIN)
        codes.endAllElse(draft, caller)
        return verdict
      })
      bus.publish('auth:otp:update', { username: ADMIN, state: 'removed', ip: caller.address })
    },

    async validate({ body, caller }) {
      let settings = facts.setting('otp')
      let isChanged = false
      await codes.decide(caller, (draft) => {
        const verdict = codes.take(draft, body.Code, caller)
        if (verdict !== 'right') return verdict
        const user = draft.otpUsers.get(ADMIN)!
        const before = draft.setting('otp').JWTDurationSeconds
        const JWTDurationSeconds = body.JWTDurationSeconds ?? before
        const AlwaysOn = body.UpdateAlwaysOn ? (body.AlwaysOn ?? false) : user.AlwaysOn
        draft.otpUsers.put(ADMIN, { ...user, Confirmed: true, AlwaysOn })
        isChanged = AlwaysOn !== user.AlwaysOn || JWTDurationSeconds !== before
        if (isChanged) codes.endAllElse(draft, caller, { JWTDurationSeconds })
        settings = draft.setting('otp')
        return verdict
      })
      if (isChanged) bus.publish('auth:otp:update', { username: ADMIN, state: 'changed', ip: caller.address })
      return proofs.issue(ADMIN, settings)
    },

    status: ({ query }) => statusOf(facts.otpUsers.get(query.name ?? '')),

    // Callers of this operation have sent a valid proof.
    test: () => undefined,
  }
}

const unconfirmed: Omit<KeptOtpUser, 'Sealed'> = { Name: ADMIN, Confirmed: false, AlwaysOn: false, LastStep: 0 }
