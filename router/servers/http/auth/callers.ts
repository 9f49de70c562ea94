import { addressesOf, isRouter } from '../../../compiler/ends.ts'
import type { Network } from '../../../compiler/network.ts'
import { withDomain } from '../../../model/dns/names/domain.ts'
import { OWN_NAMES } from '../../../model/machine/tls/credentials.ts'
import { isIp } from '../../../values/ip.ts'
import { containsIp, PRIVATE_NETS } from '../../../values/subnet.ts'

const NAMES = new Set(['localhost', ...OWN_NAMES])

const isLoopback = (address: string): boolean => address === '::1' || (isIp(address) && address.startsWith('127.'))

/**
 * Whether a Host header names this router: by one of its names or addresses, or by a name that the owner has given to one of its
 * addresses. Any other name may be part of a DNS rebinding attack.
 */
export function isOwnHost(network: Network, name: string): boolean {
  if (NAMES.has(name) || isLoopback(name)) return true
  return isIp(name) ? isRouter(network, name) : isGivenToRouter(network, name)
}

function isGivenToRouter(network: Network, name: string): boolean {
  const { hosts, filter } = network.frame
  const full = withDomain(name)
  const isGiven = (ip: string): boolean => isIp(ip) && isRouter(network, ip)
  if (hosts.some(({ Hostname, IPAddress }) => Hostname === full && isGiven(IPAddress))) return true
  return filter.overrides
    .values()
    .some(({ Type, Domain, ResultIP }) => Type === 'permit' && `.${name}.`.endsWith(`.${Domain}`) && isGiven(ResultIP))
}

/** Whether a call comes in over an uplink that anybody in the world can reach. */
export function isFromPublicUplink({ frame }: Network, address: string): boolean {
  if (isLoopback(address) || frame.nets.some((net) => containsIp(net, address))) return false
  return frame.uplinks.flatMap(addressesOf).some((ip) => !PRIVATE_NETS.some((net) => containsIp(net, ip)))
}
