import type { Clock } from '../../machine/machine.ts'
import { openRateLimiter, type RateLimit } from '../../machine/ratelimit.ts'
import type { Draft, Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import { isRunning } from '../../values/deadline.ts'
import type { Mac } from '../../values/mac.ts'
import type { Device } from '../devices/device.ts'
import { stationLink } from '../links/interface.ts'
import { isStranger } from './newcomer.ts'
import { HOLD_MS } from './pool.ts'

/** Unknown devices that may come on one port. */
export const STRANGER_LIMITS: RateLimit = { burst: 16, perSecond: 1 }
const MOST_STRANGERS = 256

/**
 * Unknown devices on a port: how fast they may come, and how many may be there, so that one host that makes up MAC
 * addresses neither fills the pool nor the list of devices. All stations of one radio count as one port.
 */
export interface Strangers {
  /** True when an unknown device may have an address on this link. `room` is how many devices there can be in all. */
  mayCome(mac: Mac, link: string, room: number): boolean
  /**
   * The entry that has to go when one more comes on this link, because the port is full; undefined while it is not. It is
   * the oldest that nobody named and whose lease is over.
   */
  leaves(link: string, room: number, devices: Pick<Draft['devices'], 'get'>): string | undefined
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

interface Port {
  /** Entries without policies that were last seen here. */
  readonly recorded: Set<string>
  /** Those that were let in and have not been recorded yet, with the time until which they may come back. */
  readonly expected: Map<Mac, number>
}

const portOf = (link: string): string => stationLink(link)?.radio ?? link

export function openStrangers(parts: { facts: Facts; clock: Clock; limits: RateLimit }): Strangers {
  const { facts, clock } = parts
  const rate = openRateLimiter(clock, parts.limits)
  const ports = new Map<string, Port>()
  const portAt = (link: string): Port => {
    const name = portOf(link)
    const port = ports.get(name) ?? { recorded: new Set<string>(), expected: new Map<Mac, number>() }
    ports.set(name, port)
    return port
  }
  const record = (key: string, before: Device | undefined, after: Device | undefined): void => {
    if (before?.DHCPLastInterface) portAt(before.DHCPLastInterface).recorded.delete(key)
    if (!after?.DHCPLastInterface || !isStranger(after)) return
    const port = portAt(after.DHCPLastInterface)
    port.recorded.add(key)
    port.expected.delete(key)
  }
  for (const [key, device] of facts.devices) record(key, undefined, device)
  /** On one port: half of the room stays for devices that somebody has named. */
  const most = (room: number): number => Math.min(MOST_STRANGERS, Math.max(1, Math.floor(room / 2)))
  /** A trunk is as many ports as it has tags: hosts on several ports together must leave a quarter of the room. */
  const mostInAll = (room: number): number => Math.max(1, Math.floor((room * 3) / 4))
  const recordedInAll = (): number => ports.values().reduce((sum, { recorded }) => sum + recorded.size, 0)
  const expectedInAll = (): number => ports.values().reduce((sum, { expected }) => sum + expected.size, 0)
  const dropExpired = (now: number): void => {
    for (const { expected } of ports.values())
      for (const [other, until] of expected) {
        if (isRunning(until, now, HOLD_MS)) break
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
    mayCome(mac, link, room) {
      const now = clock.now()
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
    leaves(link, room, devices) {
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
