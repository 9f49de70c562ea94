import type { Ip } from '../../values/ip.ts'

/** Names that the owner has given, both ways. */
export interface Hosts {
  address(name: string): Ip | undefined
  /** The first in the alphabet of those that lead there. */
  nameOf(ip: Ip): string | undefined
  /** Undefined takes a name away. */
  put(name: string, ip: Ip | undefined): void
}

export function openHosts(): Hosts {
  const byName = new Map<string, Ip>()
  const byIp = new Map<Ip, string[]>()
  return {
    address: (name) => byName.get(name),
    nameOf: (ip) => byIp.get(ip)?.[0],
    put(name, ip) {
      const had = byName.get(name)
      if (had !== undefined) {
        const others = byIp.get(had)?.filter((other) => other !== name) ?? []
        if (others.length > 0) byIp.set(had, others)
        else byIp.delete(had)
      }
      if (ip === undefined) {
        byName.delete(name)
        return
      }
      byName.set(name, ip)
      byIp.set(ip, [...(byIp.get(ip) ?? []), name].sort())
    },
  }
}
