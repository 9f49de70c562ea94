import { z } from 'zod'

/** The channels there are: releases, and what is being developed. `main` is the usual one. */
export const CHANNELS = ['main', '-dev'] as const

/** Which release the owner wants; empty for the usual channel, and its newest version. */
export const ReleaseSettings = z
  .object({
    CustomChannel: z.enum(['', ...CHANNELS]).meta({ description: 'Empty and `main` mean the same', example: '-dev' }),
    CustomVersion: z
      .string()
      .max(128)
      .regex(/^([A-Za-z0-9_][A-Za-z0-9_.-]*)?$/, 'must be letters, digits, dots, hyphens and underscores')
      .meta({ description: 'Empty for the newest', example: '0.1.3' }),
  })
  .meta({ id: 'ReleaseSettings' })
export type ReleaseSettings = z.infer<typeof ReleaseSettings>

export const defaultRelease = (): ReleaseSettings => ({ CustomChannel: '', CustomVersion: '' })

/** Whether new releases are reported, and installed automatically. */
export const UpdateSettings = z.object({ Check: z.boolean(), Auto: z.boolean() })
export type UpdateSettings = z.infer<typeof UpdateSettings>

export const defaultUpdates = (): UpdateSettings => ({ Check: false, Auto: false })
