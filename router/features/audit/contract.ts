import { z } from 'zod'
import { get } from '../operation.ts'
import { AuditEntry } from './entry.ts'

/** How many changes are kept, and for how long. */
export const MOST_ENTRIES = 10_000
export const KEPT_DAYS = 90

const MOST_AT_ONCE = 1000

export const audit = {
  list: get('/audit', {
    tag: 'general',
    summary: 'Audit log',
    description:
      'Every change of what the router remembers, and every other call that changes something, the newest first: of the last ' +
      `${KEPT_DAYS} days, and ${MOST_ENTRIES} at most. Calls ` +
      'that were refused are not among them, nor is what devices themselves bring about, such as leases. For ' +
      'the next page, ask for what is `before` the last `Id` of this one: ' +
      '`curl -u admin "http://spr.local/audit?limit=20&what=device"`.',
    query: {
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_AT_ONCE)
        .default(100)
        .meta({ description: 'How many at most', example: 20 }),
      before: z.coerce
        .number()
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'Only those with a smaller Id', example: 4711 }),
      who: z.string().max(128).optional().meta({ description: 'Only those of this user or token', example: 'admin' }),
      what: z
        .string()
        .max(128)
        .optional()
        .meta({ description: 'Only those with this in What, in capitals or not', example: 'laptop' }),
    },
    reply: z.array(AuditEntry),
  }),
}
