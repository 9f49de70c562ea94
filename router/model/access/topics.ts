import { z } from 'zod'
import { count, fields, text, topic } from '../topic.ts'
import { AuditEntry } from './audit/entry.ts'

const type = z.enum(['user', 'token']).meta({ description: 'Whether a password or a token was used' })
const named = {
  username: text('The name of the user or token').optional(),
  name: text('The same').optional(),
}

const AuthEvent = fields({
  type,
  reason: text('`IP:PORT:api`, `IP:PORT:websocket`, `IP:otp` or `IP:passkey`'),
  ip: text('Address of the caller, with the port where it is known'),
  ...named,
})
export type AuthEvent = z.output<typeof AuthEvent>

const CredentialEvent = fields({
  username: text('The user'),
  credential: text('`session`, `password`, `user` and a name, or the name of a token or passkey; never its value'),
  ip: text('Address of the caller'),
})

/** Signing in, credentials, and changes of the configuration. */
export const accessTopics = {
  'auth:success': topic('A call or a WebSocket has authenticated.', AuthEvent),
  'auth:failure': topic('Credentials were rejected. Published at a limited rate for each address.', AuthEvent),
  'auth:login': topic(
    'A user or token has authenticated from an address for the first time in 30 days.',
    fields({
      type,
      name: text('The name of the user or token'),
      username: text('The same'),
      ip: text('Address of the caller, without a port'),
      via: z.enum(['api', 'websocket']).meta({ description: 'How it connected' }),
    }),
  ),
  'auth:repeated': topic(
    'Within ten minutes, five sign-ins from one address or sign-ins from 20 addresses have failed. At most once in ten minutes for each address, and five times in all.',
    fields({
      type,
      name: text('The user or token of the last attempt'),
      username: text('The same'),
      ip: text('Address of the caller, without a port'),
      Count: count('Number of failures'),
      Seconds: count('Time between the first and the last of them'),
      Sources: count('Number of different addresses: 1, or 20'),
    }),
  ),
  'auth:logout': topic('A session has ended, or a password or user was changed.', CredentialEvent),
  'auth:token:create': topic('A token was created.', CredentialEvent),
  'auth:token:delete': topic('A token was deleted.', CredentialEvent),
  'auth:otp:update': topic(
    'One-time codes of a user were set up, changed or removed.',
    fields({
      username: text('The user'),
      state: z.enum(['registered', 'changed', 'removed']).meta({ description: 'The result' }),
      ip: text('Address of the caller'),
    }),
  ),
  'auth:otp:recovery': topic(
    'A recovery code was used instead of a one-time code.',
    fields({
      username: text('The user'),
      ip: text('Address of the caller'),
      Left: count('Recovery codes that are left'),
    }),
  ),
  'auth:webauthn:register': topic('A passkey was added; `credential` is its name.', CredentialEvent),
  'auth:webauthn:delete': topic('A passkey was deleted; `credential` is its name.', CredentialEvent),
  'config:change': topic(
    'The configuration was changed, or a call of the audit log was made: its entry, without values. `What` lists all changed rows.',
    AuditEntry.pick({ Time: true, Who: true, Kind: true, From: true, Operation: true, What: true }),
  ),
}
