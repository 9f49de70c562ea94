import type { MonotonicClock } from '../../../machine/machine.ts'
import { openRateLimiter, type RateLimit } from '../../../machine/ratelimit.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import { baseOf, stationLink } from '../../../model/internet/links/interface.ts'
import { radioOf } from '../../../model/wifi/radios/radio.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import type { Mac } from '../../../values/mac.ts'
import { isUnconfigured } from './newdevice.ts'
import { HOLD_MS } from './pool.ts'

/** Rate limit of addresses for unknown devices on one port. */
export const UNKNOWN_DEVICE_LIMITS: RateLimit = { burst: 16, perSecond: 1 }
const MOST_ON_A_PORT = 256

/**
 * Limits the rate and the number of unknown devices on a port, so that a host that invents MAC addresses fills neither the pool
 * nor the list of devices. All stations of one radio count as one port.
 */
export interface UnknownDevices {
  /** Whether an unknown device may get an address on this link. `room`: the number of devices that the networks hold. */
  mayJoin(mac: Mac, link: string, room: number): boolean
  /**
   * The identity of the device to delete for another one on this link: the oldest without a name and a lease. Undefined while
   * the port is not full.
   */
  displaced(link: string, room: number, devices: Pick<Draft['devices'], 'get'>): string | undefined
  /** To be called with every committed change. */
  learn(entries: readonly Entry[]): void
}

interface Port {
  /** Entries without policies that were last on this port. */
  readonly recorded: Set<string>
  /** Devices with an offer and without an entry, and the end of the offer. */
  readonly expected: Map<Mac, number>
}

const portOf = (link: string): string => (stationLink(link) ? radioOf(baseOf(link)) : link)

export function openUnknownDevices(deps: { facts: Facts; clock: MonotonicClock; limits: RateLimit }): UnknownDevices {
  const { facts, clock } = deps
  const rate = openRateLimiter(clock, deps.limits)
  const ports = new Map<string, Port>()
  const portAt = (link: string): Port => {
    const name = portOf(link)
    return ports.getOrInsertComputed(name, () => ({ recorded: new Set<string>(), expected: new Map<Mac, number>() }))
  }
  const record = (key: string, before: Device | undefined, after: Device | undefined): void => {
    if (before?.DHCPLastInterface) portAt(before.DHCPLastInterface).recorded.delete(key)
    if (!after?.DHCPLastInterface || !isUnconfigured(after)) return
    const port = portAt(after.DHCPLastInterface)
    port.recorded.add(key)
    port.expected.delete(key)
  }
  for (const [key, device] of facts.devices) record(key, undefined, device)
  /** Limit for one port: half of the room is reserved for known devices. */
  const most = (room: number): number => Math.min(MOST_ON_A_PORT, Math.max(1, Math.floor(room / 2)))
  /** A trunk counts as one port for each tag: unknown devices on all ports together leave a quarter of the room. */
  const mostInAll = (room: number): number => Math.max(1, Math.floor((room * 3) / 4))
  const recordedInAll = (): number => ports.values().reduce((sum, { recorded }) => sum + recorded.size, 0)
  const expectedInAll = (): number => ports.values().reduce((sum, { expected }) => sum + expected.size, 0)
  const dropExpired = (now: number): void => {
    for (const { expected } of ports.values())
      for (const [other, until] of expected) {
        if (until > now) break
        expected.delete(other)
      }
  }
  const idle = ({ recorded }: Port, devices: Pick<Draft['devices'], 'get'>): string | undefined => {
    for (const key of recorded) {
      const device = devices.get(key)
      if (device?.Name === '' && device.DeviceTags.length === 0 && !facts.leases.has(key)) return key
    }
    return undefined
  }

  return {
    mayJoin(mac, link, room) {
      const now = clock.monotonic()
      const port = portAt(link)
      const { recorded, expected } = port
      dropExpired(now)
      if (!expected.has(mac)) {
        const isFull =
          recorded.size + expected.size >= most(room) || recordedInAll() + expectedInAll() >= mostInAll(room)
        if (isFull && idle(port, facts.devices) === undefined) return false
        if (!rate.take(portOf(link))) return false
      }
      expected.delete(mac)
      expected.set(mac, now + HOLD_MS)
      return true
    },
    displaced(link, room, devices) {
      const port = portAt(link)
      const isFull = port.recorded.size >= most(room) || recordedInAll() >= mostInAll(room)
      return isFull ? idle(port, devices) : undefined
    },
    learn(entries) {
      for (const { table, key, before, after } of entries)
        if (table === 'devices') record(key, before as Device | undefined, after as Device | undefined)
    },
  }
}
