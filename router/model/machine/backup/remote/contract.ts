import { z } from 'zod'
import { schemaPhrase } from '../../../../phrases/phrase.ts'
import { exactLine, HOST_NAME_SOURCE } from '../../../../values/text.ts'
import { authority } from '../../../authority.ts'
import { MASK } from '../../../home/devices/device.ts'
import { get, put } from '../../../operation.ts'
import { ArchiveName } from '../name.ts'
import { RemoteFault } from './fault.ts'
import { REMOTE_KINDS, WEEKDAYS } from './settings.ts'

const tag = 'general'

const host = z
  .string()
  .max(253, schemaPhrase('field.tooLong', 253))
  .regex(new RegExp(`^(?:${HOST_NAME_SOURCE})?$`, 'u'), schemaPhrase('machine.remoteHost'))
const url = z
  .string()
  .max(2048, schemaPhrase('field.tooLong', 2048))
  .regex(/^([Hh][Tt][Tt][Pp][Ss]?:\/\/[!-~]+)?$/u, schemaPhrase('machine.remoteUrlNoSpaces'))
  .refine((given) => given === '' || isPlainUrl(given), schemaPhrase('machine.remoteBareUrl'))
  .meta({ 'x-rule': 'A valid URL without a user name, a password, a query or a fragment' })

function isPlainUrl(given: string): boolean {
  const parsed = URL.parse(given)
  return parsed !== null && [parsed.username, parsed.password, parsed.search, parsed.hash].every((part) => part === '')
}

const settings = {
  Enabled: z.boolean().meta({ description: 'Whether backups are made and stored on schedule' }),
  Kind: z.enum(REMOTE_KINDS).meta({ description: 'The kind of the server' }),
  Host: host.meta({ description: '`sftp`: the server', example: 'nas.lan' }),
  Port: z.int().min(1).max(65_535).meta({ description: '`sftp`: its TCP port', example: 22 }),
  HostKey: z
    .string()
    .regex(/^(SHA256:[A-Za-z0-9+/]{43})?$/u, schemaPhrase('machine.hostKeyFingerprint'))
    .meta({
      description: '`sftp`: the fingerprint of the only host key that is accepted; empty for none',
      example: 'SHA256:uNiVztksCsDhcc0u9e8BrQJXVUpKZIDTMczCvj3tD2s',
    }),
  URL: url.meta({
    description: '`webdav`: the folder. `s3`: the endpoint, without the bucket',
    example: 'https://cloud.example.org/remote.php/dav/files/ada/router',
  }),
  Bucket: z
    .string()
    .regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/u, schemaPhrase('machine.bucketName'))
    .meta({ description: '`s3`: the bucket', example: 'home-backups' }),
  Region: z
    .string()
    .regex(/^[a-z0-9-]{0,32}$/u, schemaPhrase('machine.bucketRegion'))
    .meta({
      description: '`s3`: the region; empty for `us-east-1`, which most other servers accept',
      example: 'eu-central-1',
    }),
  Folder: exactLine(512).meta({
    description: '`sftp`: the folder, which has to exist; empty for that of the user. `s3`: the beginning of the names',
    example: 'router',
  }),
  User: exactLine(255).meta({ description: 'The user name; `s3`: the access key', example: 'backup' }),
  Authority: authority,
  Every: z.enum(['day', 'week']).meta({ description: 'How often' }),
  Weekday: z.enum(WEEKDAYS).meta({ description: 'With `week`: the day' }),
  Time: z
    .string()
    .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/u, schemaPhrase('machine.remoteBackupTime'))
    .meta({ description: 'The time of day, local time of the router', example: '03:00' }),
  Keep: z
    .int()
    .min(1)
    .max(365)
    .meta({ description: 'Number of backups to keep there: older ones that this router has stored are deleted' }),
}

const password = exactLine(1024)
  .nullish()
  .meta({
    description: `The password; \`s3\`: the secret key; \`sftp\`: not needed if the server accepts the router’s public key. Absent or \`${MASK}\`: unchanged; empty: none. It is never shown`,
    example: 'open-sesame',
  })

const example = {
  ...{ Kind: 'sftp' as const, Host: 'nas.lan', User: 'backup', Folder: 'router' },
  HostKey: 'SHA256:uNiVztksCsDhcc0u9e8BrQJXVUpKZIDTMczCvj3tD2s',
  ...{ Every: 'day' as const, Time: '03:00', Keep: 14 },
}

