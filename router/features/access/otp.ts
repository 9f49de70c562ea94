import { Invalid, NotFound } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Change, Draft, Facts } from '../../store/facts.ts'
import type { Vault } from '../../store/vault.ts'
import type { Caller, Handlers } from '../operation.ts'
import type { otp } from './contract.ts'
import { ADMIN, type KeptOtpUser, type OtpRow, statusOf } from './onetime.ts'
import { endProofs, type Proofs } from './proofs.ts'
import { newSeed, stepOf } from './totp.ts'
import { isLocked, noteRight, noteWrong } from './tries.ts'

interface Parts {
  readonly facts: Facts
  readonly change: Change
  readonly bus: Bus
  readonly clock: Clock
  readonly vault: Vault
  readonly proofs: Proofs
}

/** What became of a code. Only `right` goes on. */
type Verdict = 'right' | 'wrong' | 'used' | 'locked'

const REFUSALS: Readonly<Record<Exclude<Verdict, 'right'>, string>> = {
  wrong: 'is not the code of this moment',
  used: 'was used already; wait for the next one',
  locked: 'is locked after too many wrong ones; try again in 15 minutes',
}

export function otpHandlers({ facts, change, bus, clock, vault, proofs }: Parts): Handlers<typeof otp> {
  /** Look at a code, and note what it was: a taken one is never taken again, a wrong one counts. */
  function take(draft: Draft, user: KeptOtpUser, code: string, { address }: Caller): Verdict {
    const now = clock.now()
    if (isLocked(draft.otpTries, address, now)) return 'locked'
    const step = stepOf(vault.open(user.Sealed), code, now)
    if (step !== undefined && step <= user.LastStep) return 'used'
    if (step === undefined) {
      noteWrong(draft.otpTries, address, now)
      return 'wrong'
    }
    noteRight(draft.otpTries, address, now)
    draft.otpUsers.put(user.Name, { ...user, LastStep: step })
    return 'right'
  }

  /** The code that a confirmed user has to give for a change. Whoever stands at the router itself needs none. */
  function takeIfConfirmed(draft: Draft, user: KeptOtpUser | undefined, code: string, caller: Caller): Verdict {
    return user?.Confirmed && caller.kind !== 'console' ? take(draft, user, code, caller) : 'right'
  }

  /** Another seed, or another rule: proofs that are out end, and so do the sessions of everybody else. */
  function endAllElse(draft: Draft, { session }: Caller, settings?: Partial<OtpRow>): void {
    endProofs(draft, vault, settings)
    for (const [key] of [...draft.sessions.rows()]) if (key !== session) draft.sessions.remove(key)
  }

  /** An edit of the facts that a code decides on. A refused code is remembered first, and then told. */
  async function decide(caller: Caller, edit: (draft: Draft) => Verdict): Promise<void> {
    let verdict: Verdict = 'wrong'
    await change((draft) => {
      verdict = edit(draft)
    })
    const told = { username: ADMIN, ip: caller.address }
    if (isRight(verdict)) return
    bus.publish('auth:failure', { ...told, type: 'user', name: ADMIN, reason: `${caller.address}:otp` })
    throw new Invalid(REFUSALS[verdict], 'Code')
  }

  return {
    async register({ body, caller }) {
      const Secret = newSeed()
      await decide(caller, (draft) => {
        const verdict = takeIfConfirmed(draft, draft.otpUsers.get(ADMIN), body.Code ?? '', caller)
        if (!isRight(verdict)) return verdict
        draft.otpUsers.put(ADMIN, { ...unconfirmed, Sealed: vault.seal(Secret) })
        endAllElse(draft, caller)
        return verdict
      })
      bus.publish('auth:otp:update', { username: ADMIN, state: 'registered', ip: caller.address })
      const { Name, Confirmed, AlwaysOn } = unconfirmed
      const { JWTDurationSeconds } = facts.setting('otp')
      return { OTPUsers: [{ Name, Secret, Confirmed, AlwaysOn }], JWTDurationSeconds }
    },

    async unregister({ body, caller }) {
      await decide(caller, (draft) => {
        const user = draft.otpUsers.get(ADMIN)
        if (!user) throw new NotFound('No one-time code is registered.')
        const verdict = takeIfConfirmed(draft, user, body.Code ?? '', caller)
        if (!isRight(verdict)) return verdict
        draft.otpUsers.remove(ADMIN)
        endAllElse(draft, caller)
        return verdict
      })
      bus.publish('auth:otp:update', { username: ADMIN, state: 'removed', ip: caller.address })
    },

    async validate({ body, caller }) {
      let settings = facts.setting('otp')
      let changed = false
      await decide(caller, (draft) => {
        const user = draft.otpUsers.get(ADMIN)
        if (!user) throw new Invalid('No one-time code is registered.')
        const verdict = take(draft, user, body.Code, caller)
        if (!isRight(verdict)) return verdict
        const AlwaysOn = body.UpdateAlwaysOn ? (body.AlwaysOn ?? false) : user.AlwaysOn
        const JWTDurationSeconds = body.JWTDurationSeconds ?? draft.setting('otp').JWTDurationSeconds
        changed = AlwaysOn !== user.AlwaysOn || JWTDurationSeconds !== draft.setting('otp').JWTDurationSeconds
        draft.otpUsers.put(ADMIN, { ...draft.otpUsers.get(ADMIN)!, Confirmed: true, AlwaysOn })
        if (changed) endAllElse(draft, caller, { JWTDurationSeconds })
        settings = draft.setting('otp')
        return verdict
      })
      if (changed) bus.publish('auth:otp:update', { username: ADMIN, state: 'changed', ip: caller.address })
      return proofs.issue(ADMIN, settings)
    },

    status: ({ query }) => statusOf(facts.otpUsers.get(query.name ?? '')),

    // Whoever comes here has shown a good proof.
    test: () => undefined,
  }
}

const isRight = (verdict: Verdict): verdict is 'right' => verdict === 'right'

const unconfirmed: Omit<KeptOtpUser, 'Sealed'> = { Name: ADMIN, Confirmed: false, AlwaysOn: false, LastStep: 0 }
