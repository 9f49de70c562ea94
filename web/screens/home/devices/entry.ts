import { type Device, isDisabled, isPending } from '../../../../router/model/home/devices/device.ts'
import { includesWords } from '../../../parts/lists/fold.ts'
import { byName } from '../../../parts/lists/natural.ts'
import { shownName } from '../../../parts/values/name.ts'
import { texts } from '../../../texts.ts'
import { policyWords } from './policies.ts'
import { labelTags } from './tag.ts'

/** `elsewhere`: away from home and connected through VPN. */
export type DeviceStatus = 'online' | 'offline' | 'waiting' | 'disabled' | 'elsewhere'

/** A device as screens show it. */
export interface ShownDevice {
  readonly identity: string
  readonly device: Device
  readonly name: string
  readonly status: DeviceStatus
}

/** An entry of the router's neighbour table. Flags `0x0`: no answer for the address. */
export interface NeighbourEntry {
  readonly MAC: string
  readonly Flags: string
}

/** An unnamed device without permissions, which the owner did not add. */
export const isNew = ({ Name, Policies, Groups }: Device): boolean =>
  Name === '' && Policies.length + Groups.length === 0

const RANK: Record<DeviceStatus, number> = { waiting: 0, online: 1, elsewhere: 2, offline: 3, disabled: 4 }

/** Whether the device can be reached now, at home or through VPN. */
export const isConnected = ({ status }: Pick<ShownDevice, 'status'>): boolean =>
  status === 'online' || status === 'elsewhere'

/** How many devices have a name, how many of those are connected, and how many without a name are. */
export function countsOf(entries: readonly ShownDevice[]): { named: number; online: number; unnamedOnline: number } {
  const named = entries.filter(({ device }) => device.Name !== '')
  const online = named.filter(isConnected).length
  return { named: named.length, online, unnamedOnline: entries.filter(isConnected).length - online }
}

/** `remote`: the keys of devices that are connected through VPN. */
function statusOfDevice(
  identity: string,
  device: Device,
  neighbours: ReadonlySet<string>,
  remote: ReadonlySet<string>,
): DeviceStatus {
  if (isDisabled(device)) return 'disabled'
  if (isPending(identity)) return 'waiting'
  if (neighbours.has(device.MAC.toLowerCase())) return 'online'
  return remote.has(device.WGPubKey) ? 'elsewhere' : 'offline'
}

export const answering = (neighbours: readonly NeighbourEntry[]): ReadonlySet<string> =>
  new Set(neighbours.flatMap(({ MAC, Flags }) => (Number(Flags) === 0 ? [] : [MAC.toLowerCase()])))

/** Order by status: new, pending, online, then the others; by name within each. */
export function entriesOf(
  devices: Readonly<Record<string, Device>>,
  neighbours: readonly NeighbourEntry[],
  remote: ReadonlySet<string> = new Set(),
): ShownDevice[] {
  const here = answering(neighbours)
  return Object.entries(devices)
    .map(([identity, device]) => ({
      identity,
      device,
      name: shownName(device.Name) || texts.devices.unnamed,
      status: statusOfDevice(identity, device, here, remote),
    }))
    .sort(
      (a, b) =>
        Number(isNew(b.device)) - Number(isNew(a.device)) ||
        RANK[a.status] - RANK[b.status] ||
        byName(a.name, b.name) ||
        (a.identity < b.identity ? -1 : 1),
    )
}

/** True if every word occurs in the displayed text of the device. */
export function deviceMatches({ identity, device, name }: ShownDevice, words: string): boolean {
  const shown = [name, identity, device.MAC, device.RecentIP, ...device.Groups, ...labelTags(device.DeviceTags)]
  return includesWords([...shown, ...device.Policies, ...policyWords(device.Policies)].join('\n'), words)
}

/** Names of other devices in its enabled groups. */
export function companions(
  of: ShownDevice,
  all: readonly ShownDevice[],
  disabledGroups: ReadonlySet<string>,
): string[] {
  const groups = of.device.Groups.filter((group) => !disabledGroups.has(group))
  return all
    .filter((other) => other.identity !== of.identity && other.device.Groups.some((group) => groups.includes(group)))
    .map((other) => other.name)
}

/** How a device connects: by wifi with its passphrase (maybe still pending), through VPN, or by cable. */
export function connectionOf({ identity, device }: Pick<ShownDevice, 'identity' | 'device'>) {
  if (isPending(identity)) return 'waiting'
  if (device.PSKEntry.Type !== '') return 'wifi'
  return device.MAC === '' ? 'vpn' : 'wired'
}
