import { createHmac, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import type { Core } from '../../../core.ts'
import { ADMIN, DEFAULT_JWT_SECONDS, type OtpRow } from '../../../model/access/credentials/onetime.ts'
import type { Draft } from '../../../store/facts.ts'
import type { Vault } from '../../../store/vault.ts'
import { stampOf } from './credential.ts'
import { hasFactor, isAlwaysOn, passkeysOf } from './factors.ts'

const ISSUER = 'SPR-OTP'
const ALGORITHM = 'HS256'

/** Signed proofs (JWT) that a user has sent a one-time code, or used a passkey, recently. */
export interface Proofs {
  /** Creates a proof for `name`, signed with these settings. */
  issue(name: string, settings: OtpRow): Promise<string>
  /** Whether this is a valid proof for `name`, signed with the present settings. Throws `Unavailable`. */
  isValid(proof: string | undefined, name: string): Promise<boolean>
}

type Deps = Pick<Core, 'facts' | 'clock' | 'vault'>

export function openProofs({ facts, clock, vault }: Deps): Proofs {
  /** Those of others than `admin` depend on the user: a new password, role, seed or passkey ends their proofs, and no one else's. */
  function keyOf({ SigningSecret }: OtpRow, name: string): Uint8Array {
    const key = Buffer.from(vault.open(SigningSecret), 'base64url')
    const user = facts.users.get(name)
    if (name === ADMIN || !user) return key
    const { Sealed } = facts.otpUsers.get(name) ?? {}
    return createHmac('sha256', key)
      .update(JSON.stringify([name, stampOf(user), Sealed, isAlwaysOn(facts, name), ...passkeysOf(facts, name)]))
      .digest()
  }

  return {
    issue(name, settings) {
      const now = Math.floor(clock.now() / 1000)
      return new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(name)
        .setIssuedAt(now)
        .setExpirationTime(now + (settings.JWTDurationSeconds || DEFAULT_JWT_SECONDS))
        .sign(keyOf(settings, name))
    },
    async isValid(proof, name) {
      if (proof === undefined || !hasFactor(facts, name)) return false
      const rules = {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        subject: name,
        requiredClaims: ['exp'],
        currentDate: new Date(clock.now()),
      }
      const key = keyOf(facts.setting('otp'), name)
      return jwtVerify(proof, key, rules).then(
        () => true,
        () => false,
      )
    },
  }
}

/** Ends all proofs. */
export function endProofs(draft: Draft, vault: Vault, settings: Partial<OtpRow> = {}): void {
  const SigningSecret = vault.seal(randomBytes(32).toString('base64url'))
  draft.set('otp', { ...draft.setting('otp'), ...settings, SigningSecret })
}
