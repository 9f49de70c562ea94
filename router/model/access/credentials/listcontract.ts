import { z } from 'zod'
import { del, get, put } from '../../operation.ts'
import { sentBack } from '../../sentback.ts'
import { RECOVERY_CODES, RecoveryCodes, RecoveryStatus } from './recoverycode.ts'
import { ListedSession, SessionId } from './sessionlist.ts'
import { ScopedPaths, Token, TokenName, TokenValue } from './token.ts'
import { UserName } from './user.ts'

// Apart from signing in, so that the first load of the app does not include them.

export const tokens = {
  list: get('/tokens', {
    tag: 'tokens',
    access: 'code',
    summary: 'All API tokens, with their values',
    reply: z.array(Token),
  }),
  create: put('/tokens', {
    tag: 'tokens',
    access: 'code',
    summary: 'Create an API token',
    description:
      'Returns the value of the new token. Send it as `Authorization: Bearer VALUE`. The token may call the union of ' +
      'its scopes: `/devices` permits every method on `/devices` and the paths below it, `/devices:r` permits reading, ' +
      'and `/devices:rw` reading and writing. A token without scopes has all permissions of the administrator and ' +
      'never needs a one-time code, so give scopes to programs. Scoped tokens cannot open websockets.',
    // A token with a misspelt ScopedPaths would have all permissions.
    body: z
      .strictObject({
        Name: TokenName.nullish(),
        Expire: Token.shape.Expire.nullish(),
        ScopedPaths: ScopedPaths.nullish(),
        Token: sentBack(z.string().max(128)),
      })
      .meta({ example: { Name: 'dashboard', Expire: 0, ScopedPaths: ['/devices:r', '/traffic:r'] } }),
    reply: Token,
  }),
  remove: del('/tokens', {
    tag: 'tokens',
    summary: 'Delete an API token',
    description:
      'The token is invalid immediately. All websockets are closed; clients with valid credentials can connect again. Needs no code.',
    body: z.object({
      Token: TokenValue,
      Name: z.string().nullish().meta({ description: 'Ignored: the token is found by its value' }),
      Expire: z.int().nullish().meta({ description: 'Ignored: the token is found by its value' }),
      ScopedPaths: z.array(z.string()).nullish().meta({ description: 'Ignored: the token is found by its value' }),
    }),
    reply: z.object({ Token: TokenValue }).catchall(z.unknown()).meta({ description: 'The request body' }),
    errors: { 404: 'No such token' },
  }),
}

export const sessions = {
  list: get('/sessions', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    summary: 'All sessions',
    description:
      'Sessions of browsers and of bearer tokens, the one that was used last first: of all users for an owner, otherwise their own. API tokens are not listed.',
    reply: z.array(ListedSession),
  }),
  endOne: del('/sessions/{id}', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    summary: 'End a session',
    description: 'Its calls are refused immediately, and its websockets are closed.',
    params: { id: SessionId },
    errors: { 404: 'No such session' },
  }),
  endOthers: del('/sessions', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    summary: 'End all other sessions',
    description:
      'Ends every session except the one of this call: of all users for an owner, otherwise their own. API tokens stay valid.',
    query: { user: UserName.optional().meta({ description: 'Only sessions of this user', example: 'admin' }) },
  }),
}

export const recoveryCodes = {
  status: get('/otp_recovery', {
    roles: ['viewer', 'parent'],
    tag: 'otp',
    access: 'password',
    summary: 'How many recovery codes are left',
    reply: RecoveryStatus,
  }),
  create: put('/otp_recovery', {
    roles: ['viewer', 'parent'],
    tag: 'otp',
    access: 'code',
    summary: 'Create recovery codes',
    description:
      `Returns ${RECOVERY_CODES} codes, which are shown only once and stored as hashes. Each replaces a one-time code once, in every call that ` +
      'takes one, for a user who has lost the phone. Earlier recovery codes become invalid. They end with the seed of the one-time codes, ' +
      'or with the last passkey of a user without one-time codes.',
    reply: RecoveryCodes,
    errors: { 400: 'There are no one-time codes and no passkeys' },
  }),
}
