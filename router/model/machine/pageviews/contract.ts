import { z } from 'zod'
import { get } from '../../operation.ts'

/** Page views of the documentation, without data about readers. */
export const pageviews = {
  read: get('/pageviews', {
    roles: ['viewer'],
    tag: 'general',
    summary: 'Page views of the documentation',
    description:
      'A map from path to number of views since the router was first started. Pages report views themselves, unless ' +
      'the browser asks not to be tracked. Neither reader nor time is stored.',
    reply: z.record(z.string(), z.int().min(0)).meta({ example: { '/pages/docs/intro': 12 } }),
  }),
}
