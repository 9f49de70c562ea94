import type { MonotonicClock } from '../../../machine/machine.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import { type SubnetConfig, tinyNets } from '../../../model/home/dhcp/subnet.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import type { Ip } from '../../../values/ip.ts'
import { Blocks } from './blocks.ts'
import { newAddresses } from './resettle.ts'

/** Validity of an offer. */
export const HOLD_MS = 60_000
/** Time for which an address is not used after a client found it in use. */
export const SPOILED_MS = 10 * 60_000

/**
 * The addresses for devices. An address is used by a device with this RecentIP, reserved for a device of a former home network,
 * reserved by an offer, or reported as in use by a client.
 */
export interface Pool {
  /** The number of devices that fit in the networks. */
  readonly total: number
  /** Reserves the first free address for an identity, or extends its reservation; undefined if all are used. */
  hold(identity: string): Ip | undefined
  /** Reserves this address if it is free. */
  claim(identity: string, ip: Ip): void
  /** The address that is reserved for this identity. */
  held(identity: string): Ip | undefined
  letGo(identity: string): void
  /** Does not use this address for some time. */
  spoil(ip: Ip): void
  /** True for a device address of the home networks that no client has reported as in use. */
  isSound(ip: Ip): boolean
  /** To be called with every committed change of the facts. */
  learn(entries: readonly Entry[]): void
}

export function openPool({ facts, clock }: { facts: Facts; clock: MonotonicClock }): Pool {
  let config: SubnetConfig | undefined
  let blocks = new Blocks([])
  // Both are in order of their end, so ended entries come first.
  const holds = new Map<string, { readonly ip: Ip; readonly until: number }>()
  const holders = new Map<Ip, string>()
  const spoiled = new Map<Ip, number>()
  /** New addresses of devices in former home networks. */
  let promises: ReadonlyMap<string, Ip> = new Map()
  let promised: ReadonlySet<Ip> = new Set()

  const settle = (ip: Ip): void => {
    const index = blocks.indexOf(ip)
    if (index === undefined) return
    const isTaken = facts.devices.by('RecentIP', ip) !== undefined || holders.has(ip) || promised.has(ip)
    blocks.mark(index, isTaken || spoiled.has(ip))
  }

  const letGo = (identity: string): void => {
    const hold = holds.get(identity)
    if (!hold) return
    holds.delete(identity)
    holders.delete(hold.ip)
    settle(hold.ip)
  }

  const putAside = (identity: string, ip: Ip): void => {
    letGo(identity)
    holds.set(identity, { ip, until: clock.monotonic() + HOLD_MS })
    holders.set(ip, identity)
    settle(ip)
  }

  const restore = (ip: Ip): void => {
    spoiled.delete(ip)
    settle(ip)
  }

  const promise = (): void => {
    const before = promised
    const former = facts.setting('formerSubnets').map(tinyNets)
    promises = newAddresses(facts.devices, tinyNets(facts.setting('subnet')), former)
    promised = new Set(promises.values())
    for (const ip of before) settle(ip)
    for (const ip of promised) settle(ip)
  }

  /** Removes ended entries, and rebuilds the bitmap when the networks have changed. */
  const refresh = (): void => {
    const now = clock.monotonic()
    for (const [identity, { until }] of holds) {
      if (until > now) break
      letGo(identity)
    }
    for (const [ip, until] of spoiled) {
      if (until > now) break
      restore(ip)
    }
    if (config === facts.setting('subnet')) return
    config = facts.setting('subnet')
    blocks = new Blocks(tinyNets(config))
    for (const device of facts.devices.values()) if (device.RecentIP !== '') settle(device.RecentIP)
    for (const ip of spoiled.keys()) settle(ip)
    for (const [identity, { ip }] of holds) {
      if (blocks.indexOf(ip) === undefined) letGo(identity)
      else settle(ip)
    }
    promise()
  }

  return {
    get total() {
      refresh()
      return blocks.total
    },
    hold(identity) {
      refresh()
      const index = blocks.first()
      const ip = holds.get(identity)?.ip ?? (index === undefined ? undefined : blocks.addressOf(index))
      if (ip === undefined) return undefined
      putAside(identity, ip)
      return ip
    },
    claim(identity, ip) {
      refresh()
      const index = blocks.indexOf(ip)
      if (index !== undefined && !blocks.isTaken(index)) putAside(identity, ip)
    },
    held(identity) {
      refresh()
      const ip = promises.get(identity) ?? ''
      return holds.get(identity)?.ip ?? (ip === '' || spoiled.has(ip) ? undefined : ip)
    },
    letGo,
    spoil(ip) {
      refresh()
      if (blocks.indexOf(ip) === undefined) return
      const holder = holders.get(ip)
      if (holder !== undefined) letGo(holder)
      spoiled.delete(ip)
      spoiled.set(ip, clock.monotonic() + SPOILED_MS)
      settle(ip)
      // Reports of clients are not trusted: together they block at most an eighth of the pool.
      const [oldest] = spoiled.keys()
      if (oldest !== undefined && spoiled.size > Math.max(1, blocks.total / 8)) restore(oldest)
    },
    isSound(ip) {
      refresh()
      return blocks.indexOf(ip) !== undefined && !spoiled.has(ip)
    },
    learn(entries) {
      refresh()
      let moved = false
      for (const { table, before, after } of entries) {
        if (table !== 'devices') continue
        const had = (before as Device | undefined)?.RecentIP ?? ''
        const has = (after as Device | undefined)?.RecentIP ?? ''
        // An address that the owner set takes precedence over the report of a client.
        if ((after as Device | undefined)?.StaticIP && spoiled.has(has)) restore(has)
        if (had === has) continue
        if (had !== '') settle(had)
        if (has !== '') settle(has)
        moved = true
      }
      // A device has got an address that was reserved for another, or its own.
      if (moved && promises.size > 0) promise()
    },
  }
}
