import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'

const seconds = (description: string) =>
  z.int().meta({ description: `${description}, in Unix seconds`, example: 1_767_225_600 })

export const SessionId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16}$/, schemaPhrase('access.sessionId'))
  .meta({ description: 'The `Id` of a session', example: 'k3Jv0sQn8-aTz1Yq' })

export const ListedSession = z
  .object({
    Id: SessionId,
    User: z.string().meta({ description: 'Who has signed in', example: 'admin' }),
    Current: z.boolean().meta({ description: 'The session of this call' }),
    Kind: z.enum(['browser', 'token']).meta({ description: 'In the cookie of a browser, or a bearer token' }),
    Agent: z
      .string()
      .meta({ description: 'The `User-Agent` that began it', example: 'Mozilla/5.0 (X11; Linux x86_64)' }),
    Address: z.string().meta({ description: 'The address of the last use', example: '192.168.2.6' }),
    Device: z
      .string()
      .meta({ description: 'The device of the home with this address; empty for none', example: 'laptop' }),
    Begun: seconds('When it began'),
    LastUsed: seconds('When it was last used; after a restart of the router up to an hour early'),
    Expires: seconds('When it ends'),
  })
  .meta({ id: 'ListedSession' })
export type ListedSession = z.infer<typeof ListedSession>