/** Where and when. */
export const GivenRemote = z
  .strictObject({
    Enabled: settings.Enabled.default(true),
    Kind: settings.Kind,
    Host: settings.Host.default(''),
    Port: settings.Port.default(22),
    HostKey: settings.HostKey.nullish().meta({
      description:
        '`sftp`: the fingerprint of the only host key to accept, from a test. Empty: none, so that no login is sent. Absent: unchanged for the same server',
      example: 'SHA256:uNiVztksCsDhcc0u9e8BrQJXVUpKZIDTMczCvj3tD2s',
    }),
    URL: settings.URL.default(''),
    Bucket: settings.Bucket.default(''),
    Region: settings.Region.default(''),
    Folder: settings.Folder.default(''),
    User: settings.User.default(''),
    Password: password,
    Authority: settings.Authority.default(''),
    Every: settings.Every.default('day'),
    Weekday: settings.Weekday.default('sunday'),
    Time: settings.Time.default('03:00'),
    Keep: settings.Keep.default(14),
  })
  .meta({ id: 'RemoteBackupUpdate', example })
export type GivenRemote = z.output<typeof GivenRemote>

const seconds = (description: string) =>
  z
    .int()
    .nonnegative()
    .meta({ description: `${description}, Unix time; 0: none` })

const RemoteStatus = z
  .object({
    State: z.enum(['off', 'waiting', 'running', 'retrying', 'stored', 'failed']).meta({
      description:
        '`waiting`: for the first run. `retrying`: the last attempt failed, and another one follows. `stored`, `failed`: the result of the last run',
    }),
    Message: z.string().meta({ description: 'Why the last attempt failed; empty if it did not', example: '' }),
    Fault: RemoteFault.nullable().meta({
      description: '`Message` for programs; null if it has no code',
      example: null,
    }),
    Attempted: seconds('The last attempt'),
    Succeeded: seconds('The last backup that was stored'),
    Next: seconds('The next attempt'),
    Stored: z.array(z.string()).meta({ description: 'The backups there that this router has stored, oldest first' }),
  })
  .meta({ id: 'RemoteBackupStatus' })
export type RemoteStatus = z.output<typeof RemoteStatus>

export const ShownRemote = z
  .object({
    ...settings,
    Password: z.string().meta({ description: `\`${MASK}\`, or empty for none`, example: MASK }),
    Status: RemoteStatus.meta({ description: 'The state of the schedule, and the last results' }),
  })
  .meta({ id: 'RemoteBackup' })
export type ShownRemote = z.output<typeof ShownRemote>

const TestResult = z
  .object({
    Ok: z.boolean().meta({ description: 'A file was stored there' }),
    Message: z.string().meta({ description: 'What happened, in words' }),
    Fault: RemoteFault.nullable().meta({ description: 'Why it failed, for programs; null if it did not' }),
    IsDeleted: z.boolean().meta({ description: 'The file was stored, and deleted afterwards' }),
    Field: z.string().meta({ description: 'The setting that is wrong, such as `Host`; empty if it is none' }),
    HostKey: z.string().meta({
      description:
        '`sftp`: the fingerprint of the host key of the server, if it was accepted or is the reason of the failure; otherwise empty',
    }),
  })
  .meta({
    id: 'RemoteBackupTest',
    example: {
      ...{ Ok: true, Message: 'A test file was stored and deleted.', Fault: null, IsDeleted: true },
      ...{ Field: '', HostKey: '' },
    },
  })
export type RemoteTest = z.output<typeof TestResult>

/** An attempt to read from the server. */
const attempted = {
  Ok: z.boolean().meta({ description: 'It has succeeded' }),
  Message: z.string().meta({ description: 'Why it failed, in words; empty if it did not' }),
  Fault: TestResult.shape.Fault,
  Field: TestResult.shape.Field,
  HostKey: TestResult.shape.HostKey,
}

const NamesThere = z
  .object({
    ...attempted,
    Names: z.array(ArchiveName).meta({ description: 'The backups there, newest first' }),
  })
  .meta({
    id: 'RemoteBackupNames',
    example: {
      Ok: true,
      Message: '',
      Fault: null,
      Field: '',
      HostKey: '',
      Names: ['sallyport-v0.1.0-20260131T120000000Z.backup'],
    },
  })
