import { type Ip, ipToNumber } from '../../values/ip.ts'

/** What the owner does not want in the log. */
export interface Unlogged {
  /** Nothing of what this client asks is told. The address as a number. */
  isPrivate(client: number): boolean
  /** Questions for this very name are not told. In lower case, without the last dot. */
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
