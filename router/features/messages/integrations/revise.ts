import { Invalid } from '../../../errors.ts'
import { demandCertificates } from '../../../machine/certificates.ts'
import type {
  GivenMqtt,
  GivenNats,
  GivenSyslog,
  ShownMqtt,
  ShownNats,
  ShownSyslog,
} from '../../../model/messages/integrations/contract.ts'
import type { MqttSettings, NatsSettings, SyslogSettings } from '../../../model/messages/integrations/settings.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { masked, revisedSecret } from '../../../store/secret.ts'
import type { Vault } from '../../../store/vault.ts'

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
  const to = { before: stored, after: settings }
  const password = { field: 'Password', given: Password, stored: stored.SealedPassword, ...to }
  return demandUsable({ ...settings, SealedPassword: revisedSecret(password, vault) })
}

/** The settings after a client's change. Throws `Invalid`. */
export function revisedNats(stored: NatsSettings, given: GivenNats, vault: Vault): NatsSettings {
  const { Password, Token, ...fields } = present(given)
  const settings = { ...stored, ...fields }
  const to = { before: stored, after: settings }
  const password = { field: 'Password', given: Password, stored: stored.SealedPassword, ...to }
  const token = { field: 'Token', given: Token, stored: stored.SealedToken, ...to }
  return demandUsable({
    ...settings,
    SealedPassword: revisedSecret(password, vault),
    SealedToken: revisedSecret(token, vault),
  })
}

/** The settings after a client's change. Throws `Invalid`. */
export const revisedSyslog = (stored: SyslogSettings, given: GivenSyslog): SyslogSettings =>
  demandUsable({ ...stored, ...present(given) })

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const present = <T extends object>(given: T): Present<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Present<T>

function demandUsable<S extends { Enabled: boolean; Host: string; Authority: string }>(settings: S): S {
  const { Enabled, Host, Authority } = settings
  if (Enabled && Host === '') throw new Invalid(phrase('field.needed'), 'Host')
  demandCertificates(Authority, 'Authority')
  return settings
}
