import { Secret, TOTP } from 'otpauth'
import { DIGITS, STEP_SECONDS } from '../../../model/access/credentials/onetime.ts'

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
