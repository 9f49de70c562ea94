import type { MulticastAddress } from '../../features/multicast/settings.ts'
import type { Mac } from '../../values/mac.ts'

/** A device that is on a link now, as sender or receiver. */
export interface MulticastDevice {
  readonly mac: Mac
  readonly link: string
  readonly tags: readonly string[]
  /** Only groups for one of its tags are forwarded. */
  readonly guest: boolean
  /** Neither sends nor receives. */
  readonly mute: boolean
}

/** A copy of a datagram for all devices on a link, or for one of them. */
export interface Copy {
  readonly link: string
  readonly to: Mac | 'all'
}

/** Whether datagrams to the groups of this entry are forwarded from one device to the other. */
export function mayReceive(entry: MulticastAddress, sender: MulticastDevice, receiver: MulticastDevice): boolean {
  if (sender.mute || receiver.mute) return false
  if (entry.Tags.length === 0) return !sender.guest && !receiver.guest
  return entry.Tags.some((tag) => sender.tags.includes(tag) && receiver.tags.includes(tag))
}

/**
 * The copies of one datagram. The sender's own link needs none. On a shared wire there is one copy for all,
 * unless one of the devices there may not receive it: then each of the others gets its own.
 */
export function copiesFor(
  entry: MulticastAddress,
  sender: MulticastDevice,
  household: readonly MulticastDevice[],
): Copy[] {
  const elsewhere = household.filter(({ link }) => link !== sender.link)
  return [...Map.groupBy(elsewhere, ({ link }) => link)].flatMap(([link, there]): Copy[] => {
    const receivers = there.filter((receiver) => mayReceive(entry, sender, receiver))
    if (receivers.length === there.length) return [{ link, to: 'all' }]
    return receivers.map(({ mac }) => ({ link, to: mac }))
  })
}
