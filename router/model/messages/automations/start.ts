import { z } from 'zod'

/** What starts a run of an automation. */
export const RunStart = z
  .object({
    Kind: z.enum(['topic', 'every', 'at']).meta({ description: 'An event, or a time', example: 'topic' }),
    Name: z.string().meta({
      description: 'The topic, the minutes of `every`, or the time of day of `at`',
      example: 'device:offline',
    }),
  })
  .meta({ id: 'AutomationRunStart' })
export type RunStart = z.output<typeof RunStart>

/** The start in words, for the log. */
export const startText = ({ Kind, Name }: RunStart): string =>
  Kind === 'topic' ? Name : Kind === 'at' ? `at ${Name}` : `every ${Name} minutes`
