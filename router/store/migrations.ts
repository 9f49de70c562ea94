import type { Device } from '../features/devices/device.ts'
import { isLabel, labelOf, labelsOf } from '../features/groups/group.ts'
import { stationLink } from '../features/links/interface.ts'
import { isMac, isUnicastMac } from '../values/mac.ts'

/** A remembered row, whatever version it is of. */
export interface Row {
  readonly table: string
  readonly key: string
  readonly value: unknown
}

/** One row of a version into one of the next; `undefined` drops it. */
export type Migration = (row: Row) => Row | undefined

/** The firewall's settings say where the router's own questions go. */
const withDnsOverride: Migration = (row) =>
  row.table === 'settings' && row.key === 'firewall'
    ? { ...row, value: { SystemDNSOverride: '', ...(row.value as object) } }
    : row

/** Blocks of the router itself are for a port, a range or any. */
const withOutputPorts: Migration = (row) =>
  row.table === 'outputBlocks'
    ? { ...row, key: `${row.key} 1-65535`, value: { DstPort: 'any', ...(row.value as object) } }
    : row

/** Which addresses an owner has set is not known of devices from before. */
const withStaticIp: Migration = (row) =>
  row.table === 'devices' ? { ...row, value: { StaticIP: false, ...(row.value as object) } } : row

/** Group, broadcast and zero addresses are no devices: none could ever join. */
const withoutGroupMacs: Migration = (row) =>
  row.table === 'devices' && isMac(row.key) && !isUnicastMac(row.key) ? undefined : row

/** Devices with a passphrase that were last on a cable stay admitted there; for all others that is the owner's decision. */
const withAllowWired: Migration = (row) => {
  if (row.table !== 'devices') return row
  const device = row.value as Partial<Device>
  const { PSKEntry, DHCPLastInterface = '' } = device
  const wasWired = Boolean(PSKEntry?.Psk) && DHCPLastInterface !== '' && !stationLink(DHCPLastInterface)
  return { ...row, value: { AllowWired: wasWired, ...device } }
}

/** Themes are a list of a known shape. The objects of earlier versions were of no use to the clients that kept them. */
const withThemeList: Migration = (row) =>
  row.table === 'settings' && row.key === 'themes' && !Array.isArray(row.value) ? { ...row, value: [] } : row

const LABELS = ['DeviceTags', 'GroupTags', 'Groups', 'Tags']

/** Tags of any script were kept as they were typed: composed or not, and longer than the kernel can take. */
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

/** The n-th leads from version n to version n + 1. Each has a before/after pair in `migrations.test.ts`. */
export const migrations: readonly Migration[] = [
  withDnsOverride,
  withOutputPorts,
  withStaticIp,
  withoutGroupMacs,
  withAllowWired,
  withThemeList,
  withOneSpelling,
]
