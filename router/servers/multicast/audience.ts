import type { MulticastAddress } from '../../model/firewall/multicast/settings.ts'
import type { Ip } from '../../values/ip.ts'
import type { Mac } from '../../values/mac.ts'

/** A device that is on a link now, as sender or receiver. */
export interface MulticastDevice {
  readonly mac: Mac
  readonly ip: Ip
  readonly link: string
  readonly tags: readonly string[]
  /** Only groups for one of its tags are forwarded. */
  readonly guest: boolean
  /** Neither sends nor receives, and the router ignores its announcements. */
  readonly mute: boolean
  /** Unnamed and without any permission: the router reads its announcements, but it neither sends nor receives. */
  readonly stranger: boolean
}

/** What a datagram does. `either` for protocols that the relay does not read. */
export type DatagramKind = 'question' | 'announcement' | 'either'

/** Whether the firewall accepts any new connection from one address to the other. */
export type MayConnect = (from: Ip, to: Ip) => boolean

/** Whether datagrams to the groups of this entry are forwarded from one device to the other. */
export function mayReceive(
  entry: MulticastAddress,
  direction: DatagramKind,
  sender: MulticastDevice,
  receiver: MulticastDevice,
  mayConnect: MayConnect,
): boolean {
  if ([sender, receiver].some(({ mute, stranger }) => mute || stranger)) return false
  const isListed =
    entry.Tags.length === 0
      ? !sender.guest && !receiver.guest
      : entry.Tags.some((tag) => sender.tags.includes(tag) && receiver.tags.includes(tag))
  if (!isListed) return false
  // Questions go to devices that the sender may connect to; announcements to devices that may connect to the sender.
  return (
    (direction !== 'announcement' && mayConnect(sender.ip, receiver.ip)) ||
    (direction !== 'question' && mayConnect(receiver.ip, sender.ip))
  )
}

/**
 * The devices that receive a copy of one datagram each: a copy for all on a shared wire would also reach devices without permission.
 * Devices on the sender's own link need none, except those with `onOwnLink`.
 */
export const receiversOf = (
  entry: MulticastAddress,
  direction: DatagramKind,
  sender: MulticastDevice,
  household: readonly MulticastDevice[],
  mayConnect: MayConnect,
  onOwnLink: (receiver: MulticastDevice) => boolean = () => false,
): MulticastDevice[] =>
  household.filter(
    (receiver) =>
      receiver.mac !== sender.mac &&
      mayReceive(entry, direction, sender, receiver, mayConnect) &&
      (receiver.link !== sender.link || onOwnLink(receiver)),
  )
