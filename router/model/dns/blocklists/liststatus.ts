import { z } from 'zod'

/** The state of a block list: what is in force, and the result of fetching it. */
export const BlockListStatus = z
  .object({
    URI: z
      .string()
      .meta({ description: 'The http or https address of the list', example: 'https://example.com/hosts' }),
    State: z.enum(['off', 'waiting', 'fetching', 'compiling', 'ready', 'failed']).meta({
      description:
        '`failed`: it could not be fetched when it was tried last; what was there before still counts, and it is tried again',
    }),
    Entries: z.int().meta({ description: 'Names of it that are in force', example: 100_000 }),
    Exceptions: z.int().meta({ description: 'Names that it takes out of all lists', example: 12 }),
    Ignored: z.int().meta({
      description: 'Lines without effect: rules for browsers only, local and invalid names, other text',
      example: 3,
    }),
    LeftOut: z.int().meta({ description: 'Names for which there was no more room', example: 0 }),
    Bytes: z
      .int()
      .meta({ description: 'Its length; while it is fetched, how much is here already', example: 3_145_728 }),
    FetchedAt: z.int().meta({ description: 'Unix seconds; 0 for never', example: 1_767_225_600 }),
    NextAt: z
      .int()
      .meta({ description: 'When it is fetched again, in Unix seconds; 0 for not at all', example: 1_767_830_400 }),
    Error: z.string().meta({ description: 'Why it failed last; empty when it did not', example: '' }),
    Acceptable: z.boolean().meta({
      description:
        'It failed because the document differs too much from a list or from the version before; `Accept` of the refresh uses it',
      example: false,
    }),
  })
  .meta({ id: 'DNSListStatus' })
export type BlockListStatus = z.infer<typeof BlockListStatus>
