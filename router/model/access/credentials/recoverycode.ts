import { z } from 'zod'

/** How many codes a set has. */
export const RECOVERY_CODES = 10

/** The recovery codes of a user, each of which replaces a one-time code once. */
export const KeptRecoveryCodes = z.object({
  Name: z.string(),
  /** Unix seconds. */
  Made: z.int(),
  /** Digests of the codes that were not used yet. */
  Digests: z.array(z.string()),
})
export type KeptRecoveryCodes = z.infer<typeof KeptRecoveryCodes>

export const RecoveryStatus = z
  .object({
    Left: z.int().meta({ description: 'Recovery codes that were not used yet', example: 8 }),
    Made: z.int().meta({ description: 'When they were created, in Unix seconds; 0 if there are none' }),
  })
  .meta({ id: 'RecoveryStatus' })

export const RecoveryCodes = z
  .object({
    Codes: z
      .array(z.string())
      .meta({ description: 'The codes, which are shown only once', example: ['k7mf-2q9x-4d0h-8wzt'] }),
  })
  .meta({ id: 'RecoveryCodes' })
