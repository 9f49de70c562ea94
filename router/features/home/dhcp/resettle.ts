import { Invalid } from '../../../errors.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import { isDeviceAddress, lanIp, type SubnetConfig, tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { type Ip, ipToNumber } from '../../../values/ip.ts'
import { containsIp, type Subnet } from '../../../values/subnet.ts'
import { disableUnreachable } from '../../firewall/config/target.ts'
import { followDevices, repeatDenials } from '../devices/follow.ts'
import { Blocks } from './blocks.ts'
import { isUnconfigured } from './newdevice.ts'

/** Maximum number of former networks with devices in them; devices in older ones are disconnected. */
const MOST_FORMER = 8

type Devices = Iterable<readonly [identity: string, device: Device]>

/**
 * New addresses for devices outside the home networks: the block with the same index if it is free, so that addresses stay
 * similar, otherwise the first free one. Named devices come first; the address is empty if there is no room.
 */
export function newAddresses(
  devices: Devices,
  nets: readonly Subnet[],
  former: readonly (readonly Subnet[])[],
): Map<string, Ip> {
  const blocks = new Blocks(nets)
  const origins = former.map((home) => new Blocks(home))
  const moving: { identity: string; device: Device; number: number | undefined }[] = []
  for (const [identity, device] of devices) {
    if (device.RecentIP === '') continue
    const index = blocks.indexOf(device.RecentIP)
    if (index !== undefined) blocks.mark(index, true)
    else moving.push({ identity, device, number: numberIn(origins, device.RecentIP) })
  }
  const addresses = new Map<string, Ip>()
  const settle = (identity: string, index: number): void => {
    blocks.mark(index, true)
    addresses.set(identity, blocks.addressOf(index))
  }
  const strangersLast = [
    moving.filter(({ device }) => !isUnconfigured(device)),
    moving.filter(({ device }) => isUnconfigured(device)),
  ]
  for (const group of strangersLast) {
    for (const { identity, number } of group)
      if (number !== undefined && number < blocks.total && !blocks.isTaken(number)) settle(identity, number)
    for (const { identity } of group) {
      if (addresses.has(identity)) continue
      const index = blocks.first()
      if (index === undefined) addresses.set(identity, '')
      else settle(identity, index)
    }
  }
  return addresses
}

function numberIn(origins: readonly Blocks[], ip: Ip): number | undefined {
  for (const blocks of origins) {
    const number = blocks.indexOf(ip)
    if (number !== undefined) return number
  }
  return undefined
}

export interface Resettled {
  readonly before: Device
  readonly after: Device
}

/**
 * Assigns addresses after a change of the home networks. A device with a lease keeps its address until its next DHCP request,
 * since DHCP cannot force one; all others get a new address now. A former network is kept until it has no devices. Returns the
 * devices with a new address.
 */
export function resettle(draft: Draft): Resettled[] {
  const nets = tinyNets(draft.setting('subnet'))
  const former = draft.setting('formerSubnets')
  const outside = (device: Device): boolean => device.RecentIP !== '' && !isDeviceAddress(nets, device.RecentIP)
  const addresses = newAddresses(draft.devices.rows(), nets, former.map(tinyNets))
  const moved: Resettled[] = []
  const remain: Device[] = []
  for (const [identity, RecentIP] of addresses) {
    const before = draft.devices.get(identity)
    if (!before || !outside(before)) continue
    if (draft.leases.get(before.MAC)?.ip === before.RecentIP) {
      remain.push(before)
      continue
    }
    const after = { ...before, RecentIP }
    draft.devices.put(identity, after)
    moved.push({ before, after })
  }
  followDevices(draft, movedAddresses(moved))
  const inhabited = former.filter((home) => remain.some(({ RecentIP }) => isIn(home, RecentIP)))
  if (inhabited.length !== former.length) draft.set('formerSubnets', inhabited)
  disableUnreachable(draft)
  return moved
}

/** New addresses by old address, without devices that have none now. */
const movedAddresses = (moved: readonly Resettled[]): Map<Ip, Ip> =>
  new Map(
    moved.flatMap(({ before, after }): [Ip, Ip][] =>
      before.RecentIP && after.RecentIP && before.RecentIP !== after.RecentIP
        ? [[before.RecentIP, after.RecentIP]]
        : [],
    ),
  )

/** Stores the former networks, in which devices may still be. */
function remember(draft: Draft, home: SubnetConfig): void {
  const others = draft.setting('formerSubnets').filter(({ TinyNets }) => TinyNets.join() !== home.TinyNets.join())
  draft.set('formerSubnets', [home, ...others].slice(0, MOST_FORMER))
}

/** Assigns addresses after a change was reverted or a backup restored, which changes the networks only. */
export function resettleFrom(draft: Draft, before: SubnetConfig): Resettled[] {
  remember(draft, before)
  return resettle(draft)
}

/**
 * Changes the home networks; former ones are kept until all devices have left them. Returns the devices with a new address.
 * Throws `Invalid` if there is no room for all devices with a name or a permission.
 */
export function moveHome(draft: Draft, config: SubnetConfig): Resettled[] {
  const before = draft.setting('subnet')
  draft.set('subnet', config)
  if (before.TinyNets.join() === config.TinyNets.join()) return []
  remember(draft, before)
  const [was, is] = [tinyNets(before), tinyNets(config)]
  const host = (nets: readonly Subnet[]): Subnet => ({ base: ipToNumber(lanIp(nets)), prefix: 32 })
  const replaced = was.flatMap((from, index): [Subnet, Subnet][] => (is[index] ? [[from, is[index]]] : []))
  repeatDenials(draft, [[host(was), host(is)], ...replaced])
  demandRoom(draft, is)
  return resettle(draft)
}

function demandRoom(draft: Draft, nets: readonly Subnet[]): void {
  const addresses = newAddresses(draft.devices.rows(), nets, draft.setting('formerSubnets').map(tinyNets))
  for (const [identity, ip] of addresses) {
    const device = draft.devices.get(identity)
    if (ip === '' && device && !isUnconfigured(device))
      throw new Invalid(phrase('home.networksTooSmall', new Blocks(nets).total), 'TinyNets')
  }
}

const isIn = (home: SubnetConfig, ip: Ip): boolean => tinyNets(home).some((net) => containsIp(net, ip))
