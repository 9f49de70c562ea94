import { z } from 'zod'
import { del, get, put } from '../operation.ts'

/** How long a change waits that would cut its caller off, when the caller did not say. */
export const CUT_OFF_SECONDS = 60

/** The query of an operation whose change can be made to wait for a confirmation. */
export const confirmable = {
  confirm: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .optional()
    .meta({
      description:
        'Seconds within which the change has to be confirmed by `PUT /confirm`; without that it is put back. A change that ' +
        `cuts the caller off waits ${CUT_OFF_SECONDS} seconds in any case.`,
      example: 60,
    }),
}

export const PendingChange = z
  .object({
    Id: z.string().meta({ description: 'Identifies the change, for `PUT /confirm`', example: '5f2c1d9e' }),
    What: z.string().meta({ description: 'The calls that made it', example: 'PUT /link/config lan0' }),
    Who: z.string().meta({ description: 'The user or token that made it', example: 'admin' }),
    Until: z.number().meta({ description: 'When it is put back, in seconds since 1970', example: 1709287260 }),
  })
  .meta({ id: 'PendingChange' })

const which = z
  .object({
    Id: z.string().max(64).nullish().meta({ description: 'Only if this is the one; absent: whichever waits' }),
  })
  .meta({ id: 'PendingChoice' })

const tag = 'network'
const errors = { 404: 'Nothing waits, or not that one: it was confirmed or put back already' } as const
const lastWayIn = 'It closes the last way in to this router: open a port that it answers on first'

/** Changes that could lock out whoever makes them hold at once, and are put back unless they are confirmed. */
export const confirm = {
  pending: get('/confirm', {
    tag,
    summary: 'The pending change',
    description:
      'Calls that change links, uplinks, the networks of the home or the router’s own ports take a query ' +
      '`?confirm=60`: the change holds at once, and is put back after 60 seconds unless somebody confirms it. A change that ' +
      'cuts off the very caller who makes it always waits like that, though its answer may not arrive any more. At most one change waits: a further one joins it, and ' +
      'both are put back by the time of the first. A restart of the router keeps the wait.',
    reply: z.object({
      Pending: z.array(PendingChange).meta({ description: 'The changes that wait for a confirmation; at most one' }),
    }),
  }),
  keep: put('/confirm', {
    tag,
    summary: 'Confirm the pending change',
    body: which,
    bodyOptional: true,
    errors: { ...errors, 400: lastWayIn },
  }),
  putBack: del('/confirm', {
    tag,
    summary: 'Revert the pending change now',
    description: 'Later changes of the same settings are kept.',
    body: which,
    bodyOptional: true,
    errors,
  }),
}
