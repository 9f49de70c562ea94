import { savedSetting, savedTable } from '../saved.ts'
import { Confirmation } from './confirm/waiting.ts'
import { KeptOtpUser, OtpRow } from './credentials/onetime.ts'
import { KeptPasskey, KeptPasskeyUser } from './credentials/passkey.ts'
import { KeptRecoveryCodes } from './credentials/recoverycode.ts'
import { KeptSession } from './credentials/session.ts'
import { KeptToken } from './credentials/token.ts'
import { Tries } from './credentials/tries.ts'
import { User } from './credentials/user.ts'

export const accessTables = {
  users: savedTable({
    schema: User,
    keyOf: ({ Name }) => Name,
    audit: { noun: 'user', shows: ['Name', 'Role', 'Groups'], hasPlainKey: true },
  }),
  tokens: savedTable({ schema: KeptToken, audit: { noun: 'token', shows: ['Name', 'ScopedPaths'] } }),
  sessions: savedTable({
    schema: KeptSession,
    audit: { noun: 'session of', shows: ['Name', 'Address'], unlogged: ['LastUsed', 'Address'] },
    isTemporary: true,
  }),
  otpUsers: savedTable({
    schema: KeptOtpUser,
    keyOf: ({ Name }) => Name,
    audit: { noun: 'one-time codes of', shows: ['Name'], unlogged: ['LastStep'] },
  }),
  otpTries: savedTable({ schema: Tries, audit: 'internal', isTemporary: true }),
  recoveryCodes: savedTable({
    schema: KeptRecoveryCodes,
    keyOf: ({ Name }) => Name,
    audit: { noun: 'recovery codes of', shows: ['Name'] },
  }),
  passkeys: savedTable({
    schema: KeptPasskey,
    keyOf: ({ ID }) => ID,
    audit: { noun: 'passkey', shows: ['Name', 'User', 'RpId'], unlogged: ['Counter', 'LastUsed'] },
  }),
  passkeyUsers: savedTable({
    schema: KeptPasskeyUser,
    keyOf: ({ Name }) => Name,
    audit: { noun: 'passkeys at every sign-in of', shows: ['Name'] },
  }),
}

export const accessSettings = {
  otp: savedSetting({
    schema: OtpRow,
    defaults: () => ({ JWTDurationSeconds: 0, SigningSecret: '' }),
    audit: { noun: 'one-time codes', shows: [] },
  }),
  /** A change that waits for confirmation has whole rows, whose own changes are logged. */
  confirm: savedSetting({
    schema: Confirmation,
    defaults: () => ({ waiting: null }),
    audit: 'internal',
    isTemporary: true,
  }),
}
