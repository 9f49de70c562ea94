import { leadTo, type SearchHost, type SteeredClient } from '../../../search/client.ts'
import type { SearchSettings } from '../../settings.ts'

/** What is known of the hosts, for all clients of a visit: each opening of the search box makes a new client. */
let known: object | undefined

/** Has a client ask our hosts, or, of a provider, its own; and has it pass over those that did not answer lately. */
export function direct(client: SteeredClient, settings: SearchSettings): void {
  const { hosts, hostsCache } = client.transporter
  leadTo(client, settings.isHosted ? [...hosts] : ours(settings))
  if (known) Object.assign(hostsCache as object, known)
  else known = { ...(hostsCache as object) }
}

/** The first host first; which of the others is next is left to chance, so that not all visitors go to the same. */
function ours({ hosts }: SearchSettings): SearchHost[] {
  const [first = location.origin, ...others] = hosts
  return [first, ...shuffled(others)].map(hostAt)
}

function hostAt(place: string): SearchHost {
  const { protocol, host, pathname } = new URL(place)
  return {
    url: `${host}${pathname.replace(/\/$/, '')}`,
    protocol: protocol === 'https:' ? 'https' : 'http',
    accept: 'readWrite',
  }
}

function shuffled<T>(list: readonly T[]): T[] {
  const rest = [...list]
  return list.map(() => rest.splice(Math.floor(Math.random() * rest.length), 1)[0] as T)
}
