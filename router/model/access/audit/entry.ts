import { z } from 'zod'

/** Kinds of actors: users and their tokens, the router’s own console, and the router itself. */
const Kind = z
  .enum(['user', 'token', 'console', 'router', 'anonymous'])
  .meta({ description: '`anonymous`: a caller without credentials, before setup is complete' })

const value = (when: string) =>
  z.unknown().meta({
    description: `${when}: of a row that stays the fields that differ, otherwise all of it; secrets show as **`,
    example: { Policies: ['wan', 'dns'] },
  })

/** One change of a stored row, or an operation that changes no stored data. */
export const AuditEntry = z
  .object({
    Id: z.int().meta({ description: 'Rises with time', example: 4711 }),
    Time: z.iso.datetime().meta({ description: 'Time of the change (RFC 3339)', example: '2024-03-01T10:00:00.000Z' }),
    Who: z
      .string()
      .meta({ description: 'The user or token; empty for a caller without credentials', example: 'admin' }),
    Kind,
    From: z.string().meta({ description: 'The address of the caller; empty for the router', example: '192.168.2.6' }),
    Operation: z
      .string()
      .meta({ description: 'The call, or the reason of an automatic change', example: 'PUT /device' }),
    What: z.string().meta({ description: 'What was changed', example: 'device laptop (02:11:22:33:44:55)' }),
    Before: value('Before it; null where there was nothing'),
    After: value('After it; null where there is nothing any more'),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>
