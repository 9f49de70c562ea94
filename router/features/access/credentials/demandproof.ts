import { ProofMissing } from '../../../errors.ts'
import type { Caller } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import { codesOwner, factorOf, hasFactor } from './factors.ts'

/** What a call without a valid proof is refused with. Existing clients search the text of a refusal for `Invalid JWT`. */
export const proofMissing = (
  factor = phrase('access.factorCodeOrPasskey'),
  what = phrase('access.proofSubject'),
): ProofMissing => new ProofMissing(phrase('access.otpProofRequired', what, factor))

/**
 * Throws `ProofMissing` if the caller has a second factor, and sent no valid proof of it. The operation has `mayNeedCode`: otherwise no
 * call has a proof.
 */
export function demandProof(facts: Pick<Facts, 'otpUsers' | 'passkeys'>, caller: Caller): void {
  const name = codesOwner(caller)
  if (hasFactor(facts, name) && !caller.isProved) throw proofMissing(factorOf(facts, name))
}
