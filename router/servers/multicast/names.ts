import type { Ip } from '../../values/ip.ts'
import type { Mac } from '../../values/mac.ts'

/** Longer than any TTL of multicast DNS: a device that sleeps for a night keeps its names. */
const KEEP_MS = 24 * 3600_000
/** Names of one device. A television announces two dozen. */
const MOST = 128

/** A device as the source of records. */
export interface NameOwner {
  readonly mac: Mac
  readonly ip: Ip
}

/** Names that devices announce. Each belongs to the device that announced it first, until it has not done so for a day. */
export interface Names {
  /** Gives the name to the device if it is free. Returns whether the device has it. */
  readonly claim: (name: string, device: NameOwner) => boolean
  readonly ownerOf: (name: string) => NameOwner | undefined
  readonly forget: (mac: Mac) => void
}

interface Deps {
  readonly now: () => number
  /** The device that the owner of the home gave this name. It has the name before all others. */
  readonly chosenFor: (name: string) => Mac | undefined
}

export function openNames({ now, chosenFor }: Deps): Names {
  const owners = new Map<string, NameOwner & { readonly at: number }>()
  const owned = new Map<Mac, Set<string>>()

  const release = (name: string, mac: Mac): void => {
    owners.delete(name)
    const names = owned.get(mac)
    names?.delete(name)
    if (names?.size === 0) owned.delete(mac)
  }

  const ownerOf = (name: string): NameOwner | undefined => {
    const owner = owners.get(name)
    if (!owner) return undefined
    const chosen = chosenFor(name)
    if (now() - owner.at < KEEP_MS && (chosen === undefined || chosen === owner.mac)) return owner
    release(name, owner.mac)
    return undefined
  }

  return {
    ownerOf,
    claim(name, { mac, ip }) {
      const owner = ownerOf(name)
      if (owner && owner.mac !== mac) return false
      const chosen = chosenFor(name)
      if (chosen !== undefined && chosen !== mac) return false
      const names = owned.get(mac) ?? new Set()
      if (!owner && names.size >= MOST) {
        for (const one of names) ownerOf(one)
        if (names.size >= MOST) return false
      }
      owned.set(mac, names.add(name))
      owners.set(name, { mac, ip, at: now() })
      return true
    },
    forget(mac) {
      for (const name of owned.get(mac) ?? []) owners.delete(name)
      owned.delete(mac)
    },
  }
}
