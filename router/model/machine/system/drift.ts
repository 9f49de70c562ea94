import { z } from 'zod'

/** A part of the machine that is not as the settings want it. */
export const Drift = z
  .object({
    driver: z.string().meta({ description: 'Which part of the router looks after it', example: 'links' }),
    what: z.string().meta({ description: 'What is not so', example: 'lan0' }),
    reason: z.string().meta({ description: 'Why it cannot be made so now', example: 'the link is not there' }),
  })
  .meta({ id: 'Drift' })
export type Drift = z.infer<typeof Drift>
