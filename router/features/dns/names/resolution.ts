import type { Core } from '../../../core.ts'
import type { MonotonicClock } from '../../../machine/machine.ts'
import { DOMAIN } from '../../../model/dns/names/domain.ts'
import type { Found } from '../../../model/dns/names/found.ts'
import { dnsName } from '../../../model/dns/resolvers/name.ts'
import { isDomain } from '../../../model/firewall/config/configrule.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import type { Ip } from '../../../values/ip.ts'
import type { WatchNames } from './domains.ts'

/** A name is resolved again when its TTL has expired: after half a minute at least, ten minutes at most. */
const SHORTEST_S = 30
const LONGEST_S = 600
/** Devices use an address for longer than its TTL. */
const GRACE_MS = 10 * 60_000
/** A name has at most this many addresses: those of the latest answers are kept. */
const MOST_ADDRESSES = 32

export interface NameResolution extends Disposable {
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

/**
 * Keeps `resolvedNames` up to date: the addresses of the names of endpoints. A name is resolved again and again, and answers
 * that devices get count too, since a large site gives different clients different addresses. An address counts until it has
 * not been in an answer for a while; without answers, all are kept. Names of the home follow the owner's entries immediately; names that
 * devices give themselves do not count.
 */
export function openNameResolution(
  { facts, change, lookUp }: Pick<Core, 'facts' | 'change' | 'lookUp'>,
  clock: MonotonicClock,
  watch: WatchNames,
): NameResolution {
  const names = new Map<string, Name>()
  let closed = false

  /** Takes what was found over. Resolves when it is in force. */
  const take = async (name: string, ips: readonly Ip[]): Promise<void> => {
    const now = [...new Set(ips)].sort()
    if (facts.resolvedNames.get(name)?.ips.join() === now.join()) return
    await change((draft) => {
      if (names.has(name) && draft.resolvedNames.get(name)?.ips.join() !== now.join())
        draft.resolvedNames.put(name, { name, ips: now })
    })
  }
  /** What could not be taken over now is tried again with the next answer; who refused has said why. */
  const takeLater = (name: string, ips: readonly Ip[]): void => void take(name, ips).catch(() => undefined)

  const learn = async (name: string, found: Found): Promise<void> => {
    const one = names.get(name)
    if (!one || localAddresses(facts, name)) return
    one.learn(found, clock.monotonic())
    await take(name, one.addresses())
  }

  const look = async (name: string): Promise<void> => {
    const one = names.get(name)
    if (!one || closed) return
    const local = localAddresses(facts, name)
    if (local) return takeLater(name, local)
    const found = await lookUp(name)
    if (names.get(name) !== one || closed || localAddresses(facts, name)) return
    one.timer = clock.after(secondsOf(found) * 1000, () => void look(name))
    if (!found) return
    one.learn(found, clock.monotonic())
    one.forget(clock.monotonic())
    takeLater(name, one.addresses())
  }

  const refresh = (): void => {
    const wanted = new Set(
      [...facts.endpoints.values()].flatMap(({ Disabled, Domain }) => (!Disabled && isDomain(Domain) ? [Domain] : [])),
    )
    const gone = [...names.keys()].filter((name) => !wanted.has(name))
    const come = [...wanted].filter((name) => !names.has(name))
    if (gone.length + come.length === 0) return
    for (const name of gone) {
      names.get(name)?.timer?.[Symbol.dispose]()
      names.delete(name)
    }
    if (gone.some((name) => facts.resolvedNames.has(name)))
      void change((draft) => {
        for (const name of gone) if (!names.has(name)) draft.resolvedNames.remove(name)
      }).catch(() => undefined)
    for (const name of come) names.set(name, openName())
    watch([...wanted], learn)
    for (const name of come) void look(name)
  }

  /** Resolves the names again that have a local entry, or had one. */
  const refreshLocal = (): void => {
    for (const [name, one] of names) {
      const isLocal = localAddresses(facts, name) !== undefined
      if (!isLocal && !one.local) continue
      one.local = isLocal
      one.timer?.[Symbol.dispose]()
      void look(name)
    }
  }

  refresh()
  return {
    learn(entries) {
      if (entries.some(({ table }) => table === 'endpoints')) refresh()
      if (names.size > 0 && entries.some(({ table }) => table === 'hostnames' || table === 'devices')) refreshLocal()
    },
    [Symbol.dispose]() {
      closed = true
      for (const { timer } of names.values()) timer?.[Symbol.dispose]()
    },
  }
}

interface Name {
  /** Starts the next look-up. */
  timer: Disposable | undefined
  local: boolean
  learn(found: Found, now: number): void
  /** Drops addresses that have not been in an answer for too long. */
  forget(now: number): void
  addresses(): Ip[]
}

function openName(): Name {
  // Ordered by the time of their last answer.
  const until = new Map<Ip, number>()
  return {
    timer: undefined,
    local: false,
    learn(found, now) {
      for (const ip of found.ips) {
        until.delete(ip)
        until.set(ip, now + secondsOf(found) * 1000 + GRACE_MS)
      }
      for (const ip of until.keys()) {
        if (until.size <= MOST_ADDRESSES) break
        until.delete(ip)
      }
    },
    forget(now) {
      for (const [ip, end] of until) if (end <= now) until.delete(ip)
    },
    addresses: () => [...until.keys()],
  }
}

const secondsOf = (found: Found | undefined): number =>
  Math.min(Math.max(found?.ttlSeconds ?? 0, SHORTEST_S), LONGEST_S)

/** Where the owner says that a name leads; undefined for a name of the internet. */
export function localAddresses(facts: Facts, name: string): Ip[] | undefined {
  const host = facts.hostnames.get(name)
  if (host) return [host.IPAddress]
  if (!name.endsWith(`.${DOMAIN}`)) return undefined
  const label = name.slice(0, -DOMAIN.length - 1)
  for (const { Name, RecentIP } of facts.devices.values())
    if (RecentIP !== '' && dnsName(Name) === label) return [RecentIP]
  return []
}
