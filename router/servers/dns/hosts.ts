import type { Ip } from '../../values/ip.ts'

/** Full names that the owner has given to addresses, in both directions. */
export interface Hosts {
  address(name: string): Ip | undefined
  /** Of several names, the first in alphabetical order. */
  nameOf(ip: Ip): string | undefined
  /** There is a name below this one, such as `grafana.apps.lan` below `apps.lan`. */
  hasBelow(name: string): boolean
  set(name: string, ip: Ip): void
  remove(name: string): void
}

export function openHosts(): Hosts {
  const byName = new Map<string, Ip>()
  const byIp = new Map<Ip, string[]>()
  /** How many names are below each name. */
  const below = new Map<string, number>()
  const count = (name: string, change: 1 | -1): void => {
    for (const parent of parentsOf(name)) {
      const number = (below.get(parent) ?? 0) + change
      if (number > 0) below.set(parent, number)
      else below.delete(parent)
    }
  }

  const remove = (name: string): void => {
    const ip = byName.get(name)
    if (ip === undefined) return
    byName.delete(name)
    count(name, -1)
    const others = byIp.get(ip)?.filter((other) => other !== name) ?? []
    if (others.length > 0) byIp.set(ip, others)
    else byIp.delete(ip)
  }
  return {
    address: (name) => byName.get(name),
    nameOf: (ip) => byIp.get(ip)?.[0],
    hasBelow: (name) => below.has(name),
    set(name, ip) {
      remove(name)
      byName.set(name, ip)
      count(name, 1)
      byIp.set(ip, [...(byIp.get(ip) ?? []), name].sort())
    },
    remove,
  }
}

/** `apps.lan` and `lan` of `grafana.apps.lan`. */
function* parentsOf(name: string): Iterable<string> {
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) yield name.slice(dot + 1)
}
