import { ipToNumber } from '../../values/ip.ts'
import type { LogItem } from './item.ts'

/** Clients and names whose queries are not logged. */
export interface LogExclusions {
  /** `client` is an address as a number. */
  hasClient(client: number): boolean
  /** Matches exactly this name, in lower case, without the last dot. */
  hasName(name: string): boolean
}

export function openLogExclusions(): LogExclusions & { set(item: LogItem): void; remove(item: LogItem): void } {
  const clients = new Set<number>()
  const names = new Set<string>()
  return {
    hasClient: (client) => clients.size > 0 && clients.has(client),
    hasName: (name) => names.size > 0 && names.has(name),
    set(item) {
      if (item.kind === 'private') clients.add(ipToNumber(item.ip))
      else names.add(item.name)
    },
    remove(item) {
      if (item.kind === 'private') clients.delete(ipToNumber(item.ip))
      else names.delete(item.name)
    },
  }
}
