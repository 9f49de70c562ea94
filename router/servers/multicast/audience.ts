import type { MulticastAddress } from '../../features/multicast/settings.ts'
import type { Mac } from '../../values/mac.ts'

/** A device of the household that is on a link now, as sender or receiver. */
export interface Party {
  readonly mac: Mac
  readonly link: string
  readonly tags: readonly string[]
  /** Takes part in nothing that is not for one of its tags. */
  readonly guest: boolean
  /** Neither sends nor receives. */
  readonly mute: boolean
}

/** Where a datagram goes: to everybody on a link, or to one device there. */
export interface Copy {
  readonly link: string
  readonly to: Mac | 'everybody'
}

/** Whether datagrams to the groups of this entry are forwarded from one device to the other. */
export function mayReceive(entry: MulticastAddress, sender: Party, receiver: Party): boolean {
  if (sender.mute || receiver.mute) return false
  if (entry.Tags.length === 0) return !sender.guest && !receiver.guest
  return entry.Tags.some((tag) => sender.tags.includes(tag) && receiver.tags.includes(tag))
}

/**
 * The copies of one datagram. The sender's own link needs none. On a shared wire there is one copy for all,
 * unless one of the devices there may not receive it: then each of the others gets its own.
 */
export function copiesFor(entry: MulticastAddress, sender: Party, household: readonly Party[]): Copy[] {
  const elsewhere = household.filter(({ link }) => link !== sender.link)
  return [...Map.groupBy(elsewhere, ({ link }) => link)].flatMap(([link, there]): Copy[] => {
    const receivers = there.filter((receiver) => mayReceive(entry, sender, receiver))
    if (receivers.length === there.length) return [{ link, to: 'everybody' }]
    return receivers.map(({ mac }) => ({ link, to: mac }))
  })
}
