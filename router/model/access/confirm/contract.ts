import { z } from 'zod'
import { del, get, put } from '../../operation.ts'

/** Time limit to confirm a change that disconnects its caller, if the caller set none. */
export const CUT_OFF_SECONDS = 60

/** The query of an operation whose change can be temporary until confirmed. */
export const confirmable = {
  confirm: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .optional()
    .meta({
      description:
        'Seconds in which the change must be confirmed by `PUT /confirm`; otherwise it is reverted. A change that ' +
        `disconnects its caller always has to be confirmed, by default within ${CUT_OFF_SECONDS} seconds.`,
      example: 60,
    }),
}

export const PendingChange = z
  .object({
    Id: z.string().meta({ description: 'Identifies the change, for `PUT /confirm`', example: '5f2c1d9e' }),
    What: z.string().meta({ description: 'The calls that made it', example: 'PUT /link/config lan0' }),
    Who: z.string().meta({ description: 'The user or token that made it', example: 'admin' }),
    Until: z.number().meta({ description: 'When it is reverted, as Unix time in seconds', example: 1709287260 }),
  })
  .meta({ id: 'PendingChange' })

const which = z
  .object({
    Id: z.string().max(64).nullish().meta({ description: 'Only if the pending change has this Id; absent: any' }),
  })
  .meta({ id: 'PendingChoice' })

const tag = 'network'
const errors = { 404: 'No change is pending, or not this one: it was already confirmed or reverted' } as const
const lastWayIn = 'This closes the last port of the router’s API: open another port first'

/** Changes that could lock the caller out take effect immediately and are reverted unless confirmed. */
export const confirm = {
  pending: get('/confirm', {
    roles: ['viewer'],
    tag,
    summary: 'The pending change',
    description:
      'Calls that change links, uplinks, home networks or the router’s own ports accept the query `?confirm=60`: the ' +
      'change takes effect immediately and is reverted after 60 seconds unless it is confirmed. A change that ' +
      'disconnects its caller always has to be confirmed, although the caller may not receive the answer. At most one ' +
      'change is pending: a further change joins it, and both are reverted at the time limit of the first. A restart ' +
      'of the router does not end the time limit.',
    reply: z.object({
      Pending: z.array(PendingChange).meta({ description: 'Pending changes; at most one' }),
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
