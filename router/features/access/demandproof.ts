import { ProofMissing } from '../../errors.ts'
import type { Facts } from '../../store/facts.ts'
import type { Caller } from '../operation.ts'
import { codesOwner } from './codes.ts'

/** What a call without a valid proof is refused with. Existing clients search the text of a refusal for `Invalid JWT`. */
export const proofMissing = (what = 'this'): ProofMissing =>
  new ProofMissing(`Invalid JWT: ${what} needs a one-time code, and its proof as X-JWT-OTP.`)

/**
 * Throws `ProofMissing` if the caller has confirmed one-time codes, and sent no valid proof of one. The operation has `mayNeedCode`:
 * otherwise no call has a proof.
 */
export function demandProof(facts: Pick<Facts, 'otpUsers'>, caller: Caller): void {
  if (facts.otpUsers.get(codesOwner(caller))?.Confirmed && !caller.isProved) throw proofMissing()
}
