import { z } from 'zod'

/** How far back a rule is tested at most: 30 days. */
export const MOST_TRIAL_HOURS = 720

export const TrialResult = z
  .object({
    Since: z.iso.datetime().meta({ description: 'Where the period begins' }),
    Until: z.iso.datetime().meta({ description: 'Where the period ends' }),
    Events: z.int().meta({ description: 'The number of stored events that were evaluated' }),
    Fired: z.int().meta({ description: 'How often the rule would have applied' }),
    IsComplete: z
      .boolean()
      .meta({ description: 'False if there are more stored events than are evaluated; the oldest were' }),
    IsStored: z.boolean().meta({
      description: 'Whether the event store keeps events of this topic; otherwise there is nothing to evaluate',
    }),
    Examples: z
      .array(
        z.object({
          Time: z.string().meta({ description: 'When the event was published (RFC 3339)' }),
          Topic: z.string().meta({ description: 'The topic of the event' }),
          Title: z.string().meta({ description: 'The title of the alert, as plain text' }),
          Body: z.string().meta({ description: 'The text of the alert, as plain text' }),
          Event: z.unknown().meta({ description: 'The event' }),
        }),
      )
      .meta({ description: 'The latest of them, at most 10' }),
  })
  .meta({
    id: 'AlertTrialResult',
    example: {
      Since: '2026-03-01T10:00:00.000Z',
      Until: '2026-03-02T10:00:00.000Z',
      Events: 120,
      Fired: 3,
      IsComplete: true,
      IsStored: true,
      Examples: [],
    },
  })
export type TrialResult = z.infer<typeof TrialResult>
