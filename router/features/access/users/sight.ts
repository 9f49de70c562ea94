import { isForAll, type Selected } from '../../../model/firewall/rules/pfwrule.ts'
import { type Device, identityOf } from '../../../model/home/devices/device.ts'
import { closeness } from '../../../model/vpn/tunnels/tunnel.ts'
import type { Facts } from '../../../store/facts.ts'

/** What a parent sees of the home: given groups, and the devices in them. */
export interface Sight {
  readonly devices: () => Device[]
  /** By MAC address or VPN key. */
  readonly hasDevice: (identity: string) => boolean
  readonly hasAddress: (ip: string) => boolean
  readonly hasGroup: (name: string) => boolean
  /** Whether a selection is about at least one of the devices. */
  readonly concerns: (selected: Selected) => boolean
  /** Whether a selection is about these devices and groups only. False for tags, which other devices can have. */
  readonly contains: (selected: Selected) => boolean
  /** The entries of a selection by which these devices are selected. */
  readonly partOf: (selected: Selected) => Selected
}

export function sightOf({ devices }: Pick<Facts, 'devices'>, groups: readonly string[]): Sight {
  const isSeen = (device: Device | undefined): boolean => device?.Groups.some((name) => groups.includes(name)) ?? false
  const find = (identity: string) => devices.get(identity) ?? devices.by('WGPubKey', identity)
  const sight: Sight = {
    devices: () => [...devices.values()].filter(isSeen),
    hasDevice: (text) => isSeen(find(identityOf(text))),
    hasAddress: (ip) => isSeen(devices.by('RecentIP', ip)),
    hasGroup: (name) => groups.includes(name),
    concerns: (selected) => sight.devices().some((device) => isForAll(selected) || closeness(selected, device) > 0),
    contains: (selected) =>
      !isForAll(selected) &&
      selected.Tags.length === 0 &&
      selected.Devices.every(sight.hasDevice) &&
      selected.Groups.every(sight.hasGroup),
    partOf({ Devices, Tags, Groups }) {
      const seen = sight.devices()
      return {
        Devices: Devices.filter(sight.hasDevice),
        Tags: Tags.filter((tag) => seen.some(({ DeviceTags }) => DeviceTags.includes(tag))),
        Groups: Groups.filter((group) => seen.some((device) => device.Groups.includes(group))),
      }
    },
  }
  return sight
}
