import { z } from 'zod'
import { get } from '../../operation.ts'
import { AuditEntry } from './entry.ts'

/** Retention limits of the log. */
export const MOST_ENTRIES = 10_000
export const KEPT_DAYS = 90

const MOST_AT_ONCE = 1000

export const audit = {
  list: get('/audit', {
    roles: ['viewer'],
    tag: 'general',
    summary: 'Audit log',
    description:
      `Changes of the stored state and all other calls that change something, newest first, for the last ${KEPT_DAYS} ` +
      `days and at most ${MOST_ENTRIES}. Refused calls and automatic changes by devices, such as leases, are not ` +
      'logged. For the next page, send the last `Id` of this one as `before`: `curl -u admin ' +
      '"http://spr.local/audit?limit=20&what=device"`.',
    query: {
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_AT_ONCE)
        .default(100)
        .meta({ description: 'Maximum number of entries', example: 20 }),
      before: z.coerce
        .number()
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'Only entries with a smaller Id', example: 4711 }),
      who: z.string().max(128).optional().meta({ description: 'Only entries of this user or token', example: 'admin' }),
      what: z
        .string()
        .max(128)
        .optional()
        .meta({ description: 'Only entries with this text in `What`, in any case', example: 'laptop' }),
    },
    reply: z.array(AuditEntry),
  }),
}
