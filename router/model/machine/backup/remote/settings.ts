import { z } from 'zod'
import { nextTime } from '../../localtime/moments.ts'
import { RemoteFault } from './fault.ts'

/** Where copies of backups are stored. */
export const REMOTE_KINDS = ['sftp', 'webdav', 's3'] as const
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Saved settings of the backups that are stored elsewhere. Secrets are sealed by the vault; empty for none. */
export const RemoteSettings = z.object({
  Enabled: z.boolean(),
  Kind: z.enum(REMOTE_KINDS),
  /** The SFTP server. */
  Host: z.string(),
  Port: z.int(),
  /** `SHA256:…`, the only one to accept; empty for none. */
  HostKey: z.string(),
  /** The folder of the WebDAV server, or the endpoint of S3. */
  URL: z.string(),
  Bucket: z.string(),
  Region: z.string(),
  /** The folder on the SFTP server, or the prefix in the bucket. */
  Folder: z.string(),
  /** The user, or the access key of S3. */
  User: z.string(),
  SealedPassword: z.string(),
  /** PEM text of the only authorities to trust; empty for the built-in ones. */
  Authority: z.string(),
  Every: z.enum(['day', 'week']),
  /** 0 is Sunday. */
  Weekday: z.int().min(0).max(6),
  /** `HH:MM`, local time. */
  Time: z.string(),
  Keep: z.int(),
  /** The key pair of this router for SSH; empty until it is needed. */
  PublicKey: z.string(),
  SealedPrivateKey: z.string(),
})
export type RemoteSettings = z.infer<typeof RemoteSettings>

export const defaultRemote = (): RemoteSettings => ({
  ...{ Enabled: false, Kind: 'sftp', Host: '', Port: 22, HostKey: '', URL: '', Bucket: '', Region: '' },
  ...{ Folder: '', User: '', SealedPassword: '', Authority: '' },
  ...{ Every: 'day', Weekday: 0, Time: '03:00', Keep: 14, PublicKey: '', SealedPrivateKey: '' },
})

/** The results of scheduled backups. Times in milliseconds since 1970; 0 for never. */
export const RemoteState = z.object({
  /** The end of the last run: a backup was stored, or no attempt of the schedule is left; or when the schedule was set. */
  Ran: z.number(),
  Attempted: z.number(),
  Succeeded: z.number(),
  /** Why the last attempt failed; empty if it did not. */
  Message: z.string(),
  /** The same for programs; absent if it has no code. */
  Fault: RemoteFault.optional(),
  /** Names of the archives there, oldest first. */
  Stored: z.array(z.string()),
  /** Names of archives that may be there in whole or in part: their upload began, and the server has not confirmed its end. */
  Unconfirmed: z.array(z.string()).optional(),
  /** The archive on this router that was made for the last run. */
  Local: z.string(),
})
export type RemoteState = z.infer<typeof RemoteState>

export const noRemoteState = (): RemoteState => ({
  ...{ Ran: 0, Attempted: 0, Succeeded: 0, Message: '', Stored: [], Local: '' },
})

/** The first time of the schedule after another one, in milliseconds since 1970, in a time zone. */
export function nextRun(
  { Every, Weekday, Time }: Pick<RemoteSettings, 'Every' | 'Weekday' | 'Time'>,
  after: number,
  zone: string,
): number {
  const isDue = (at: number): boolean =>
    Every === 'day' || Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).dayOfWeek % 7 === Weekday
  let at = nextTime(Time, after, zone)
  while (!isDue(at)) at = nextTime(Time, at, zone)
  return at
}
