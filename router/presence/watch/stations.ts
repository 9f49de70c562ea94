import { isGuestLink } from '../../model/internet/links/interface.ts'
import type { Joined, Left } from '../../model/wifi/admission/report.ts'
import type { Draft, Facts } from '../../store/facts.ts'
import type { Lease } from '../tables.ts'

/** Stores a station on its link. A MAC is on one link, and a station's link has one MAC: the previous station of the link has left. */
export function putStation(facts: Facts, draft: Draft, { MAC, Iface, Router }: Joined): void {
  const previous = facts.stations.by('link', Iface)
  if (previous && previous.mac !== MAC) removeStation(draft, { MAC: previous.mac, Iface })
  const lease = draft.leases.get(MAC)
  if (lease && lease.link !== Iface) {
    if (Router === '' && hasRoamed(draft, lease, Iface)) draft.leases.put(MAC, { ...lease, link: Iface })
    else draft.leases.remove(MAC)
  }
  // Seen by another router of the mesh: then it is not here any more.
  if (Router === '') draft.stations.put(MAC, { mac: MAC, link: Iface })
  else draft.stations.remove(MAC)
}

/**
 * Whether a station that has proved its passphrase on another link comes from the one of its lease. It keeps its address: in the same
 * network, clients do not request one again. Guests share a passphrase, so that their addresses prove nothing about them.
 */
const hasRoamed = (draft: Draft, { mac, link }: Lease, now: string): boolean =>
  draft.stations.get(mac)?.link === link && !isGuestLink(link) && !isGuestLink(now)

/** Removes a station from a link. A late report about a link that it has left already must not take it off its new one. */
export function removeStation(draft: Draft, { MAC, Iface }: Pick<Left, 'MAC' | 'Iface'>): void {
  if (draft.stations.get(MAC)?.link === Iface) draft.stations.remove(MAC)
  if (draft.leases.get(MAC)?.link === Iface) draft.leases.remove(MAC)
}