export type RemoteNames = z.output<typeof NamesThere>

const Fetched = z
  .object({
    ...attempted,
    Name: z.string().meta({ description: 'The name of the backup on this router; empty if it was not fetched' }),
  })
  .meta({
    id: 'RemoteBackupFetched',
    example: {
      Ok: true,
      Message: '',
      Fault: null,
      Field: '',
      HostKey: '',
      Name: 'sallyport-v0.1.0-20260131T120000000Z.backup',
    },
  })
export type RemoteFetched = z.output<typeof Fetched>

export const WantedRemote = z
  .strictObject({ ...GivenRemote.shape, Name: ArchiveName.meta({ description: 'The backup to fetch' }) })
  .meta({
    id: 'RemoteBackupFetch',
    example: { ...example, Name: 'sallyport-v0.1.0-20260131T120000000Z.backup' },
  })
export type WantedRemote = z.output<typeof WantedRemote>

/** Backups that are made on schedule and stored on another machine. */
export const remoteBackup = {
  config: get('/backup/remote', {
    tag,
    summary: 'Scheduled backups on another machine',
    description: 'Their settings, and the results of the last runs.',
    reply: ShownRemote,
  }),
  configure: put('/backup/remote', {
    tag,
    summary: 'Set up scheduled backups on another machine',
    description:
      'Each backup is encrypted with the recovery key, as with `PUT /backup`: note it from `GET /backup/key`. After a failure the ' +
      'router tries again after 5 minutes, 30 minutes and two hours, and publishes `backup:remote:failed` if none succeeds. A stored ' +
      'password is used for the same server only: another host key or authority needs it again. SFTP on schedule needs `HostKey`. ' +
      'Switching them on also switches on the ready-made alert `backup-failed`, unless it was switched on or off before.',
    body: GivenRemote,
    reply: ShownRemote,
    errors: { 400: 'An invalid or missing setting' },
  }),
  test: put('/backup/remote/test', {
    tag,
    isSlow: true,
    summary: 'Test settings that are not saved',
    description:
      'Stores a small file there and deletes it. If `HostKey` is not that of the SFTP server, the test ends before the login and ' +
      'returns the host key of the server: compare it with the server, and test again with it.',
    body: GivenRemote,
    reply: TestResult,
    errors: { 400: 'An invalid or missing setting' },
  }),
  run: put('/backup/remote/run', {
    tag,
    isSlow: true,
    audit: 'a backup on another machine',
    summary: 'Make a backup and store it there now',
    description: 'Returns when it was stored or has failed.',
    reply: RemoteStatus,
    errors: { 400: 'It is not set up', 503: 'Another backup is being made' },
  }),
  list: put('/backup/remote/list', {
    tag,
    isSlow: true,
    audit: 'the backups on another machine were listed',
    summary: 'List the backups there',
    description:
      'With settings that are not saved, such as those of another router. As in a test, no login is sent to an SFTP server with ' +
      'another host key than `HostKey`. WebDAV uses PROPFIND; the key of S3 needs `s3:ListBucket`.',
    body: GivenRemote,
    reply: NamesThere,
    errors: { 400: 'An invalid or missing setting' },
  }),
  fetch: put('/backup/remote/fetch', {
    tag,
    isSlow: true,
    audit: 'a backup was fetched from another machine',
    summary: 'Fetch a backup from there',
    description:
      'Stores it on this router, in place of the oldest if there are ten. Restore it with `PUT /backup/{name}/restore`. The key of S3 needs `s3:GetObject`.',
    body: WantedRemote,
    reply: Fetched,
    errors: { 400: 'An invalid or missing setting, or the file is not a backup', 503: 'Another backup is being made' },
  }),
  key: get('/backup/remote/key', {
    tag,
    effects: true,
    summary: 'The SSH public key of the router',
    description:
      'A line for `authorized_keys` of the user on the SFTP server. The key is created when it is first needed; the private key never leaves the router.',
    reply: z.object({
      PublicKey: z.string().meta({ description: 'The public key', example: 'ssh-ed25519 AAAAC3NzaC1lZDI1 sallyport' }),
    }),
  }),
}
