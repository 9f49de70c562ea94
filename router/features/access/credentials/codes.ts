import { Secret, TOTP } from 'otpauth'
import type { Core } from '../../../core.ts'
import { AccessDenied, Invalid } from '../../../errors.ts'
import { ADMIN, DIGITS, type OtpRow, STEP_SECONDS } from '../../../model/access/credentials/onetime.ts'
import { isLocked, noteRight, noteWrong, triesOf } from '../../../model/access/credentials/tries.ts'
import type { Caller } from '../../../model/operation.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { validityOf } from './bearers.ts'
import { endSessions } from './credential.ts'
import { codesOwner, demandProof } from './factors.ts'
import { endProofs } from './proofs.ts'
import { isRecoveryCode, takeRecoveryCode } from './recoverycodes.ts'

/** RFC 4226 §4 recommends 160 bits. */
const SEED_BYTES = 20

/** Tolerance for the clocks of phones: codes of the previous and the next step are valid as well (RFC 6238 §5.2). */
const WINDOW = 1

/** A new seed, in base32. */
export const newSeed = (): string => new Secret({ size: SEED_BYTES }).base32

/** The time step of this code, around `now` in milliseconds since 1970; undefined if no step in range has it. */
export function timeStepOf(seed: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(seed), algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS })
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW })
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

/** The result of a check of a code. Only `right` permits the call. */
type CodeVerdict = 'right' | 'wrong' | 'unknown' | 'used' | 'locked'

const REFUSALS: Readonly<Record<Exclude<CodeVerdict, 'right'>, Phrase>> = {
  wrong: phrase('access.codeWrong'),
  unknown: phrase('access.recoveryCodeUnknown'),
  used: phrase('access.codeUsed'),
  locked: phrase('access.codesLocked'),
}

/** The one-time codes of callers, in edits of the facts. */
export interface Codes {
  /**
   * An edit that needs a code: `edit` makes its changes only if the code is right. The result of a refused code is stored first,
   * then `Invalid` is thrown. Throws `AccessDenied` if the credentials of the caller have ended before the edit.
   */
  decide(caller: Caller, edit: (draft: Draft) => CodeVerdict): Promise<void>
  /** Checks a one-time or recovery code and records the result: a used code is never accepted again, and a wrong one counts. */
  take(draft: Draft, code: string, caller: Caller): CodeVerdict
  /**
   * The same as `take` if a seed is confirmed, otherwise `right`. Throws `AccessDenied` without a proof if the user has passkeys only:
   * the operation has `mayNeedCode`. A caller on the router's own console needs neither.
   */
  takeIfConfirmed(draft: Draft, code: string, caller: Caller): CodeVerdict
  /** Called when the password, seed or `AlwaysOn` of the caller changes: ends its proofs, and its other sessions. */
  endAllElse(draft: Draft, caller: Caller, settings?: Partial<OtpRow>): void
}

type Deps = Pick<Core, 'facts' | 'change' | 'bus' | 'clock' | 'vault'>

export function openCodes({ facts, change, bus, clock, vault }: Deps): Codes {
  /** How many recovery codes are left after an edit that used one. */
  const recovered = new WeakMap<Draft, number>()

  function take(draft: Draft, code: string, caller: Caller): CodeVerdict {
    const { address } = caller
    const name = codesOwner(caller)
    const user = draft.otpUsers.get(name)
    const isRecovery = isRecoveryCode(code)
    if (!user && !(isRecovery && draft.recoveryCodes.get(name))) throw new Invalid(phrase('access.noOneTimeCode'))
    const now = clock.now()
    const tries = triesOf(draft.otpTries, name)
    if (isLocked(tries, address, now)) return 'locked'
    if (isRecovery || !user) {
      const left = takeRecoveryCode(draft.recoveryCodes, name, code)
      if (left === undefined) {
        noteWrong(tries, address, now)
        return 'unknown'
      }
      noteRight(tries, address, now)
      recovered.set(draft, left)
      return 'right'
    }
    const step = timeStepOf(vault.open(user.Sealed), code, now)
    if (step === undefined) {
      noteWrong(tries, address, now)
      return 'wrong'
    }
    if (step <= user.LastStep) return 'used'
    noteRight(tries, address, now)
    draft.otpUsers.put(name, { ...user, LastStep: step })
    return 'right'
  }

  return {
    async decide(caller, edit) {
      let verdict: CodeVerdict = 'wrong'
      let left: number | undefined
      const isStillGood = validityOf(facts, clock, caller)
      await change((draft) => {
        // A user who is removed during the call leaves no codes to a later one of the same name.
        if (!isStillGood()) throw new AccessDenied('unauthorized', phrase('access.credentialsEnded'))
        verdict = edit(draft)
        left = recovered.get(draft)
      })
      const refused = verdict as CodeVerdict
      const { address: ip } = caller
      const name = codesOwner(caller)
      if (refused === 'right') {
        if (left !== undefined) bus.publish('auth:otp:recovery', { username: name, ip, Left: left })
        return
      }
      bus.publish('auth:failure', { type: 'user', reason: `${ip}:otp`, ip, username: name, name })
      throw new Invalid(REFUSALS[refused], 'Code')
    },
    take,
    takeIfConfirmed(draft, code, caller) {
      if (caller.kind === 'console') return 'right'
      if (draft.otpUsers.get(codesOwner(caller))?.Confirmed) return take(draft, code, caller)
      demandProof(facts, caller)
      return 'right'
    },
    endAllElse(draft, caller, settings) {
      const name = codesOwner(caller)
      // Proofs of other users end by themselves: their key depends on the user.
      if (name === ADMIN || settings || draft.setting('otp').SigningSecret === '') endProofs(draft, vault, settings)
      endSessions(draft, name, caller.session)
    },
  }
}
