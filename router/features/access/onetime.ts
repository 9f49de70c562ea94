import { z } from 'zod'

/** The one user there is: created by the first setup. */
export const ADMIN = 'admin'

/** RFC 6238 with the parameters that every authenticator app takes. */
export const STEP_SECONDS = 30
export const DIGITS = 6

/** How long a proof lasts where nothing is set. */
export const DEFAULT_JWT_SECONDS = 3600

/** A person's one-time codes as they are kept. */
export const KeptOtpUser = z.object({
  Name: z.string(),
  /** The seed in base32, sealed. */
  Sealed: z.string(),
  Confirmed: z.boolean(),
  AlwaysOn: z.boolean(),
  /** The time step of the code that was taken last: neither it nor an earlier one is taken again (RFC 6238 5.2). */
  LastStep: z.int(),
})
export type KeptOtpUser = z.infer<typeof KeptOtpUser>

/** How proofs of a code are made; one row of the settings. */
export const OtpRow = z.object({
  JWTDurationSeconds: z.int(),
  /** What proofs are signed with, sealed. A new one ends all proofs that are out. Empty until there is somebody to prove. */
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
    'must be 0 for an hour, or 60 to 604800 seconds',
  )
  .meta({ description: 'How long a proof lasts; 0 for an hour', example: 3600 })

/** What a person has, with the seed: shown once, when it is made. */
export const OtpSettings = z
  .object({
    OTPUsers: z
      .array(
        z
          .object({
            Name: z.string().meta({ description: 'The user' }),
            Secret: z.string().meta({ description: 'The seed in base32, for an authenticator app' }),
            Confirmed: z.boolean().meta({ description: 'A right code has confirmed the seed' }),
            AlwaysOn: z.boolean().meta({ description: 'Every call by password needs a proof' }),
          })
          .meta({ id: 'OTPUser' }),
      )
      .meta({ description: 'The user and the seed; a list of one' }),
    JWTDurationSeconds: z.int().meta({ description: 'How long a proof lasts, in seconds' }),
  })
  .meta({ id: 'OTPSettings' })

export const OtpStatus = z
  .object({
    State: z
      .enum(['unregistered', 'registered', 'not yet validated'])
      .meta({ description: 'Whether a seed is registered and confirmed' }),
    AlwaysOn: z.boolean().meta({ description: 'Every call by password needs a proof' }),
    Confirmed: z.boolean().meta({ description: 'A right code has confirmed the seed' }),
  })
  .meta({ id: 'OTPStatus' })

export const statusOf = (user: KeptOtpUser | undefined): z.infer<typeof OtpStatus> => ({
  State: !user ? 'unregistered' : user.Confirmed ? 'registered' : 'not yet validated',
  AlwaysOn: user?.AlwaysOn ?? false,
  Confirmed: user?.Confirmed ?? false,
})
