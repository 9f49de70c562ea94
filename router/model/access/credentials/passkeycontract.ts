import { z } from 'zod'
import { line } from '../../../values/text.ts'
import { del, get, post, put } from '../../operation.ts'
import { OtpStatus } from './onetime.ts'
import { Answered, Ceremony, EXAMPLE, PasskeyStatus } from './passkey.ts'
import { BrowserSession } from './session.ts'

const EXPIRED = 'There is no passkey for this name of the router, the page is not HTTPS, or the ceremony has expired'
const TOO_MANY = 'Too many failed sign-ins, or too many ceremonies at once'

export const passkeys = {
  status: get('/webauthn/status', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    summary: 'All passkeys',
    reply: PasskeyStatus,
  }),
  beginRegister: put('/webauthn/register', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    audit: false,
    isForBrowsers: true,
    mayNeedCode: true,
    summary: 'Begin to add a passkey',
    description:
      'Authenticate this call with the password; a session is not accepted. Needs a proof if one-time codes are confirmed or there is a passkey. The passkey works ' +
      'for the name in the address of the page, over HTTPS; browsers have none for IP addresses.',
    query: { name: line(64).optional().meta({ description: 'The name of the passkey', example: 'Phone' }) },
    reply: Ceremony,
    errors: { 400: 'The page is not HTTPS, or its address has no name', 429: TOO_MANY },
  }),
  register: post('/webauthn/register', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    isForBrowsers: true,
    summary: 'Add a passkey',
    description:
      'The answer to `PUT /webauthn/register`, within five minutes and once. The authenticator must verify the user.',
    body: Answered.meta({ example: EXAMPLE }),
    reply: PasskeyStatus,
    errors: { 400: 'The ceremony has expired, or the credential does not match it' },
  }),
  beginValidate: put('/webauthn/validate', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    withoutProof: true,
    audit: false,
    isForBrowsers: true,
    summary: 'Begin to exchange a passkey for a proof',
    reply: Ceremony,
    errors: { 400: EXPIRED, 429: TOO_MANY },
  }),
  validate: post('/webauthn/validate', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    withoutProof: true,
    audit: false,
    isForBrowsers: true,
    summary: 'Exchange a passkey for a proof',
    description: 'The answer to `PUT /webauthn/validate`. Returns a proof as `PUT /otp_validate` does.',
    body: Answered.meta({ example: EXAMPLE }),
    reply: z.string().meta({ description: 'The proof, a JWT', example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }),
    errors: { 400: EXPIRED, 429: TOO_MANY },
  }),
  canLogin: get('/webauthn/login', {
    tag: 'tokens',
    access: 'public',
    isForBrowsers: true,
    summary: 'Whether passkeys can sign in',
    reply: z.object({
      Available: z
        .boolean()
        .meta({ description: 'A passkey exists for the name in the address of the page, over HTTPS' }),
    }),
  }),
  beginLogin: put('/webauthn/login', {
    tag: 'tokens',
    access: 'public',
    audit: false,
    isForBrowsers: true,
    summary: 'Begin to sign in with a passkey',
    reply: Ceremony,
    errors: { 400: EXPIRED, 429: TOO_MANY },
  }),
  login: post('/webauthn/login', {
    tag: 'tokens',
    access: 'public',
    audit: false,
    isForBrowsers: true,
    summary: 'Sign in with a passkey',
    description:
      'The answer to `PUT /webauthn/login`. Returns a bearer token as `PUT /session` does. A passkey needs no password and no one-time code: the ' +
      'authenticator must verify the user.',
    body: Answered.meta({ example: EXAMPLE }),
    reply: z.object({
      Name: z.string().meta({ description: 'The user', example: 'admin' }),
      Token: z
        .string()
        .meta({ description: 'The bearer token', example: 'ZXhhbXBsZS1vZi1hLXRva2VuLXRoYXQtaXMtbm9uZSE' }),
    }),
    errors: { 400: EXPIRED, 401: 'The passkey is not known, or its answer is not valid', 429: TOO_MANY },
  }),
  loginInBrowser: post('/webauthn/login/cookie', {
    tag: 'tokens',
    access: 'public',
    audit: false,
    isForBrowsers: true,
    summary: 'Sign in a browser with a passkey',
    description: 'The answer to `PUT /webauthn/login`. Begins a session as `PUT /session/cookie` does.',
    body: Answered.extend({
      Keep: z.boolean().nullish().meta({ description: 'Stay signed in for 30 days', example: true }),
    }).meta({ example: EXAMPLE }),
    reply: BrowserSession,
    errors: { 400: EXPIRED, 401: 'The passkey is not known, or its answer is not valid', 429: TOO_MANY },
  }),
  always: put('/webauthn/always', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    mayNeedCode: true,
    summary: 'Ask for a passkey at every sign-in',
    description:
      'Sets whether every call with the password needs a proof, for a user with passkeys and without confirmed one-time codes; ' +
      'with them, `PUT /otp_validate` sets it. Needs a proof. To turn it on, a passkey and an unused recovery code must exist, ' +
      'because passkeys work only at the name of the router that they were made for. It ends with the last passkey. Proofs and ' +
      'other sessions end.',
    body: z.strictObject({
      AlwaysOn: z.boolean().meta({ description: 'Every call with the password needs a proof', example: true }),
    }),
    reply: OtpStatus,
    errors: { 400: 'There is no passkey or no recovery code, or one-time codes are confirmed' },
  }),
  remove: del('/webauthn/credential', {
    roles: ['viewer', 'parent'],
    tag: 'tokens',
    access: 'password',
    mayNeedCode: true,
    summary: 'Delete a passkey',
    description:
      'Needs a proof, of this passkey or another one, or of a one-time code. Proofs and other sessions end. With the last ' +
      'passkey of a user without one-time codes, recovery codes end as well.',
    body: z.object({
      ID: z.string().max(2048).meta({ description: 'The `ID` of the passkey', example: 'pLg0vIyUOl0Qk6Zc2b1xXw' }),
    }),
    errors: { 404: 'No such passkey' },
  }),
}
