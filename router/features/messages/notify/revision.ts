import { Invalid } from '../../../errors.ts'
import { demandCertificates } from '../../../machine/certificates.ts'
import type { Delivery, NewTarget, ShownTarget, TargetUpdate } from '../../../model/messages/notify/contract.ts'
import {
  type DeliveryMethod,
  SECRETS,
  type SettingsOf,
  type Target,
  type TargetKind,
} from '../../../model/messages/notify/target.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { masked, revisedSecret } from '../../../store/secret.ts'
import type { Vault } from '../../../store/vault.ts'
import { minutesOf, timeOfMinutes } from '../../../values/timeofday.ts'

/** The field of a request that has the settings of a kind. */
export const TARGET_SETTINGS_FIELDS = {
  push: 'Push',
  webhook: 'Webhook',
  ntfy: 'Ntfy',
  email: 'Email',
  mqtt: 'MQTT',
} as const satisfies Record<TargetKind, string>

/** A new target. Secrets of `known` are used where the request has none. Throws `Invalid`. */
export const newTarget = (Id: string, given: NewTarget, vault: Vault, known?: DeliveryMethod): Target => {
  const { Name, Enabled, MinimumType, Topics, QuietHours, PerHour, Language, Kind } = given
  return {
    ...{ Id, Name, Enabled, MinimumType, Topics, QuietHours: minutes(QuietHours), PerHour, Language },
    Way: demandWay(Kind, given, vault, known),
  }
}

/** The target after a change. Throws `Invalid`. */
export function revisedTarget(before: Target, given: TargetUpdate, vault: Vault): Target {
  const {
    Kind,
    QuietHours,
    Push: _push,
    Webhook: _webhook,
    Ntfy: _ntfy,
    Email: _email,
    MQTT: _mqtt,
    ...changed
  } = given
  if (Kind !== undefined && Kind !== before.Way.Kind) throw new Invalid(phrase('messages.targetKindFixed'), 'Kind')
  const present = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  const own = given[TARGET_SETTINGS_FIELDS[before.Way.Kind]]
  demandNoOther(before.Way.Kind, given)
  return {
    ...before,
    ...present,
    ...(QuietHours === undefined ? {} : { QuietHours: minutes(QuietHours) }),
    Way: own ? demandWay(before.Way.Kind, given, vault, before.Way) : before.Way,
  }
}

/** The target as clients see it: secrets are masked. */
export function shownTarget({ Way: { Kind, Settings }, QuietHours, ...target }: Target, Last: Delivery): ShownTarget {
  const secret = SECRETS[Kind]?.field
  const shown = Object.fromEntries(
    Object.entries(Settings).map(([name, value]) => [name, name === secret ? masked(String(value)) : value]),
  )
  const ways = { Push: null, Webhook: null, Ntfy: null, Email: null, MQTT: null }
  return {
    ...target,
    QuietHours: QuietHours && { ...QuietHours, From: timeOfMinutes(QuietHours.From), To: timeOfMinutes(QuietHours.To) },
    Kind,
    ...ways,
    [TARGET_SETTINGS_FIELDS[Kind]]: shown,
    Last,
  }
}

/** The settings of a kind with their secret in clear text. Throws `Unavailable` if it was sealed with another key. */
export function openedSettings({ Kind, Settings }: DeliveryMethod, vault: Vault): SettingsOf[TargetKind] {
  const field = SECRETS[Kind]?.field
  const sealed = field && (Settings as Record<string, unknown>)[field]
  return (sealed ? { ...Settings, [field]: vault.open(String(sealed)) } : Settings) as SettingsOf[TargetKind]
}

const minutes = (given: NewTarget['QuietHours']): Target['QuietHours'] =>
  given && { ...given, From: minutesOf(given.From), To: minutesOf(given.To) }

/** Settings of other kinds would have no effect. */
function demandNoOther(kind: TargetKind, given: TargetUpdate): void {
  for (const [other, field] of Object.entries(TARGET_SETTINGS_FIELDS))
    if (other !== kind && given[field]) throw new Invalid(phrase('messages.targetKindExcludes', kind), field)
}

function demandWay(
  kind: TargetKind,
  given: TargetUpdate,
  vault: Vault,
  before: DeliveryMethod | undefined,
): DeliveryMethod {
  demandNoOther(kind, given)
  const name = TARGET_SETTINGS_FIELDS[kind]
  const own: Record<string, unknown> | undefined | null = given[name]
  if (!own) throw new Invalid(phrase('messages.targetKindNeeds', kind), name)
  demandCertificates(String(own.Authority ?? ''), `${name}.Authority`)
  if (kind === 'email') demandSafe(own as NonNullable<NewTarget['Email']>, before)
  const secret = SECRETS[kind]
  if (!secret) return { Kind: kind, Settings: own } as DeliveryMethod
  const { field } = secret
  const at = `${name}.${field}`
  const stored: Record<string, unknown> | undefined = before?.Kind === kind ? before.Settings : undefined
  const change = { field: at, given: own[field] as string | null | undefined, stored: String(stored?.[field] ?? '') }
  const sealed = revisedSecret({ ...change, before: stored, after: own }, vault)
  if (kind === 'push' && sealed === '') throw new Invalid(phrase('field.needed'), at)
  return { Kind: kind, Settings: { ...own, [field]: sealed } } as DeliveryMethod
}

function demandSafe(
  { Security, User, Password }: NonNullable<NewTarget['Email']>,
  before: DeliveryMethod | undefined,
): void {
  if (Security === 'none' && User !== '')
    throw new Invalid(phrase('messages.mailPasswordUnencrypted'), 'Email.Security')
  const hasStored = before?.Kind === 'email' && before.Settings.Password !== ''
  if (User !== '' && (Password === '' || (!Password && !hasStored)))
    throw new Invalid(phrase('messages.mailPasswordNeeded'), 'Email.Password')
}
