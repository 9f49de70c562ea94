import type { MulticastAddress } from '../../features/multicast/settings.ts'
import type { Mac } from '../../values/mac.ts'

/** A device of the household that is on a link now, as one who sends or hears. */
export interface Party {
  readonly mac: Mac
  readonly link: string
  readonly tags: readonly string[]
  /** Takes part in nothing that is not for one of its tags. */
  readonly guest: boolean
  /** Neither sends nor hears. */
  readonly mute: boolean
}

/** Where a datagram goes: to everybody on a link, or to one device there. */
export interface Copy {
  readonly link: string
  readonly to: Mac | 'everybody'
}

/** Whether what one says to the groups of this entry is for the other. */
export function mayHear(entry: MulticastAddress, sender: Party, listener: Party): boolean {
  if (sender.mute || listener.mute) return false
  if (entry.Tags.length === 0) return !sender.guest && !listener.guest
  return entry.Tags.some((tag) => sender.tags.includes(tag) && listener.tags.includes(tag))
}

/**
 * The copies of one datagram. On the sender's own link it has been heard already. On a wire that several share one copy
 * is for all, unless somebody there must not hear it: then each of the others gets one of his own.
 */
export function copiesFor(entry: MulticastAddress, sender: Party, household: readonly Party[]): Copy[] {
  const elsewhere = household.filter(({ link }) => link !== sender.link)
  return [...Map.groupBy(elsewhere, ({ link }) => link)].flatMap(([link, there]): Copy[] => {
    const hearing = there.filter((listener) => mayHear(entry, sender, listener))
    if (hearing.length === there.length) return [{ link, to: 'everybody' }]
    return hearing.map(({ mac }) => ({ link, to: mac }))
  })
}
