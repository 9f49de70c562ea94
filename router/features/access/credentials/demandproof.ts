import { ProofMissing } from '../../../errors.ts'
import type { Caller } from '../../../model/operation.ts'
import type { Facts } from '../../../store/facts.ts'
import { codesOwner, factorOf, hasFactor } from './factors.ts'

/** What a call without a valid proof is refused with. Existing clients search the text of a refusal for `Invalid JWT`. */
export const proofMissing = (what = 'this', factor = 'a one-time code or a passkey'): ProofMissing =>
  new ProofMissing(`Invalid JWT: ${what} needs ${factor} and its proof as X-JWT-OTP.`)

/**
 * Throws `ProofMissing` if the caller has a second factor, and sent no valid proof of it. The operation has `mayNeedCode`: otherwise no
 * call has a proof.
 */
export function demandProof(facts: Pick<Facts, 'otpUsers' | 'passkeys'>, caller: Caller): void {
  const name = codesOwner(caller)
  if (hasFactor(facts, name) && !caller.isProved) throw proofMissing('this', factorOf(facts, name))
}
