import type { Ip } from '../../values/ip.ts'

/** Full names that the owner has given to addresses, in both directions. */
export interface Hosts {
  address(name: string): Ip | undefined
  /** Of several names, the first in alphabetical order. */
  nameOf(ip: Ip): string | undefined
  set(name: string, ip: Ip): void
  remove(name: string): void
}

export function openHosts(): Hosts {
  const byName = new Map<string, Ip>()
  const byIp = new Map<Ip, string[]>()

  const remove = (name: string): void => {
    const ip = byName.get(name)
    if (ip === undefined) return
    byName.delete(name)
    const others = byIp.get(ip)?.filter((other) => other !== name) ?? []
    if (others.length > 0) byIp.set(ip, others)
    else byIp.delete(ip)
  }
  return {
    address: (name) => byName.get(name),
    nameOf: (ip) => byIp.get(ip)?.[0],
    set(name, ip) {
      remove(name)
      byName.set(name, ip)
      byIp.set(ip, [...(byIp.get(ip) ?? []), name].sort())
    },
    remove,
  }
}
