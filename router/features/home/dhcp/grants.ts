import type { Network } from '../../../compiler/network.ts'
import { Unavailable } from '../../../errors.ts'
import type { Bus } from '../../../events/bus.ts'
import type { Drift } from '../../../events/catalogue.ts'
import type { Clock, Machine } from '../../../machine/machine.ts'
import { openRateLimiter, type RateLimit } from '../../../machine/ratelimit.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import {
  type AddressPool,
  type Granted,
  type GrantResult,
  isSpoof,
  type LeaseRefusal,
  type LeaseRequest,
} from '../../../model/home/dhcp/grant.ts'
import { routerSide } from '../../../model/home/dhcp/subnet.ts'
import { timeText } from '../../../model/home/dhcp/text.ts'
import { isGuestLink } from '../../../model/internet/links/interface.ts'
import type { Lease } from '../../../presence/tables.ts'
import { openExpiry } from '../../../store/expiry.ts'
import type { Change, Draft, Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { parseDuration } from '../../../values/duration.ts'
import type { Ip } from '../../../values/ip.ts'
import type { Mac } from '../../../values/mac.ts'
import { announceDeleted, announceDevice } from '../devices/announce.ts'
import { followDevice } from '../devices/follow.ts'
import { openDhcpEvents } from './announcements.ts'
import { openBatch } from './batch.ts'
import { openConflicts } from './conflicts.ts'
import { openMigration } from './migration.ts'
import { newDevice } from './newdevice.ts'
import { openPool } from './pool.ts'
import { isAdmitted, refusalOf } from './refusal.ts'
import { openRenewals } from './renewals.ts'
import { openUnknownDevices, UNKNOWN_DEVICE_LIMITS } from './unknowndevices.ts'

/** Minimum interval between two events about a client that renews continuously. */
const RENEWAL_EVENT_MS = 1_000
/** Time until a device that has used up its burst may get one more grant. */
export const SECONDS_A_GRANT = 2
/** Limit of grants other than renewals for each device: each is a durable write. */
const GRANT_LIMITS: RateLimit = { burst: 8, perSecond: 1 / SECONDS_A_GRANT }
/** Minimum interval between searches for expired leases. */
const EXPIRY_EVERY_MS = 1_000
/** Maximum number of requests that wait for a commit; further clients have to retry. */
const MOST_UNDER_WAY = 2048

/** A moment by both clocks, in milliseconds. */
interface Instant {
  readonly time: number
  readonly monotonic: number
}

/** Addresses and leases. */
export interface Grants extends AddressPool, Disposable {
  leaseOf(mac: Mac, link: string): Lease | undefined
  /** Reserves an address for a MAC address or VPN key without one, until its entry is saved or a minute has passed. */
  reserve(identity: string): Ip | undefined
  /** Reserves this address for a device without one, if it is free. Another program has assigned it. */
  claim(mac: Mac, ip: Ip): void
  /** To be called with every committed change of the facts. */
  learn(entries: readonly Entry[]): void
}

export function openGrants(deps: {
  machine: Pick<Machine, 'arpProbe' | 'connections'>
  facts: Facts
  change: Change
  network: () => Network
  drift: () => readonly Drift[]
  bus: Bus
  clock: Clock
  limits?: RateLimit | undefined
}): Grants {
  const { facts, network, drift, bus, clock } = deps
  const pool = openPool({ facts, clock })
  const unknownDevices = openUnknownDevices({ facts, clock, limits: deps.limits ?? UNKNOWN_DEVICE_LIMITS })
  const batch = openBatch(deps.change)
  const renewals = openRenewals({ batch, clock })
  const migration = openMigration({ facts, batch, bus })
  const rate = openRateLimiter(clock, GRANT_LIMITS)
  const conflicts = openConflicts(deps)
  const { announceRequest, announceResponse, announceSpoof, announceUnknown } = openDhcpEvents(bus, clock)
  const underWay = new Set<Mac>()
  /** The device that replaced an unnamed one, until the event is published. */
  const displaced = new Map<Mac, Device>()

  const leaseSeconds = (): number => parseDuration(facts.setting('subnet').LeaseTime) ?? 86_400
  const terms = (ip: Ip): Granted => ({
    ip,
    routerIp: routerSide(ip),
    dnsIp: network().frame.lanIp,
    leaseSeconds: leaseSeconds(),
  })
  const leaseOf = (mac: Mac, link: string): Lease | undefined => {
    const lease = facts.leases.get(mac)
    return lease?.link === link && renewals.endOf(lease) > clock.monotonic() ? lease : undefined
  }

  const ownAddress = (identity: string): Ip | undefined => {
    const recent = facts.devices.get(identity)?.RecentIP
    return recent && pool.isSound(recent) ? recent : pool.held(identity)
  }
  const reserve = (identity: string): Ip | undefined => ownAddress(identity) ?? pool.hold(identity)

  const refusalNow = (ask: LeaseRequest): LeaseRefusal | undefined => {
    const { mac, link } = ask
    const refused = refusalOf(
      { mac, link, device: facts.devices.get(mac), station: facts.stations.get(mac) },
      network().frame,
    )
    if (refused && isSpoof(refused)) announceSpoof(ask, refused)
    return refused
  }

  const offer = (ask: LeaseRequest): GrantResult => {
    const { mac, link } = ask
    const refused = refusalNow(ask)
    if (refused) return { refused }
    if (!facts.devices.has(mac) && !unknownDevices.mayJoin(mac, link, pool.total))
      return { refused: 'too many unknown devices' }
    const ip = reserve(mac)
    return ip === undefined ? { refused: 'no address left' } : { granted: terms(ip) }
  }

  /**
   * Applies a grant to the draft, after checking everything again, since the facts may have changed since the request. Without
   * `written`, nothing is stored: the address has to be the one of the device then.
   */
  const place = (
    draft: Draft,
    ask: LeaseRequest,
    ip: Ip,
    granted: Instant,
    written: boolean,
  ): LeaseRefusal | undefined => {
    const { mac, link, hostName } = ask
    const entry = draft.devices.get(mac)
    const refused = refusalOf({ mac, link, device: entry, station: draft.stations.get(mac) }, network().frame)
    if (refused) return refused
    // In the meantime the owner may have changed the address of this device, given the address to another one, or changed the
    // home networks.
    const owner = facts.devices.by('RecentIP', ip)
    if (owner && owner !== facts.devices.get(mac)) return 'address in use'
    if (!pool.isSound(ip) || (ownAddress(mac) ?? ip) !== ip) return 'address in use'
    if (!written && entry?.RecentIP !== ip) return 'address in use'
    draft.leases.put(mac, { mac, link, ip, hostName, expiresAt: granted.monotonic + leaseSeconds() * 1000 })
    if (!written) return undefined
    const leaving = entry ? undefined : unknownDevices.displaced(link, pool.total, draft.devices)
    if (leaving) {
      displaced.set(mac, draft.devices.get(leaving)!)
      draft.devices.remove(leaving)
    }
    const device = entry ?? newDevice(mac, link)
    draft.devices.put(mac, {
      ...device,
      RecentIP: ip,
      DHCPFirstTime: device.DHCPFirstTime || timeText(granted.time),
      // Devices of earlier versions have a first time without its link.
      DHCPFirstInterface: device.DHCPFirstTime ? device.DHCPFirstInterface : link,
      DHCPLastTime: timeText(granted.time),
      DHCPLastInterface: link,
    })
    followDevice(draft, device.RecentIP, ip)
    return undefined
  }

  /** A lease on another port of the router is moved only after its device has left that port. */
  const isOnAnotherPort = async ({ mac, link }: LeaseRequest): Promise<boolean> => {
    const lease = facts.leases.get(mac)
    return lease !== undefined && lease.link !== link && isWired(lease.link) && (await conflicts.answers(lease))
  }
  const isWired = (link: string): boolean => network().frame.wired.includes(link)

  const grantNow = async (ask: LeaseRequest, ip: Ip): Promise<GrantResult> => {
    const { mac, link } = ask
    const had = facts.devices.get(mac)
    const now: Instant = { time: clock.now(), monotonic: clock.monotonic() }
    const attempt = (written: boolean) => batch.add((draft) => place(draft, ask, ip, now, written))
    try {
      const refused = await attempt(true).catch((error) => {
        displaced.delete(mac)
        // A failure to store the time of the last request must not reject a known device.
        if (error instanceof Unavailable && had?.RecentIP === ip) return attempt(false)
        throw error
      })
      if (refused) {
        pool.letGo(mac)
        return { refused }
      }
    } catch {
      // The failed change has been logged; the client retries.
      return { refused: 'change failed' }
    }
    pool.letGo(mac)
    renewals.forget(mac)
    const device = facts.devices.get(mac)
    const gone = displaced.get(mac)
    displaced.delete(mac)
    if (gone) announceDeleted({ bus, facts }, gone)
    if (device && (had === undefined || had.RecentIP !== '') && had?.RecentIP !== device.RecentIP)
      announceDevice({ bus, facts }, had, device)
    // A guest has proved the passphrase of the guest network.
    if (!had && !isGuestLink(link)) announceUnknown(ask, ip)
    if (!isAdmitted(network(), drift(), mac, link, ip)) return { refused: 'not admitted' }
    const granted = terms(ip)
    expiry.expect(now.monotonic + granted.leaseSeconds * 1000)
    announceResponse(mac, granted)
    return { granted }
  }

  const renew = (ask: LeaseRequest, ip: Ip): Granted | undefined => {
    const { mac, link } = ask
    const lease = leaseOf(mac, link)
    if (lease?.ip !== ip || underWay.has(mac)) return undefined
    if (facts.devices.get(mac)?.RecentIP !== ip || refusalNow(ask)) return undefined
    if (!isAdmitted(network(), drift(), mac, link, ip)) return undefined
    const granted = terms(ip)
    const now = clock.monotonic()
    const publishedAt = renewals.lastOf(mac)
    renewals.renew(lease, now + granted.leaseSeconds * 1000)
    if (publishedAt === undefined || now - publishedAt >= RENEWAL_EVENT_MS) {
      announceRequest(ask)
      announceResponse(mac, granted)
    }
    return granted
  }

  const expire = async (): Promise<number> => {
    const now = clock.monotonic()
    const over = [...facts.leases.values()].filter((lease) => renewals.endOf(lease) <= now)
    if (over.length > 0)
      await batch.add((draft) => {
        // Renewals during the wait are kept.
        for (const lease of over)
          if (draft.leases.get(lease.mac) === lease && renewals.endOf(lease) <= now) draft.leases.remove(lease.mac)
      })
    let next = Number.POSITIVE_INFINITY
    for (const lease of facts.leases.values()) next = Math.min(next, renewals.endOf(lease))
    return next
  }
  const expiry = openExpiry(
    { clock, bus },
    { what: 'a lease', due: expire, now: clock.monotonic, leastWaitMs: EXPIRY_EVERY_MS },
  )
  for (const lease of facts.leases.values()) expiry.expect(lease.expiresAt)

  return {
    ownAddress,
    terms,
    refusalOf: refusalNow,
    leaseOf,
    offer,
    reserve,
    claim(mac, ip) {
      const recent = facts.devices.get(mac)?.RecentIP
      if (!recent || !pool.isSound(recent)) pool.claim(mac, ip)
    },
    forget: (mac) => pool.letGo(mac),
    async grant(ask, ip) {
      const { mac } = ask
      if (underWay.has(mac) || underWay.size >= MOST_UNDER_WAY) return { refused: 'busy' }
      const offered = offer(ask)
      if ('refused' in offered) return offered
      if (ip !== undefined && ip !== offered.granted.ip) return { refused: 'address in use' }
      // Continuous requests of a neighbour in the device's name must not prevent a device from renewing its lease.
      if (!rate.take(mac)) {
        const granted = renew(ask, offered.granted.ip)
        return granted ? { granted } : { refused: 'too often' }
      }
      announceRequest(ask)
      underWay.add(mac)
      try {
        if (await isOnAnotherPort(ask)) {
          announceSpoof(ask, 'answers on another link')
          return { refused: 'answers on another link' }
        }
        return await grantNow(ask, offered.granted.ip)
      } finally {
        underWay.delete(mac)
      }
    },
    renew(ask, ip) {
      return leaseOf(ask.mac, ask.link)?.hostName === ask.hostName ? renew(ask, ip) : undefined
    },
    async release(mac, ip) {
      renewals.forget(mac)
      await batch.add((draft) => {
        if (draft.leases.get(mac)?.ip === ip) draft.leases.remove(mac)
      })
    },
    async decline(ask, ip) {
      const { mac, link } = ask
      const refused = await conflicts.refusalOf({ mac, link, ip })
      if (refused === 'declined, but its device answers there') announceSpoof(ask, refused)
      if (refused) return refused
      // The owner may have set another address in the meantime.
      if (facts.devices.get(mac)?.StaticIP || (ownAddress(mac) ?? ip) !== ip) return 'not the address it has'
      pool.spoil(ip)
      return undefined
    },
    learn(entries) {
      pool.learn(entries)
      unknownDevices.learn(entries)
      migration.learn(entries)
    },
    [Symbol.dispose]() {
      renewals[Symbol.dispose]()
      expiry[Symbol.dispose]()
    },
  }
}
