import type { Clock } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { Entry } from '../../store/table.ts'
import { isRunning } from '../../values/deadline.ts'
import type { Ip } from '../../values/ip.ts'
import type { Device } from '../devices/device.ts'
import { Blocks } from './blocks.ts'
import { newAddresses } from './resettle.ts'
import { type SubnetConfig, tinyNets } from './subnet.ts'

/** How long an address waits for the one it was offered to. */
export const HOLD_MS = 60_000
/** How long an address is left alone after a client found it in use. */
export const SPOILED_MS = 10 * 60_000

/**
 * The addresses that devices may get. Four things take one: a device that has it as its RecentIP, a promise to a device of
 * a network that the home has moved out of, a hold for somebody it was offered to, and a client's word that it is in use.
 */
export interface Pool {
  /** How many devices the networks have room for. */
  readonly total: number
  /** Put the first free address aside for an identity, or keep the one it has on hold; undefined when none is left. */
  hold(identity: string): Ip | undefined
  /** Put this very address aside, if it is free. */
  claim(identity: string, ip: Ip): void
  /** What is put aside for this one, by a hold or a promise. */
  held(identity: string): Ip | undefined
  letGo(identity: string): void
  /** Nobody gets this address for a while. */
  spoil(ip: Ip): void
  /** True for a device address of our networks that no client has found in use. */
  isSound(ip: Ip): boolean
  /** Call with every change of the facts, after it holds. */
  learn(entries: readonly Entry[]): void
}

export function openPool({ facts, clock }: { facts: Facts; clock: Clock }): Pool {
  let config: SubnetConfig | undefined
  let blocks = new Blocks([])
  // Both in the order in which they end, so the ended ones are in front.
  const holds = new Map<string, { readonly ip: Ip; readonly until: number }>()
  const holders = new Map<Ip, string>()
  const spoiled = new Map<Ip, number>()
  /** Where devices go that the home has moved away from. */
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
    holds.set(identity, { ip, until: clock.now() + HOLD_MS })
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

  /** Ends what has ended, and starts again when the networks are others. */
  const refresh = (): void => {
    const now = clock.now()
    for (const [identity, { until }] of holds) {
      if (isRunning(until, now, HOLD_MS)) break
      letGo(identity)
    }
    for (const [ip, until] of spoiled) {
      if (isRunning(until, now, SPOILED_MS)) break
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
      spoiled.set(ip, clock.now() + SPOILED_MS)
      settle(ip)
      // A client may lie: its word never takes more than an eighth of the pool away.
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
        // What the owner sets counts for more than what a client found.
        if ((after as Device | undefined)?.StaticIP && spoiled.has(has)) restore(has)
        if (had === has) continue
        if (had !== '') settle(had)
        if (has !== '') settle(has)
        moved = true
      }
      // Somebody has come where somebody else was to go, or has gone there.
      if (moved && promises.size > 0) promise()
    },
  }
}
