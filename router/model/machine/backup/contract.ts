import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { del, get, put } from '../../operation.ts'
import { ArchiveName } from './name.ts'

/** Maximum size of an archive. One with a thousand devices has 0.1 MiB. */
export const MAX_ARCHIVE_BYTES = 8 << 20

const tag = 'general'
const Name = ArchiveName.meta({ description: 'The name in `GET /backup`', example: ArchiveName.meta()?.example })

/** The passphrase that encrypts an archive. */
const Passphrase = z
  .string()
  .min(8, schemaPhrase('home.passphraseTooShort'))
  .max(1024)
  .meta({ description: 'Any text; without one, the recovery key is used', example: 'four words that rhyme' })

/** Whether a restore keeps the password and one-time codes of this router. */
const SignIn = z.enum(['keep', 'archive'])

/** The result of a restore. */
export const Restored = z
  .object({
    SignIn: SignIn.meta({
      description: '`keep`: the passwords and one-time codes of this router; `archive`: those of the archive',
    }),
    OneTimeCodes: z.boolean().meta({ description: 'Whether one-time codes are set up now' }),
    Notice: z.string().meta({
      description: 'How the one-time codes of the archive and of this router differ; empty if they do not',
      example: 'The archive has no one-time codes; those of this router were kept.',
    }),
    Coded: CodedMessage.optional().meta({ description: 'The notice as a code with its values; absent without one' }),
  })
  .meta({ id: 'Restored' })
export type Restored = z.infer<typeof Restored>

const NO_SUCH = 'No archive has this name'
const BUSY = 'The disk is full, or another archive is being created or restored'

export const backup = {
  list: get('/backup', {
    tag,
    summary: 'List backups',
    description: 'Newest first, at most ten.',
    reply: z.array(
      z.object({
        Name: ArchiveName.meta({ description: 'The file name of the archive' }),
        Timestamp: z.iso.datetime().meta({ description: 'When it was created (RFC 3339)' }),
      }),
    ),
  }),
  make: put('/backup', {
    audit: 'a backup was created',
    tag,
    summary: 'Create a backup',
    description:
      'Contains devices, groups, rules, networks, users, tokens, certificates and all other settings, but not the ' +
      'traffic history or open sessions. It is encrypted (AES-256-GCM, key derived with argon2id) with the passphrase ' +
      'in the body or, without one, with the router’s recovery key, which `GET /backup/key` returns. Without that ' +
      'passphrase or key the archive cannot be read. It is stored on this router; the eleventh replaces the oldest. ' +
      'Keep a copy elsewhere: `curl -u admin -H "X-JWT-OTP: $PROOF" -O http://spr.local/backup/NAME`.',
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
      'Decrypts archives that were created without a passphrase, on any router. It is created when it is first needed ' +
      'and never changes, also not by a restore. A restore on a router without one takes that of the archive.',
    reply: z.object({
      RecoveryKey: z.string().meta({ description: 'The recovery key', example: '7QK2-W0M4-9XHT-B3E8-RD5N-1VGC-JZ6P' }),
    }),
  }),
  read: get('/backup/{name}', {
    audit: 'a backup was downloaded',
    tag,
    access: 'code',
    summary: 'Download a backup',
    description:
      'The encrypted archive. Its media type is one that existing clients treat as a file; the content is one line of ' +
      'JSON with the encrypted state.',
    params: { name: Name },
    reply: z.string().meta({ contentMediaType: 'application/x-gtar-compressed' }),
    errors: { 404: NO_SUCH },
  }),
  bring: put('/backup/{name}', {
    audit: 'a backup was uploaded',
    tag,
    access: 'code',
    untilSetUp: true,
    summary: 'Upload a backup',
    description:
      'The body is a downloaded archive, sent under its name. Nothing is restored yet. Before setup, any device at ' +
      'home may do this, as with the setup itself: `curl -T NAME http://spr.local/backup/NAME`.',
    params: { name: Name },
    upload: { mediaType: 'application/octet-stream', maxBytes: MAX_ARCHIVE_BYTES },
    reply: z.object({
      Name: Name.meta({
        description: 'The name of the archive on this router; an existing name if the router already has this archive',
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
      'The whole archive is decrypted and checked first. If it was altered, encrypted with another passphrase or ' +
      'created by a newer release, nothing changes. Then all stored state, tokens included, is replaced in one step ' +
      'and is in force when the call returns. Passwords, one-time codes and passkeys of users that this router has too are kept unless `SignIn` ' +
      'is `archive`: an archive from before one-time codes were set up would turn them off. Users and their roles are those of the ' +
      'archive. All sessions end. A device ' +
      'that is missing in the archive, or has another address there, is disconnected; if it sent this call, it may not ' +
      'receive the answer. Links of this machine that the archive does not contain keep their purpose. Before setup, a ' +
      'restore replaces the setup unless a password was already set.',
    params: { name: Name },
    body: z.strictObject({
      Passphrase: z.string().max(1024).optional().meta({
        description:
          'The passphrase or recovery key of the archive; if absent, the recovery key of this router is tried',
        example: '7QK2-W0M4-9XHT-B3E8-RD5N-1VGC-JZ6P',
      }),
      SignIn: SignIn.optional().meta({
        description:
          'Whether to keep the passwords and one-time codes of this router or take those of the archive. Default: `keep` if ' +
          'the router has a password, otherwise `archive`',
        example: 'keep',
      }),
    }),
    bodyOptional: true,
    reply: Restored,
    errors: { 400: 'The passphrase is wrong, or the archive cannot be used', 404: NO_SUCH, 503: BUSY },
  }),
  remove: del('/backup/{name}', {
    audit: 'a backup was deleted',
    tag,
    access: 'code',
    summary: 'Delete a backup',
    params: { name: Name },
    errors: { 404: NO_SUCH },
  }),
}
