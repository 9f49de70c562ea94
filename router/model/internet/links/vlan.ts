import type { Device } from '../../home/devices/device.ts'
import { vlanName } from './interface.ts'

/** The tagged parts of links, by their names. */
export type Vlans = readonly { readonly link: string; readonly parent: string }[]

/** On a trunk, a device that the owner has given a tag is nowhere but behind that tag: others there cannot pose as it. */
export function isOnItsVlan({ VLANTag }: Pick<Device, 'VLANTag'>, link: string, vlans: Vlans): boolean {
  if (VLANTag === '') return true
  const parent = vlans.find((vlan) => vlan.link === link)?.parent ?? link
  const isTrunk = vlans.some((vlan) => vlan.parent === parent)
  return !isTrunk || link === vlanName(parent, VLANTag)
}
