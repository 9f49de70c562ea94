import { savedSetting } from '../saved.ts'
import { BackupRow } from './backup/recoverykey.ts'
import { defaultRemote, noRemoteState, RemoteSettings, RemoteState } from './backup/remote/settings.ts'
import { defaultMachine, MachineSettings } from './info/hostname-schema.ts'
import { defaultZone, ZoneSettings } from './localtime/zonename.ts'
import { defaultUpdateMemory, UpdateMemory } from './releases/progress.ts'
import {
  defaultRelease,
  defaultReleaseSource,
  defaultUpdates,
  ReleaseSettings,
  ReleaseSource,
  UpdateSettings,
} from './releases/release.ts'
import { defaultTime, TimeSettings } from './time/servers.ts'
import { Tls } from './tls/credentials.ts'

export const machineSettings = {
  machine: savedSetting({
    schema: MachineSettings,
    defaults: defaultMachine,
    audit: { noun: 'machine', shows: ['HostName'] },
  }),
  tls: savedSetting({
    schema: Tls,
    defaults: () => null,
    audit: { noun: 'HTTPS', shows: ['authority.certificate', 'server.certificate'] },
  }),
  time: savedSetting({
    schema: TimeSettings,
    defaults: defaultTime,
    audit: { noun: 'time servers', shows: ['Servers'] },
  }),
  timeZone: savedSetting({
    schema: ZoneSettings,
    defaults: defaultZone,
    audit: { noun: 'time zone', shows: ['TimeZone'] },
    undo: 'alone',
  }),
  release: savedSetting({
    schema: ReleaseSettings,
    defaults: defaultRelease,
    audit: { noun: 'version', shows: ['CustomChannel', 'CustomVersion'] },
  }),
  releaseSource: savedSetting({
    schema: ReleaseSource,
    defaults: defaultReleaseSource,
    audit: { noun: 'source of releases', shows: ['URL'] },
  }),
  updates: savedSetting({
    schema: UpdateSettings,
    defaults: defaultUpdates,
    audit: { noun: 'update notifications', shows: [] },
  }),
  updateMemory: savedSetting({
    schema: UpdateMemory,
    defaults: defaultUpdateMemory,
    audit: 'internal',
  }),
  backup: savedSetting({
    schema: BackupRow,
    defaults: () => ({ RecoveryKey: '' }),
    audit: { noun: 'recovery key', shows: [] },
  }),
  remoteBackup: savedSetting({
    schema: RemoteSettings,
    defaults: defaultRemote,
    audit: {
      noun: 'backups on another machine',
      shows: [
        'Kind',
        'Host',
        'HostKey',
        'URL',
        'Bucket',
        'Region',
        'Folder',
        'User',
        'Authority',
        'Every',
        'Time',
        'PublicKey',
      ],
    },
  }),
  /** The results of scheduled backups. */
  remoteBackupState: savedSetting({
    schema: RemoteState,
    defaults: noRemoteState,
    audit: 'internal',
    isTemporary: true,
  }),
}
