import { Invalid } from '../../errors.ts'
import type { Bus } from '../../events/bus.ts'
import type { Clock } from '../../machine/machine.ts'
import type { Change, Draft } from '../../store/facts.ts'
import type { Vault } from '../../store/vault.ts'
import type { Caller } from '../operation.ts'
import { ADMIN, type OtpRow } from './onetime.ts'
import { endProofs } from './proofs.ts'
import { stepOf } from './totp.ts'
import { isLocked, noteRight, noteWrong } from './tries.ts'

/** The result of a check of a code. Only `right` permits the call. */
export type CodeVerdict = 'right' | 'wrong' | 'used' | 'locked'

const REFUSALS: Readonly<Record<Exclude<CodeVerdict, 'right'>, string>> = {
  wrong: 'is not the code of this moment',
  used: 'was used already; wait for the next one',
  locked: 'is locked after too many wrong ones; try again in 15 minutes',
}

/** The administrator's one-time codes, in edits of the facts. */
export interface Codes {
  /**
   * An edit that needs a code: `edit` makes its changes only if the code is right. The result of a refused code is stored first,
   * then `Invalid` is thrown.
   */
  decide(caller: Caller, edit: (draft: Draft) => CodeVerdict): Promise<void>
  /** Checks a code and records the result: a used code is never accepted again, and a wrong one counts. */
  take(draft: Draft, code: string, caller: Caller): CodeVerdict
  /** The same as `take` if a seed is confirmed, otherwise `right`. A caller on the router's own console needs no code. */
  takeIfConfirmed(draft: Draft, code: string, caller: Caller): CodeVerdict
  /** Called when the password, seed or `AlwaysOn` changes: ends all proofs, and the sessions of other callers. */
  endAllElse(draft: Draft, caller: Pick<Caller, 'session'>, settings?: Partial<OtpRow>): void
}

interface Deps {
  readonly change: Change
  readonly bus: Bus
  readonly clock: Clock
  readonly vault: Vault
}

export function openCodes({ change, bus, clock, vault }: Deps): Codes {
  function take(draft: Draft, code: string, { address }: Caller): CodeVerdict {
    const user = draft.otpUsers.get(ADMIN)
    if (!user) throw new Invalid('No one-time code is registered.')
    const now = clock.now()
    if (isLocked(draft.otpTries, address, now)) return 'locked'
    const step = stepOf(vault.open(user.Sealed), code, now)
    if (step === undefined) {
      noteWrong(draft.otpTries, address, now)
      return 'wrong'
    }
    if (step <= user.LastStep) return 'used'
    noteRight(draft.otpTries, address, now)
    draft.otpUsers.put(ADMIN, { ...user, LastStep: step })
    return 'right'
  }

  return {
    async decide(caller, edit) {
      let verdict: CodeVerdict = 'wrong'
      await change((draft) => {
        verdict = edit(draft)
      })
      const refused = verdict as CodeVerdict
      if (refused === 'right') return
      const { address: ip } = caller
      bus.publish('auth:failure', { type: 'user', reason: `${ip}:otp`, ip, username: ADMIN, name: ADMIN })
      throw new Invalid(REFUSALS[refused], 'Code')
    },
    take,
    takeIfConfirmed(draft, code, caller) {
      const isNeeded = draft.otpUsers.get(ADMIN)?.Confirmed && caller.kind !== 'console'
      return isNeeded ? take(draft, code, caller) : 'right'
    },
    endAllElse(draft, { session }, settings) {
      endProofs(draft, vault, settings)
      for (const [key] of [...draft.sessions.rows()]) if (key !== session) draft.sessions.remove(key)
    },
  }
}
