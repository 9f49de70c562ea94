import { z } from 'zod'
import { del, get, put } from '../operation.ts'
import { sentBack } from '../sentback.ts'
import { FirstAnswers } from '../setup/contract.ts'
import { ADMIN, DIGITS, JwtSeconds, OtpSettings, OtpStatus } from './onetime.ts'
import { Session } from './session.ts'
import { ScopedPaths, Token, TokenName, TokenValue } from './token.ts'

const Name = z.literal(ADMIN).meta({ description: 'The user; there is one', example: ADMIN })

const Code = z
  .string()
  .regex(new RegExp(`^(\\d{${DIGITS}})?$`), `must be ${DIGITS} digits`)
  .meta({ description: 'The current code of the authenticator app', example: '492039' })

const { AdminPassword } = FirstAnswers.shape

const WRONG_CODE = 'The code is missing, wrong or already used, or codes are locked; the message says which'

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

/** Part of every request of API 0.3.0. A new seed needs no proof until a code has confirmed it. */
const ALWAYS_ON = {
  UpdateAlwaysOn: z.boolean().nullish().meta({ description: 'Apply AlwaysOn, which is false after this call' }),
  AlwaysOn: z
    .boolean()
    .nullish()
    .meta({ description: 'Absent or false; `PUT /otp_validate` changes it', 'x-sent-back': true }),
}

export const otp = {
  register: put('/otp_register', {
    tag: 'otp',
    access: 'password',
    summary: 'Create a seed for one-time codes',
    description:
      'Returns the seed, which is shown only once. Add it to an authenticator app as ' +
      '`otpauth://totp/SPR-OTP:admin?secret=SEED&issuer=SPR-OTP` (SHA-1, 6 digits, 30 seconds), and confirm it with ' +
      '`PUT /otp_validate`. If a confirmed seed exists, the call needs a code of it and replaces it. Proofs and other ' +
      'sessions end.',
    body: z.object({ Name, Code: Code.nullish(), ...ALWAYS_ON }).meta({ example: { Name: ADMIN } }),
    reply: OtpSettings,
    errors: { 400: WRONG_CODE },
  }),
  unregister: del('/otp_register', {
    tag: 'otp',
    access: 'password',
    summary: 'Turn off one-time codes',
    description:
      'Needs a code if a seed is confirmed. Operations that need a proof are refused until codes are set up again. ' +
      'Proofs and other sessions end.',
    body: z.object({ Name, Code: Code.nullish(), ...ALWAYS_ON }),
    errors: { 400: WRONG_CODE, 404: 'No one-time code is registered' },
  }),
  validate: put('/otp_validate', {
    audit: false,
    tag: 'otp',
    access: 'password',
    withoutProof: true,
    summary: 'Exchange a code for a proof',
    description:
      'Returns a proof to send as `X-JWT-OTP` with calls that need one. The first correct code confirms the seed. With ' +
      '`UpdateAlwaysOn`, `AlwaysOn` sets whether every call with the password needs a proof. Each code works once. ' +
      'Five wrong codes within a minute lock codes for 15 minutes for that client address. After ten wrong codes in 15 ' +
      'minutes, all addresses that never sent a correct code are locked together. Locks survive a restart.',
    body: z
      .object({
        Name,
        Code,
        UpdateAlwaysOn: z.boolean().nullish().meta({ description: 'Apply AlwaysOn; otherwise it is ignored' }),
        AlwaysOn: z.boolean().nullish().meta({ description: 'Every call with the password needs a proof' }),
        JWTDurationSeconds: JwtSeconds.nullish(),
      })
      .meta({ example: { Name: ADMIN, Code: '492039' } }),
    reply: z.string().meta({ description: 'The proof, a JWT', example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }),
    errors: { 400: WRONG_CODE },
  }),
  status: get('/otp_status', {
    tag: 'otp',
    summary: 'Whether a user has one-time codes',
    query: { name: z.string().max(128).optional().meta({ description: 'The user', example: ADMIN }) },
    reply: OtpStatus,
  }),
  test: put('/otp_jwt_test', {
    audit: false,
    tag: 'otp',
    access: 'code',
    summary: 'Try a proof',
    description: 'Returns whether the proof in `X-JWT-OTP` is valid. Changes nothing.',
  }),
}

export const session = {
  begin: put('/session', {
    tag: 'tokens',
    access: 'password',
    summary: 'Sign in',
    description:
      'Returns a bearer token that acts as the user for 12 hours in exchange for the password, and for the proof where ' +
      'codes are always on, so that a web page need not store the password. It is not an API token and is not listed. ' +
      'It ends when the password changes, when another session changes the one-time codes, or when it is deleted. At ' +
      'most ten sessions are open; a further one replaces the oldest.',
    reply: Session,
  }),
  end: del('/session', {
    tag: 'tokens',
    summary: 'Sign out',
    description: 'Ends the session of this call and closes the websockets.',
    errors: { 400: 'The call was not made with a session' },
  }),
  changePassword: put('/password', {
    tag: 'tokens',
    access: 'password',
    summary: 'Change the password',
    description:
      'Authenticate this call with the current password; a session is not accepted. Needs a code if a seed is ' +
      'confirmed. Sessions and proofs end; API tokens stay valid.',
    body: z.object({ AdminPassword, Code: Code.nullish() }),
    errors: { 400: `The password is too short. ${WRONG_CODE}` },
  }),
}

/** On a Unix socket of its own, for root on the router. */
export const accessSocket = {
  recover: put('/recover', {
    tag: 'unix_access',
    summary: 'Recover access after losing the phone or the password',
    description:
      'Turns off one-time codes, ends all sessions, proofs and locks, and sets `AdminPassword` if given. API tokens ' +
      'stay valid.',
    body: z.object({ AdminPassword: AdminPassword.nullish() }),
    bodyOptional: true,
  }),
}
