import { type Ip, ipToNumber } from '../../values/ip.ts'

/** What the owner does not want in the log. */
export interface Unlogged {
  /** Queries of this client are not logged. The address as a number. */
  isPrivate(client: number): boolean
  /** Queries for exactly this name are not logged. In lower case, without the last dot. */
  isIgnored(name: string): boolean
}

/** The items `private <ip>` and `ignored <name>` of the resolver's view. */
export function openUnlogged(): Unlogged & {
  put(kind: 'private' | 'ignored', which: Ip | string, isIn: boolean): void
} {
  const clients = new Set<number>()
  const names = new Set<string>()
  return {
    isPrivate: (client) => clients.size > 0 && clients.has(client),
    isIgnored: (name) => names.size > 0 && names.has(name),
    put(kind, which, isIn) {
      if (kind === 'private') clients[isIn ? 'add' : 'delete'](ipToNumber(which))
      else names[isIn ? 'add' : 'delete'](which)
    },
  }
}
