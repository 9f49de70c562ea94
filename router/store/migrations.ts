import type { Device } from '../model/home/devices/device.ts'
import { isLabel, labelOf, labelsOf } from '../model/home/groups/group.ts'
import { stationLink } from '../model/internet/links/interface.ts'
import type { Target } from '../model/messages/notify/target.ts'
import { isMac, isUnicastMac } from '../values/mac.ts'

/** A saved row of any version. */
export interface Row {
  readonly table: string
  readonly key: string
  readonly value: unknown
}

/** Converts a row to the next version. Undefined deletes it. */
export type Migration = (row: Row) => Row | undefined

/** Adds the upstream of the router's own queries to the firewall's settings. */
const withDnsOverride: Migration = (row) =>
  row.table === 'settings' && row.key === 'firewall'
    ? { ...row, value: { SystemDNSOverride: '', ...(row.value as object) } }
    : row

/** Adds ports to blocks of the router's own traffic. */
const withOutputPorts: Migration = (row) =>
  row.table === 'outputBlocks'
    ? { ...row, key: `${row.key} 1-65535`, value: { DstPort: 'any', ...(row.value as object) } }
    : row

/** Adds `StaticIP`: it is unknown which addresses of existing devices were set by the owner. */
const withStaticIp: Migration = (row) =>
  row.table === 'devices' ? { ...row, value: { StaticIP: false, ...(row.value as object) } } : row

/** Deletes devices with multicast, broadcast or zero addresses, which cannot join. */
const withoutGroupMacs: Migration = (row) =>
  row.table === 'devices' && isMac(row.key) && !isUnicastMac(row.key) ? undefined : row

/** Adds `AllowWired` to devices with a passphrase that were last on a wired link, so that they stay admitted. */
const withAllowWired: Migration = (row) => {
  if (row.table !== 'devices') return row
  const device = row.value as Partial<Device>
  const { PSKEntry, DHCPLastInterface = '' } = device
  const wasWired = Boolean(PSKEntry?.Psk) && DHCPLastInterface !== '' && !stationLink(DHCPLastInterface)
  return { ...row, value: { AllowWired: wasWired, ...device } }
}

/** Replaces themes with an empty list. Clients could not use the objects of earlier versions. */
const withThemeList: Migration = (row) =>
  row.table === 'settings' && row.key === 'themes' && !Array.isArray(row.value) ? { ...row, value: [] } : row

const LABELS = ['DeviceTags', 'GroupTags', 'Groups', 'Tags']

/** Normalises and shortens tags and groups, which were saved as typed and could exceed the kernel's limit. */
const withOneSpelling: Migration = (row) => ({
  ...row,
  value: JSON.parse(JSON.stringify(row.value), (key, inner) =>
    LABELS.includes(key) && Array.isArray(inner) ? labelsOf(inner.map((text) => fitted(String(text)))) : inner,
  ),
})

function fitted(text: string): string {
  const characters = [...labelOf(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))]
  while (characters.length > 1 && !isLabel(characters.join(''))) characters.pop()
  return characters.join('')
}

const SECURED = ['webhook', 'ntfy', 'email']

/** Adds the certificate authorities of receivers of alerts that are reached over TLS. */
const withAuthority: Migration = (row) => {
  if (row.table !== 'notifyTargets') return row
  const target = row.value as Pick<Target, 'Way'>
  const { Kind, Settings } = target.Way
  if (!SECURED.includes(Kind)) return row
  return { ...row, value: { ...target, Way: { Kind, Settings: { Authority: '', ...Settings } } } }
}

const TWELVE_HOURS = 12 * 3600

/** Adds the last use of sessions, which lasted twelve hours and were bearer tokens. */
const withSessionUse: Migration = (row) => {
  if (row.table !== 'sessions') return row
  const session = row.value as { readonly Expires: number }
  const Begun = session.Expires - TWELVE_HOURS
  return { ...row, value: { Csrf: '', Address: '', Agent: '', Begun, LastUsed: Begun, ...session } }
}

/** Adds the end of a postponement to personas, whose granted time applied to schedules and limits alike. */
const withPostponement: Migration = (row) => {
  if (row.table !== 'personas') return row
  const persona = row.value as { readonly GrantUntil: number }
  return { ...row, value: { PostponedUntil: persona.GrantUntil, ...persona } }
}

/** Adds the link of the first DHCP request: it is unknown for existing devices. */
const withFirstInterface: Migration = (row) =>
  row.table === 'devices' ? { ...row, value: { DHCPFirstInterface: '', ...(row.value as object) } } : row

/** Adds the name for EHLO to receivers of e-mail; empty for the domain of the sender. */
const withEhlo: Migration = (row) => {
  if (row.table !== 'notifyTargets') return row
  const target = row.value as Pick<Target, 'Way'>
  const { Kind, Settings } = target.Way
  if (Kind !== 'email') return row
  return { ...row, value: { ...target, Way: { Kind, Settings: { EHLO: '', ...(Settings as object) } } } }
}

/** Adds the language of alerts to their receivers, who have received them in English. */
const withAlertLanguage: Migration = (row) =>
  row.table === 'notifyTargets' ? { ...row, value: { Language: 'en', ...(row.value as object) } } : row

/** The n-th migrates version n to version n + 1. Each has an example in `migrations.test.ts`. */
export const migrations: readonly Migration[] = [
  withDnsOverride,
  withOutputPorts,
  withStaticIp,
  withoutGroupMacs,
  withAllowWired,
  withThemeList,
  withOneSpelling,
  withAuthority,
  withSessionUse,
  withPostponement,
  withFirstInterface,
  withEhlo,
  withAlertLanguage,
]
