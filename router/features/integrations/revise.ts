import { X509Certificate } from 'node:crypto'
import { Invalid } from '../../errors.ts'
import type { Vault } from '../../store/vault.ts'
import { MASK } from '../devices/device.ts'
import type { GivenMqtt, GivenNats, GivenSyslog, ShownMqtt, ShownNats, ShownSyslog } from './contract.ts'
import type { MqttSettings, NatsSettings, SyslogSettings } from './settings.ts'

const masked = (sealed: string): string => (sealed === '' ? '' : MASK)

export const shownMqtt = ({ SealedPassword, ClientId, ...settings }: MqttSettings): ShownMqtt => ({
  ...settings,
  Password: masked(SealedPassword),
})

export const shownNats = ({ SealedPassword, SealedToken, ...settings }: NatsSettings): ShownNats => ({
  ...settings,
  Password: masked(SealedPassword),
  Token: masked(SealedToken),
})

export const shownSyslog = (settings: SyslogSettings): ShownSyslog => settings

/** The settings after a client's change; `clientId` is used if there is none yet. Throws `Invalid`. */
export function revisedMqtt(stored: MqttSettings, given: GivenMqtt, vault: Vault, clientId: string): MqttSettings {
  const { Password, ...fields } = present(given)
  const settings = { ...stored, ...fields, ClientId: stored.ClientId || clientId }
  const SealedPassword = sealed('Password', Password, stored.SealedPassword, stored, settings, vault)
  return demandUsable({ ...settings, SealedPassword })
}

/** The settings after a client's change. Throws `Invalid`. */
export function revisedNats(stored: NatsSettings, given: GivenNats, vault: Vault): NatsSettings {
  const { Password, Token, ...fields } = present(given)
  const settings = { ...stored, ...fields }
  return demandUsable({
    ...settings,
    SealedPassword: sealed('Password', Password, stored.SealedPassword, stored, settings, vault),
    SealedToken: sealed('Token', Token, stored.SealedToken, stored, settings, vault),
  })
}

/** The settings after a client's change. Throws `Invalid`. */
export const revisedSyslog = (stored: SyslogSettings, given: GivenSyslog): SyslogSettings =>
  demandUsable({ ...stored, ...present(given) })

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const present = <T extends object>(given: T): Present<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>

function sealed(
  field: string,
  given: string | undefined,
  before: string,
  stored: { readonly Host: string },
  now: { readonly Host: string },
  vault: Vault,
): string {
  if (given !== undefined && given !== MASK) return given && vault.seal(given)
  if (given === MASK && before === '') throw new Invalid(`${MASK} means the stored one, and there is none`, field)
  // Otherwise a client that may not read the secret could have it sent to a server of its own.
  if (before !== '' && now.Host !== stored.Host) throw new Invalid('is needed again for another host', field)
  return before
}

function demandUsable<S extends { Enabled: boolean; Host: string; Authority: string }>(settings: S): S {
  const { Enabled, Host, Authority } = settings
  if (Enabled && Host === '') throw new Invalid('is needed', 'Host')
  if (Authority.trim() !== '' && !isCertificates(Authority))
    throw new Invalid('must be one or more certificates in PEM form', 'Authority')
  return settings
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

function isCertificates(text: string): boolean {
  const blocks = text.match(BLOCK) ?? []
  if (text.replace(BLOCK, '').trim() !== '') return false
  try {
    for (const block of blocks) new X509Certificate(block)
    return blocks.length > 0
  } catch {
    return false
  }
}
