import type { Ip } from '../../values/ip.ts'

/** Names of devices under `.lan`, in both directions. */
export interface DeviceNames {
  address(name: string): Ip | undefined
  nameOf(ip: Ip): string | undefined
  /** `chosen`: by the owner, rather than sent by the device itself. */
  set(name: string, ip: Ip, chosen: boolean): void
  remove(name: string, ip: Ip): void
}

/**
 * Several devices may have the same name. It resolves to the one that the owner chose it for, and otherwise to the one that
 * had it first, so that a new device cannot take over a name.
 */
export function openDeviceNames(): DeviceNames {
  const byName = new Map<string, Map<Ip, boolean>>()
  const byIp = new Map<Ip, Set<string>>()

  const address = (name: string): Ip | undefined => {
    let first: Ip | undefined
    for (const [ip, chosen] of byName.get(name) ?? []) {
      if (chosen) return ip
      first ??= ip
    }
    return first
  }
  return {
    address,
    nameOf(ip) {
      let own: string | undefined
      for (const name of byIp.get(ip) ?? []) {
        if (address(name) !== ip) continue
        if (byName.get(name)?.get(ip)) return name
        own ??= name
      }
      return own
    },
    set(name, ip, chosen) {
      const ips = byName.get(name) ?? new Map<Ip, boolean>()
      const names = byIp.get(ip) ?? new Set<string>()
      byName.set(name, ips.set(ip, chosen))
      byIp.set(ip, names.add(name))
    },
    remove(name, ip) {
      const ips = byName.get(name)
      if (ips?.delete(ip) && ips.size === 0) byName.delete(name)
      const names = byIp.get(ip)
      if (names?.delete(name) && names.size === 0) byIp.delete(ip)
    },
  }
}
