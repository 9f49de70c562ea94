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
  .meta({ description: 'What the authenticator app shows now', example: '492039' })

const { AdminPassword } = FirstAnswers.shape

const WRONG_CODE = 'The code is missing, wrong or used already, or codes are locked for a while; the line says which'

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
      'Creates a new token and returns its value. A token signs in as `Authorization: Bearer VALUE`. What it may call is ' +
      'the union of its scopes: `/devices` and all below it by any method, `/devices:r` to read, `/devices:rw` to read and ' +
      'write. One without scopes may do what the administrator may, without a one-time code even where that is always on: ' +
      'give scopes to programs. Scoped tokens open no websockets.',
    // A token whose ScopedPaths were misspelt could do everything.
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
    reply: z.object({ Token: TokenValue }).catchall(z.unknown()).meta({ description: 'The body as it was sent' }),
    errors: { 404: 'There is no such token' },
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
      'Answers the seed, once: give it to an authenticator app as `otpauth://totp/SPR-OTP:admin?secret=SEED&issuer=SPR-OTP` ' +
      '(SHA-1, 6 digits, 30 seconds), and confirm it with `PUT /otp_validate`. Where a confirmed one exists this takes a code ' +
      'of it, and the new one takes its place. Proofs and other sessions end.',
    body: z.object({ Name, Code: Code.nullish(), ...ALWAYS_ON }).meta({ example: { Name: ADMIN } }),
    reply: OtpSettings,
    errors: { 400: WRONG_CODE },
  }),
  unregister: del('/otp_register', {
    tag: 'otp',
    access: 'password',
    summary: 'Turn off one-time codes',
    description:
      'Takes a code where one is confirmed. What needs a proof is closed from now on. Proofs and other sessions end.',
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
      'Answers a proof to be sent as `X-JWT-OTP` with calls that need one. The first right code confirms the seed. With ' +
      '`UpdateAlwaysOn`, `AlwaysOn` says whether every call by password needs a proof. Each code is taken once. Five wrong ' +
      'ones within a minute lock codes for 15 minutes for the address they came from, and addresses that never gave a right ' +
      'one are locked together after ten in 15 minutes; restarts change nothing about that.',
    body: z
      .object({
        Name,
        Code,
        UpdateAlwaysOn: z.boolean().nullish().meta({ description: 'Apply AlwaysOn; otherwise it is ignored' }),
        AlwaysOn: z.boolean().nullish().meta({ description: 'Every call by password needs a proof' }),
        JWTDurationSeconds: JwtSeconds.nullish(),
      })
      .meta({ example: { Name: ADMIN, Code: '492039' } }),
    reply: z.string().meta({ description: 'The proof, a JWT', example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }),
    errors: { 400: WRONG_CODE },
  }),
  status: get('/otp_status', {
    tag: 'otp',
    summary: 'Whether a person has one-time codes',
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
      'Exchanges the password, and where codes are always on the proof too, for a bearer that acts as the person for 12 ' +
      'hours, so that a page need not keep the password. It is no API token: it is not listed, and it ends with another ' +
      'password, with a change of the one-time code made elsewhere, and when it is given back. Ten may be open at once; the ' +
      'oldest makes room.',
    reply: Session,
  }),
  end: del('/session', {
    tag: 'tokens',
    summary: 'Sign out',
    description: 'Ends the session whose bearer made this call, and closes the websockets.',
    errors: { 400: 'The call was not made with a session' },
  }),
  changePassword: put('/password', {
    tag: 'tokens',
    access: 'password',
    summary: 'Change the password',
    description:
      'Sign the call with the password of today; a session is not enough. Takes a code where one is confirmed. Sessions and ' +
      'proofs end; API tokens stay.',
    body: z.object({ AdminPassword, Code: Code.nullish() }),
    errors: { 400: `The password is too short. ${WRONG_CODE}` },
  }),
}

/** On a socket of its own, for root on the router. */
export const accessSocket = {
  recover: put('/recover', {
    tag: 'unix_access',
    summary: 'Recover access after losing the phone or the password',
    description:
      'Gives up one-time codes, ends all sessions, proofs and locks, and with `AdminPassword` sets another password. API ' +
      'tokens stay.',
    body: z.object({ AdminPassword: AdminPassword.nullish() }),
    bodyOptional: true,
  }),
}
