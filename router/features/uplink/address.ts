import { Invalid } from '../../errors.ts'
import { type Ip, ipToNumber, isIp } from '../../values/ip.ts'
import { containsIp, formatSubnet, overlap, parseSubnet, type Subnet, sizeOf } from '../../values/subnet.ts'
import type { InterfaceConfig } from '../links/interface.ts'
import type { UplinkAddress } from './contract.ts'

/**
 * An uplink with another way to its address. Throws `Invalid`: a link of the household does not become an uplink this
 * way, and the provider's network must not be one of the home's.
 */
export function readdress(
  before: InterfaceConfig | undefined,
  { Name, Enabled, DisableDHCP, IP, Router, VLAN }: UplinkAddress,
  nets: readonly Subnet[],
): InterfaceConfig {
  if (before?.Type === 'AP' || before?.Type === 'Downlink')
    throw new Invalid(`${Name} belongs to the home, not to the internet`, 'Name')
  if (VLAN) throw new Invalid('is not supported on an uplink', 'VLAN')
  const {
    DisableDHCP: _,
    IP: __,
    Router: ___,
    ...kept
  } = before ?? { Name, Subtype: 'ethernet' as const, Enabled: true }
  const uplink = { ...kept, Type: 'Uplink' as const, Enabled: Enabled ?? kept.Enabled }
  return DisableDHCP ? { ...uplink, DisableDHCP, ...fixed(IP?.trim() ?? '', Router?.trim() ?? '', nets) } : uplink
}

function fixed(address: string, router: string, nets: readonly Subnet[]): { IP: string; Router: Ip } {
  const net = parseSubnet(address)
  const own = address.split('/', 1)[0]!
  if (!net || !isHost(net, own))
    throw new Invalid('must be a host’s address and prefix length, as 198.51.100.7/24', 'IP')
  if (!isIp(router) || !isHost(net, router) || router === own)
    throw new Invalid(`must be another host’s address in ${formatSubnet(net)}`, 'Router')
  const conflict = conflictOf(address, nets)
  if (conflict) throw new Invalid(conflict, 'IP')
  return { IP: address, Router: router }
}

/** RFC 3021: a /31 has neither a network's own address nor a broadcast address. */
function isHost(net: Subnet, ip: Ip): boolean {
  const value = ipToNumber(ip)
  if (!containsIp(net, value) || net.prefix < 8) return false
  return net.prefix >= 31 || (value !== net.base && value !== net.base + sizeOf(net) - 1)
}

/**
 * Why an uplink cannot have this address (with prefix length): its network must not be one of the home's. Undefined when
 * it can.
 */
export function conflictOf(address: string, nets: readonly Subnet[]): string | undefined {
  const net = parseSubnet(address)
  const home = net && nets.find((other) => overlap(other, net))
  return home && `overlaps the home network ${formatSubnet(home)}`
}
