import { z } from 'zod'
import { del, get, put } from '../operation.ts'
import { ArchiveName } from './name.ts'

/** The most that an archive may be; that of a home with a thousand devices is a tenth of a MiB. */
export const MAX_ARCHIVE_BYTES = 8 << 20

const tag = 'general'
const Name = ArchiveName.meta({ description: 'As `GET /backup` lists it', example: ArchiveName.meta()?.example })

/** A passphrase that an archive is made with. */
const Passphrase = z
  .string()
  .min(8, 'must have at least 8 characters')
  .max(1024)
  .meta({ description: 'Any text; without one the recovery key counts', example: 'four words that rhyme' })

/** Whose password and one-time codes count after a restore. */
const SignIn = z.enum(['keep', 'archive'])

/** What a restore has come to. */
export const Restored = z
  .object({
    SignIn: SignIn.meta({
      description: '`keep`: password and one-time codes are those of before; `archive`: those of the archive',
    }),
    OneTimeCodes: z.boolean().meta({ description: 'Whether one-time codes are set up now' }),
    Notice: z.string().meta({
      description: 'How one-time codes differ between the archive and this router, in words; empty when they do not',
      example: 'The archive has no one-time codes; those of this router were kept.',
    }),
  })
  .meta({ id: 'Restored' })
export type Restored = z.infer<typeof Restored>

const NO_SUCH = 'There is no archive of that name'
const BUSY = 'The disk is full, or another archive is being made or opened'

export const backup = {
  list: get('/backup', {
    tag,
    summary: 'List backups',
    description: 'The newest first; ten at most.',
    reply: z.array(
      z.object({
        Name: ArchiveName.meta({ description: 'The file name of the archive' }),
        Timestamp: z.iso.datetime().meta({ description: 'When it was made, in RFC 3339' }),
      }),
    ),
  }),
  make: put('/backup', {
    audit: 'an archive was made',
    tag,
    summary: 'Create a backup',
    description:
      'Devices, groups, rules, networks, users, tokens, certificates and all other settings; not the history of traffic, and not ' +
      'who is signed in. It is encrypted (AES-256-GCM, the key made with argon2id): with the passphrase in the body, or, when ' +
      'there is none, with the router’s recovery key, which `GET /backup/key` shows. Without the one or the other nobody can ' +
      'read it, you included. It stays on this router; the eleventh takes the place of the oldest. Keep a copy elsewhere: ' +
      '`curl -u admin -H "X-JWT-OTP: $PROOF" -O http://spr.local/backup/NAME`.',
    body: z.strictObject({ Passphrase: Passphrase.optional() }),
    bodyOptional: true,
    reply: ArchiveName,
    errors: { 400: 'The passphrase is too short, or the router is not set up yet', 503: BUSY },
  }),
  key: get('/backup/key', {
    audit: 'the recovery key was read',
    tag,
    access: 'code',
    summary: 'The recovery key',
    description:
      'What opens archives that were made without a passphrase, on any router. It is made when it is first needed, and stays the ' +
      'same, also over a restore.',
    reply: z.object({
      RecoveryKey: z.string().meta({ description: 'The recovery key', example: '7QK2-W0M4-9XHT-B3E8-RD5N-1VGC-JZ6P' }),
    }),
  }),
  read: get('/backup/{name}', {
    audit: 'an archive was fetched',
    tag,
    access: 'code',
    summary: 'Download a backup',
    description:
      'The encrypted archive, to be kept elsewhere. Its type is the one by which existing clients take an answer for a file; it is ' +
      'a line of JSON, of which only the state is encrypted.',
    params: { name: Name },
    reply: z.string().meta({ contentMediaType: 'application/x-gtar-compressed' }),
    errors: { 404: NO_SUCH },
  }),
  bring: put('/backup/{name}', {
    audit: 'an archive was brought',
    tag,
    access: 'code',
    untilSetUp: true,
    summary: 'Upload a backup',
    description:
      'The body is the file as it was fetched, under the name it had. Nothing is restored yet. On a router that is not set up ' +
      'anyone at home may do this, as with the setup itself: `curl -T NAME http://spr.local/backup/NAME`.',
    params: { name: Name },
    upload: { mediaType: 'application/octet-stream', maxBytes: MAX_ARCHIVE_BYTES },
    reply: z.object({
      Name: Name.meta({
        description: 'The name of the archive here; another one where the router had this very archive',
      }),
    }),
    errors: { 413: 'It is too large to be an archive', 503: BUSY },
  }),
  restore: put('/backup/{name}/restore', {
    tag,
    access: 'code',
    untilSetUp: true,
    summary: 'Restore a backup',
    description:
      'The archive is opened and checked as a whole first; one that was altered, opened with another passphrase or made by a newer ' +
      'release changes nothing. Then everything remembered is replaced in one step, and in force when the call returns, tokens ' +
      'included. The administrator’s password and one-time codes stay as they are, unless `SignIn` is `archive`: an archive ' +
      'from before one-time codes were set up would turn them off. Everyone who is signed in has to sign in again. A device that the archive does not know, or knows under another address, is cut off, and may not see the answer when ' +
      'it is the one that calls. Links of this machine that the archive does not know keep their purpose. On a router that is not set up this takes ' +
      'the place of the setup, until somebody has chosen a password there.',
    params: { name: Name },
    body: z.strictObject({
      Passphrase: z.string().max(1024).optional().meta({
        description:
          'The one it was made with, or the recovery key; without it this router’s own recovery key is tried',
        example: '7QK2-W0M4-9XHT-B3E8-RD5N-1VGC-JZ6P',
      }),
      SignIn: SignIn.optional().meta({
        description:
          'Whose password and one-time codes count afterwards. Without it `keep` on a router that has a password, and ' +
          '`archive` on a new one',
        example: 'keep',
      }),
    }),
    bodyOptional: true,
    reply: Restored,
    errors: { 400: 'The passphrase is not the one, or the archive cannot be used', 404: NO_SUCH, 503: BUSY },
  }),
  remove: del('/backup/{name}', {
    audit: 'an archive was removed',
    tag,
    access: 'code',
    summary: 'Delete a backup',
    params: { name: Name },
    errors: { 404: NO_SUCH },
  }),
}
