import { z } from 'zod'

/** Why a release that was on trial was not kept. */
export const LOSSES = ['start', 'api', 'lease', 'dns', 'internet', 'radio', 'interrupted', 'power'] as const
export type Loss = (typeof LOSSES)[number]

const bytes = z.int().nonnegative()

/** An update that runs, or how the last one since the machine was started has ended. */
export const UpdateProgress = z
  .object({
    State: z.enum(['none', 'downloading', 'unpacking', 'trial', 'installed', 'rolled_back', 'failed']).meta({
      description:
        '`trial`: the release runs and is being checked. `rolled_back`: the release before runs again. `failed`: nothing was changed',
      example: 'trial',
    }),
    Version: z.string().meta({ description: 'The release; empty if none was chosen', example: '0.2.0' }),
    Before: z.string().meta({ description: 'The release that ran before', example: '0.1.0' }),
    ReceivedBytes: bytes.meta({ description: 'Of the archive, so far' }),
    TotalBytes: bytes.meta({ description: 'Length of the archive' }),
    Losses: z.array(z.enum(LOSSES)).meta({
      description:
        'Why it was rolled back: it did not start, its API did not answer, a device got no lease, no DNS response, or no answer from the ' +
        'internet, an access point that ran does not run, the check was interrupted, or the power failed',
    }),
    Reason: z.string().meta({ description: 'Why it failed, in words of the update command', example: '' }),
    Time: z.int().meta({ description: 'Unix time in seconds of the last step; 0 without an update' }),
  })
  .meta({ id: 'UpdateProgress' })
export type UpdateProgress = z.infer<typeof UpdateProgress>

/** The file in which root writes the progress of an update for the router. Gone after a reboot. */
export const PROGRESS_FILE = '/run/sallyport-update.json'

export const noUpdate = (): UpdateProgress => ({
  ...{ State: 'none', Version: '', Before: '', ReceivedBytes: 0, TotalBytes: 0, Losses: [], Reason: '', Time: 0 },
})

export const isUpdating = ({ State }: UpdateProgress): boolean =>
  State === 'downloading' || State === 'unpacking' || State === 'trial'

/** A release of a repository. */
export const OfferedVersion = z
  .object({
    Version: z.string().meta({ description: 'Its version', example: '0.2.0' }),
    Bytes: bytes.meta({ description: 'Length of its archive', example: 60_000_000 }),
    Notes: z.string().meta({ description: 'What is new: Markdown, at most 8,000 characters' }),
  })
  .meta({ id: 'OfferedVersion' })
export type OfferedVersion = z.infer<typeof OfferedVersion>

/** What the app shows of updates. */
export const UpdateState = z
  .object({
    Possible: z
      .boolean()
      .meta({ description: 'The router was installed from a signed release, and can install others' }),
    Source: z.string().meta({ description: 'Where releases are, if the owner has not named another place; or empty' }),
    Releases: z
      .array(OfferedVersion)
      .readonly()
      .meta({ description: 'Those of the channel that are newer than the running one, the newest first' }),
    Previous: z
      .string()
      .meta({ description: 'The release that is on the disk in addition to the running one; or empty' }),
    Planned: z.string().meta({ description: 'The release that is installed in the next night; or empty' }),
    Failed: z
      .string()
      .meta({ description: 'The release that was rolled back last: it is not installed automatically; or empty' }),
    Progress: UpdateProgress.meta({ description: 'The update that runs, or the last one' }),
  })
  .meta({ id: 'UpdateState' })
export type UpdateState = z.infer<typeof UpdateState>

/** What the router remembers of updates. */
export const UpdateMemory = z.object({ Planned: z.string(), Failed: z.string() })
export const defaultUpdateMemory = (): z.infer<typeof UpdateMemory> => ({ Planned: '', Failed: '' })
