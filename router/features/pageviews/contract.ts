import { z } from 'zod'
import { get } from '../operation.ts'

/** How often pages of the documentation were opened. Who opened them is not kept. */
export const pageviews = {
  read: get('/pageviews', {
    tag: 'general',
    summary: 'How often each page of the documentation was opened',
    description:
      'By path, since the router was first started. Pages report it themselves, unless the reader’s browser asks not to be ' +
      'followed. What counts is the number alone: neither who it was is kept, nor when.',
    reply: z.record(z.string(), z.int().min(0)).meta({ example: { '/pages/docs/intro': 12 } }),
  }),
}
