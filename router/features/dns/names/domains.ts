import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Found } from '../../../model/dns/names/found.ts'
import type { Ip } from '../../../values/ip.ts'

/** Watches names, or with a dot in front domains with their subdomains, for one purpose. */
export type WatchNames = (names: readonly string[], onFound: (name: string, found: Found) => Promise<unknown>) => void

/** Shares the one list of watched names of the resolver: each call returns a part of it. */
export function shareWatch(watch: WatchNames): () => WatchNames {
  const parts: { names: readonly string[]; onFound: Parameters<WatchNames>[1] }[] = []
  const onFound = (name: string, found: Found): Promise<unknown> =>
    Promise.all(parts.map((part) => part.onFound(name, found)))
  return () => {
    const part = {
      names: [] as readonly string[],
      onFound: async (): Promise<unknown> => undefined,
    } as (typeof parts)[0]
    parts.push(part)
    return (names, found) => {
      part.names = names
      part.onFound = found
      watch([...new Set(parts.flatMap((one) => one.names))], onFound)
    }
  }
}

/** Devices use an address for longer than its TTL. */
const GRACE_MS = 10 * 60_000
const SHORTEST_S = 30
const SWEEP_MS = 60_000
/** Of one owner. The ones that were found last are kept. */
const MOST_ADDRESSES = 256

interface Deps {
  readonly clock: MonotonicClock
  readonly watch: WatchNames
  /** The domains of each owner now, in lower case. */
  readonly owners: () => ReadonlyMap<string, readonly string[]>
  /** The longest time that a TTL counts, in seconds. */
  readonly longestS: number
  /** Puts the addresses of owners in force: of all that there are, each time. */
  readonly store: (addresses: ReadonlyMap<string, readonly Ip[]>) => Promise<void>
}

/** Collects the addresses of domains and their subdomains out of the responses of the resolver. */
interface DomainAddresses extends Disposable {
  /** Call when owners or their domains have changed. */
  refresh(): void
  /** Takes over addresses that were found by a query of the router itself. */
  found(name: string, found: Found): Promise<void>
}

/** An address with the name that it was last found for. */
interface Address {
  readonly name: string
  readonly until: number
}

/** Whether a name is one of the domains, which are in lower case, or below it. */
const isInOne = (name: string, domains: readonly string[]): boolean =>
  domains.some((domain) => `.${name.toLowerCase()}`.endsWith(`.${domain}`))

/**
 * An address is kept for its TTL, at least half a minute, and then for the time that devices use it longer. The response that has
 * it is sent to the device when `store` has resolved.
 */
export function openDomainAddresses({ clock, watch, owners, longestS, store }: Deps): DomainAddresses {
  /** The addresses of each owner, in the order of their last responses. */
  const addresses = new Map<string, Map<Ip, Address>>()
  let watched = ''

  const addressesOf = (owner: string): Map<Ip, Address> =>
    addresses.getOrInsertComputed(owner, () => new Map<Ip, Address>())

  async function found(name: string, { ips, ttlSeconds }: Found): Promise<void> {
    const until = clock.monotonic() + Math.min(Math.max(ttlSeconds, SHORTEST_S), longestS) * 1000 + GRACE_MS
    for (const [owner, domains] of owners()) {
      if (!isInOne(name, domains)) continue
      const known = addressesOf(owner)
      for (const ip of ips) {
        known.delete(ip)
        known.set(ip, { name, until })
      }
      for (const ip of known.keys()) {
        if (known.size <= MOST_ADDRESSES) break
        known.delete(ip)
      }
    }
    await storeAll()
  }

  async function storeAll(): Promise<void> {
    const all = owners()
    for (const [owner, known] of addresses) {
      const domains = all.get(owner)
      if (!domains) addresses.delete(owner)
      for (const [ip, { name }] of known) if (!isInOne(name, domains ?? [])) known.delete(ip)
    }
    await store(new Map([...all.keys()].map((owner) => [owner, [...addressesOf(owner).keys()].sort()])))
  }
  /** What fails is tried again with the next response, and once a minute. */
  const storeLater = (): void => void storeAll().catch(() => undefined)

  const refresh = (): void => {
    const domains = [...owners().values()].flat().map((domain) => `.${domain}`)
    if (domains.join() !== watched) {
      watched = domains.join()
      watch(domains, found)
    }
    storeLater()
  }
  const sweep = (): void => {
    for (const known of addresses.values())
      for (const [ip, { until }] of known) if (until <= clock.monotonic()) known.delete(ip)
    storeLater()
    sweeping = clock.after(SWEEP_MS, sweep)
  }
  refresh()
  let sweeping = clock.after(SWEEP_MS, sweep)
  return { refresh, found, [Symbol.dispose]: () => sweeping[Symbol.dispose]() }
}
