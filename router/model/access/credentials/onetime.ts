import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'

/** The user that the first setup creates. It cannot be removed, and is always an owner. */
export const ADMIN = 'admin'

/** RFC 6238 with the parameters that all authenticator apps support. */
export const STEP_SECONDS = 30
export const DIGITS = 6

/** Default validity of a proof. */
export const DEFAULT_JWT_SECONDS = 3600

/** The stored one-time codes of a user. */
export const KeptOtpUser = z.object({
  Name: z.string(),
  /** The seed in base32, sealed. */
  Sealed: z.string(),
  Confirmed: z.boolean(),
  AlwaysOn: z.boolean(),
  /** The time step of the last accepted code: codes of this or an earlier step are rejected (RFC 6238 §5.2). */
  LastStep: z.int(),
})
export type KeptOtpUser = z.infer<typeof KeptOtpUser>

/** How proofs are signed; one row of the settings. */
export const OtpRow = z.object({
  JWTDurationSeconds: z.int(),
  /** The signing key of proofs, sealed. A new key ends all proofs. Empty until a seed is created. */
  SigningSecret: z.string(),
})
export type OtpRow = z.infer<typeof OtpRow>

export const JwtSeconds = z
  .union(
    [
      z.literal(0),
      z
        .int()
        .min(60)
        .max(7 * 86_400),
    ],
    schemaPhrase('access.tokenLifetime'),
  )
  .meta({ description: 'Validity of a proof; 0 for an hour', example: 3600 })

/** The one-time codes of a user, with the seed: returned once, on creation. */
export const OtpSettings = z
  .object({
    OTPUsers: z
      .array(
        z
          .object({
            Name: z.string().meta({ description: 'The user' }),
            Secret: z.string().meta({ description: 'The seed in base32, for an authenticator app' }),
            Confirmed: z.boolean().meta({ description: 'A correct code has confirmed the seed' }),
            AlwaysOn: z.boolean().meta({ description: 'Every call with the password needs a proof' }),
          })
          .meta({ id: 'OTPUser' }),
      )
      .meta({ description: 'The user of the call and the seed; a list of one' }),
    JWTDurationSeconds: z.int().meta({ description: 'Validity of a proof in seconds' }),
  })
  .meta({ id: 'OTPSettings' })

export const OtpStatus = z
  .object({
    State: z
      .enum(['unregistered', 'registered', 'not yet validated'])
      .meta({ description: 'Whether a seed is registered and confirmed' }),
    AlwaysOn: z.boolean().meta({ description: 'Every call with the password needs a proof' }),
    Confirmed: z.boolean().meta({ description: 'A correct code has confirmed the seed' }),
  })
  .meta({ id: 'OTPStatus' })

export const statusOfOtp = (user: KeptOtpUser | undefined, AlwaysOn: boolean): z.infer<typeof OtpStatus> => ({
  State: !user ? 'unregistered' : user.Confirmed ? 'registered' : 'not yet validated',
  AlwaysOn,
  Confirmed: user?.Confirmed ?? false,
})
