import { Invalid } from '../../../../errors.ts'
import { demandCertificates } from '../../../../machine/certificates.ts'
import type { GivenRemote, RemoteStatus, ShownRemote } from '../../../../model/machine/backup/remote/contract.ts'
import { type RemoteSettings, WEEKDAYS } from '../../../../model/machine/backup/remote/settings.ts'
import { phrase } from '../../../../phrases/phrase.ts'
import { masked, revisedSecret } from '../../../../store/secret.ts'
import type { Vault } from '../../../../store/vault.ts'
import type { OpenSettings } from './place.ts'

/** Settings that must not be empty. */
const NEEDED = { sftp: ['Host', 'User'], webdav: ['URL'], s3: ['URL', 'Bucket', 'User'] } as const

/** The settings that decide which server it is. */
const SERVER = ['Kind', 'Host', 'Port', 'URL'] as const
/** The settings that decide where files are. */
const PLACE = [...SERVER, 'Bucket', 'Folder', 'User'] as const

export const isSamePlace = (a: RemoteSettings, b: RemoteSettings): boolean => PLACE.every((name) => a[name] === b[name])

/** The settings after a change. Throws `Invalid`. */
export function revised(before: RemoteSettings, given: GivenRemote, vault: Vault): RemoteSettings {
  const { Password, HostKey: givenKey, Weekday, ...plain } = given
  for (const field of NEEDED[given.Kind])
    if (given[field] === '') throw new Invalid(phrase('machine.backupKindNeeds', given.Kind), field)
  if (given.Kind === 's3' && /[^!-~]/.test(given.User)) throw new Invalid(phrase('machine.accessKey'), 'User')
  // RFC 7617 §2.
  if (given.Kind === 'webdav' && given.User.includes(':')) throw new Invalid(phrase('field.noColon'), 'User')
  demandCertificates(given.Authority, 'Authority')
  const isSameServer = SERVER.every((name) => before[name] === given[name])
  // A key that was accepted for one server says nothing about another one.
  const HostKey = givenKey ?? (isSameServer ? before.HostKey : '')
  const after = { ...before, ...plain, HostKey, Weekday: WEEKDAYS.indexOf(Weekday) }
  const change = { field: 'Password', given: Password, stored: before.SealedPassword, before, after }
  return { ...after, SealedPassword: revisedSecret(change, vault) }
}

/** Throws `Invalid` if scheduled backups could not be stored with the settings. */
export function demandRunnable({ Enabled, Kind, HostKey }: RemoteSettings): void {
  if (Enabled && Kind === 'sftp' && HostKey === '') throw new Invalid(phrase('machine.hostKeyNeeded'), 'HostKey')
}

/** The settings as clients see them: without secrets. */
export function shown(settings: RemoteSettings, Status: RemoteStatus): ShownRemote {
  const { SealedPassword, SealedPrivateKey: _private, PublicKey: _public, Weekday, ...plain } = settings
  return { ...plain, Weekday: WEEKDAYS[Weekday] ?? 'sunday', Password: masked(SealedPassword), Status }
}

/** With secrets in clear text. Throws `Unavailable` if they were sealed with another key. */
export function unsealedSettings(settings: RemoteSettings, vault: Vault): OpenSettings {
  const { SealedPassword, SealedPrivateKey, PublicKey: _, ...plain } = settings
  const open = (sealed: string): string => (sealed === '' ? '' : vault.open(sealed))
  return { ...plain, Password: open(SealedPassword), PrivateKey: open(SealedPrivateKey) }
}
