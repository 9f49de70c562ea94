import { AccessDenied } from '../../../errors.ts'
import { ADMIN } from '../../../model/access/credentials/onetime.ts'
import { triesOf } from '../../../model/access/credentials/tries.ts'
import type { Caller } from '../../../model/operation.ts'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import type { Draft, Facts } from '../../../store/facts.ts'

type FactorFacts = Pick<Facts, 'otpUsers' | 'passkeys'>
type AlwaysFacts = Pick<Facts, 'otpUsers' | 'passkeys' | 'passkeyUsers'>

/** The user whose factors a call is about: its own. The console acts for the administrator. */
export const codesOwner = ({ name, kind }: Pick<Caller, 'name' | 'kind'>): string => (kind === 'user' ? name : ADMIN)

/** Whether a user has a second factor: confirmed one-time codes, or a passkey. */
export const hasFactor = (facts: FactorFacts, name: string): boolean =>
  hasCodes(facts, name) || passkeysOf(facts, name).length > 0

/**
 * Whether every call with the password of a user needs a proof. Without a second factor it does not: there would be no way to get one,
 * and the user could not sign in.
 */
export const isAlwaysOn = (facts: AlwaysFacts, name: string): boolean =>
  (facts.otpUsers.get(name)?.AlwaysOn ?? false) || (facts.passkeyUsers.has(name) && passkeysOf(facts, name).length > 0)

export const hasCodes = ({ otpUsers }: Pick<Facts, 'otpUsers'>, name: string): boolean =>
  otpUsers.get(name)?.Confirmed === true

/** The IDs of the passkeys of a user, sorted. */
export const passkeysOf = ({ passkeys }: Pick<Facts, 'passkeys'>, name: string): string[] =>
  [...passkeys].flatMap(([id, { User }]) => (User === name ? [id] : [])).sort()

/** The second factor of a user, for error texts. Passkeys work only at the names of the router that they were made for. */
export function factorOf(facts: FactorFacts, name: string): Phrase {
  const hosts = new Set(passkeysOf(facts, name).map((id) => facts.passkeys.get(id)!.RpId))
  if (hasCodes(facts, name) || hosts.size === 0) return phrase('access.factorOneTimeCode')
  return phrase('access.factorPasskeyAt', [...hosts].map((host) => `https://${host}`).join(' and '))
}

/**
 * To be called after a factor was removed: without a second factor, its recovery codes end, and the password alone is accepted again.
 */
export function endWithoutFactor(draft: Draft, name: string): void {
  const hasPasskey = [...draft.passkeys.rows()].some(([, { User }]) => User === name)
  if (!hasPasskey) draft.passkeyUsers.remove(name)
  if (!hasPasskey && !draft.otpUsers.get(name)?.Confirmed) draft.recoveryCodes.remove(name)
}

/** Removes the one-time codes, recovery codes, passkeys and locks of a user. */
export function removeFactors(draft: Draft, name: string): void {
  draft.otpUsers.remove(name)
  draft.recoveryCodes.remove(name)
  draft.passkeyUsers.remove(name)
  for (const [id, { User }] of [...draft.passkeys.rows()]) if (User === name) draft.passkeys.remove(id)
  const tries = triesOf(draft.otpTries, name)
  for (const [address] of [...tries.rows()]) tries.remove(address)
}

/** What a call without a valid proof is refused with. Existing clients search the text of a refusal for `Invalid JWT`. */
export const proofMissing = (
  factor = phrase('access.factorCodeOrPasskey'),
  what = phrase('access.proofSubject'),
): AccessDenied => new AccessDenied('proof_missing', phrase('access.otpProofRequired', what, factor))

/**
 * Throws `AccessDenied` if the caller has a second factor, and sent no valid proof of it. The operation has `mayNeedCode`: otherwise no
 * call has a proof.
 */
export function demandProof(facts: Pick<Facts, 'otpUsers' | 'passkeys'>, caller: Caller): void {
  const name = codesOwner(caller)
  if (hasFactor(facts, name) && !caller.isProved) throw proofMissing(factorOf(facts, name))
}
