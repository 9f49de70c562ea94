import type { Member } from '../../../compiler/network.ts'

/** The link of a device that is connected; undefined while it is not. A VPN peer has its link also while it is offline. */
export const connectedLink = (member: Member | undefined, isOnVpn: boolean): string | undefined =>
  isPeer(member) && !isOnVpn ? undefined : member?.place?.link

/** Whether the device is connected by the VPN. */
export const isPeer = (member: Member | undefined): boolean => member?.place?.mac === ''

/** Whether a device is connected; `isOnVpn`: as a peer of the VPN server. */
export const isDeviceConnected = (member: Member | undefined, isOnVpn: boolean): boolean =>
  connectedLink(member, isOnVpn) !== undefined
