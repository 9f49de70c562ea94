import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type Ip, ipToNumber, isIp } from '../../../values/ip.ts'
import {
  containsIp,
  formatSubnet,
  overlap,
  parseSubnet,
  type Subnet,
  sizeOf,
  UNROUTABLE_NETS,
} from '../../../values/subnet.ts'
import type { TakenNet } from '../../home/dhcp/revision.ts'
import type { AdditionalIp } from './contract.ts'
import type { InterfaceConfig } from './interface.ts'

const SMALLEST_PREFIX = 8

/** An address with its prefix length, as `198.51.100.7/24`, and its network; undefined when no host can have it. */
export function parseHost(text: string): { readonly ip: Ip; readonly net: Subnet } | undefined {
  const net = parseSubnet(text)
  const ip = text.trim().split('/', 1)[0]!
  return net && isHost(net, ip) ? { ip, net } : undefined
}

/** RFC 3021: a /31 has neither a network's own address nor a broadcast address. */
export function isHost(net: Subnet, ip: Ip): boolean {
  if (!isIp(ip) || net.prefix < SMALLEST_PREFIX || UNROUTABLE_NETS.some((other) => containsIp(other, ip))) return false
  const value = ipToNumber(ip)
  if (!containsIp(net, value)) return false
  return net.prefix >= 31 || (value !== net.base && value !== net.base + sizeOf(net) - 1)
}

/**
 * A link with these addresses in addition to its first one, or those that its devices need. Throws `Invalid`: a network of
 * another link, of the home or of a provider is not to be hidden. `gateway`: of an uplink, its router.
 */
export function withAddresses(
  link: InterfaceConfig,
  given: readonly AdditionalIp[],
  taken: readonly TakenNet[],
  gateway?: Ip,
): InterfaceConfig {
  const AdditionalIPs = given.map(({ IP, Router }, index) => {
    const field = `AdditionalIPs[${index}]`
    const host = parseHost(IP)
    if (!host) throw new Invalid(phrase('internet.linkHostPrefix'), `${field}.IP`)
    const other = taken.find(({ net }) => overlap(net, host.net))
    if (other) throw new Invalid(phrase('field.networkOverlaps', formatSubnet(other.net), other.by), `${field}.IP`)
    if (given.findIndex((earlier) => parseHost(earlier.IP)?.ip === host.ip) < index)
      throw new Invalid(phrase('internet.givenTwice', host.ip), `${field}.IP`)
    if (Router && Router !== host.ip && Router !== gateway)
      throw new Invalid(
        link.Type === 'Uplink' ? phrase('internet.uplinkGatewayIsRouter') : phrase('internet.gatewayIsItself', host.ip),
        `${field}.Router`,
      )
    return { IP: `${host.ip}/${host.net.prefix}`, Router: Router ?? '' }
  })
  return { ...link, AdditionalIPs }
}

/** Networks that the owner has added to household links, in addition to those of the devices. */
export const additionalNets = (interfaces: Iterable<InterfaceConfig>): TakenNet[] =>
  [...interfaces].flatMap(({ Name, Type, AdditionalIPs = [] }) =>
    Type === 'Downlink'
      ? AdditionalIPs.flatMap(({ IP }) => {
          const net = parseSubnet(IP)
          return net ? [{ by: phrase('home.networkAdditional', Name), net }] : []
        })
      : [],
  )
