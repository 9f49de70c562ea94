import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { FirstAnswers } from '../../home/setup/contract.ts'
import { del, get, put } from '../../operation.ts'
import { ADMIN, DIGITS, JwtSeconds, OtpSettings, OtpStatus } from './onetime.ts'
import { BrowserSession, Session } from './session.ts'
import { UserName } from './user.ts'

const Name = UserName.meta({ description: 'The user of the call', example: ADMIN })

const Code = z
  .string()
  .regex(
    new RegExp(`^(\\d{${DIGITS}}|[0-9A-Za-z]{4}(-?[0-9A-Za-z]{4}){3})?$`),
    schemaPhrase('access.otpOrRecoveryCode', DIGITS),
  )
  .meta({ description: 'The current code of the authenticator app, or a recovery code', example: '492039' })

const WRONG_CODE = 'The code is missing, wrong or already used, or codes are locked; the message says which'

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
    roles: ['viewer', 'parent'],
    tag: 'otp',
    access: 'password',
    mayNeedCode: true,
    summary: 'Create a seed for one-time codes',
    description:
      'Returns the seed, which is shown only once. Add it to an authenticator app as ' +
      '`otpauth://totp/Sallyport:NAME?secret=SEED&issuer=Sallyport` (SHA-1, 6 digits, 30 seconds), and confirm it with ' +
      '`PUT /otp_validate`. If a confirmed seed exists, the call needs a code of it and replaces it; a user with passkeys only ' +
      'needs the proof of one. The recovery codes of a replaced seed, proofs and other sessions end.',
    body: z.object({ Name, Code: Code.nullish(), ...ALWAYS_ON }).meta({ example: { Name: ADMIN } }),
    reply: OtpSettings,
    errors: { 400: WRONG_CODE },
  }),
  unregister: del('/otp_register', {
    roles: ['viewer', 'parent'],
    tag: 'otp',
    access: 'password',
    mayNeedCode: true,
    summary: 'Turn off one-time codes',
    description:
      'Needs a code if a seed is confirmed, otherwise the proof of a passkey if the user has one. Without a passkey, operations that need a proof are refused until codes are set up again. ' +
      'Recovery codes end, unless a passkey is needed at every sign-in; proofs and other sessions end.',
    body: z.object({ Name, Code: Code.nullish(), ...ALWAYS_ON }),
    errors: { 400: WRONG_CODE, 404: 'No one-time code is registered' },
  }),
  validate: put('/otp_validate', {
    roles: ['viewer', 'parent'],
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
        JWTDurationSeconds: JwtSeconds.nullish().meta({
          description: 'Validity of proofs, of all users; 0 for an hour. Only owners may change it',
          example: 3600,
        }),
      })
      .meta({ example: { Name: ADMIN, Code: '492039' } }),
    reply: z.string().meta({ description: 'The proof, a JWT', example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }),
    errors: { 400: WRONG_CODE },
  }),
  status: get('/otp_status', {
    roles: ['viewer', 'parent'],
    tag: 'otp',
    summary: 'Whether a user has one-time codes',
    query: { name: z.string().max(128).optional().meta({ description: 'The user', example: ADMIN }) },
    reply: OtpStatus,
  }),
  test: put('/otp_jwt_test', {
    roles: ['viewer', 'parent'],
    audit: false,
    tag: 'otp',
    access: 'code',
    summary: 'Try a proof',
    description: 'Returns whether the proof in `X-JWT-OTP` is valid. Changes nothing.',
  }),
}

export const session = {
  begin: put('/session', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    summary: 'Sign in',
    description:
      'Returns a bearer token that acts as the user for 12 hours in exchange for the password, and for the proof where ' +
      'codes are always on, so that a program need not store the password. It is not an API token and is not listed with them. ' +
      'It ends when the password or the role changes, when another session changes the one-time codes, or when it is deleted. At ' +
      'most ten such sessions of each user are open; a further one replaces the one that was used least recently.',
    reply: Session,
  }),
  beginInBrowser: put('/session/cookie', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    isForBrowsers: true,
    summary: 'Sign in a browser',
    description:
      'Begins a session whose token is in a cookie that scripts cannot read (`HttpOnly`, `SameSite=Strict`, and `Secure` ' +
      'over HTTPS), and returns a CSRF token. Calls need both: the cookie and the header `X-CSRF-Token`. Pages of other origins ' +
      'are refused. A websocket sends the CSRF token as its first message. The session lasts 12 hours and the cookie ' +
      'until the browser closes; with `Keep` both last 30 days. It ends as other sessions do. At most 32 browsers of each user are signed in; a further one ' +
      'replaces the one that was used least recently. An earlier session of the same browser ends.',
    body: z.strictObject({
      Keep: z.boolean().nullish().meta({ description: 'Stay signed in for 30 days', example: true }),
    }),
    bodyOptional: true,
    reply: BrowserSession,
    errors: { 403: 'A page of another origin made the call' },
  }),
  end: del('/session', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    summary: 'Sign out',
    description: 'Ends the session of this call, deletes its cookie and closes its websockets.',
    errors: { 400: 'The call was not made with a session' },
  }),
  logout: put('/logout', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    summary: 'Sign out, for existing clients',
    description: 'As `DELETE /session`.',
    reply: z.literal(true),
    errors: { 404: 'The call was not made with a session' },
  }),
  changePassword: put('/password', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    mayNeedCode: true,
    summary: 'Change the password',
    description:
      'Authenticate this call with the current password; a session is not accepted. Needs a code if a seed is ' +
      'confirmed, otherwise the proof of a passkey if the user has one. Sessions and proofs end; API tokens stay valid.',
    body: z.object({
      AdminPassword: FirstAnswers.shape.AdminPassword.meta({ description: 'The new password of the user of the call' }),
      Code: Code.nullish(),
    }),
    errors: { 400: `The password is too short. ${WRONG_CODE}` },
  }),
}

/** On its own Unix socket, for root on the router. */
export const accessSocket = {
  recover: put('/recover', {
    tag: 'unix_access',
    summary: 'Recover access after losing the phone or the password',
    description:
      'Turns off one-time codes, deletes recovery codes and passkeys, ends all sessions, proofs and locks, and sets ' +
      '`AdminPassword` if given. API tokens stay valid.',
    body: z.object({ AdminPassword: FirstAnswers.shape.AdminPassword.nullish() }),
    bodyOptional: true,
  }),
}
