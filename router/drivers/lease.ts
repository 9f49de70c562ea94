import type { ProviderRoute } from '../model/internet/connection/address.ts'
import type { UplinkLease } from '../presence/tables.ts'
import { type Ip, isIp, numberToIp } from '../values/ip.ts'
import { containsIp, parseSubnet, type Subnet, UNROUTABLE_NETS } from '../values/subnet.ts'

/** The file that the script of a DHCP client, or of pppd, writes. */
export const leaseFile = (directory: string, link: string): string => `${directory}/uplink-${link}.lease`

/** Limits for a provider's own networks. A wider route would divert other traffic. */
const MOST_ROUTES = 32
const WIDEST_ROUTE = 8
const MOST_SERVERS = 4

/**
 * Parses the file of the script of a DHCP client, or of pppd: `name=value` lines. The values come from any server on the uplink,
 * so only valid host addresses are accepted. After `deconfig` and `leasefail` there is no lease. With classless routes, the router
 * option is ignored: RFC 3442.
 */
export function parseLease(link: string, text: string): { event: string; lease: UplinkLease | undefined } {
  const values = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const ip = values.get('ip') ?? ''
  const prefix = Number(values.get('mask'))
  const given = parseRoutes(values.get('staticroutes') ?? '')
  const router = given.find(({ net }) => net.prefix === 0)?.via ?? values.get('router')?.split(' ')[0] ?? ''
  const hosts = (name: string): Ip[] => (values.get(name) ?? '').split(' ').filter(isHost).slice(0, MOST_SERVERS)
  const dns = hosts('dns')
  const timeServers = hosts('ntpsrv')
  const event = values.get('event') ?? ''
  const bound = event === 'bound' || event === 'renew'
  const whole = bound && isHost(ip) && isHost(router) && prefix >= 1 && prefix <= 32
  const routes = given.filter(({ net }) => isRoutable(net) && numberToIp(net.base) !== router)
  return {
    event,
    lease: whole
      ? {
          link,
          address: `${ip}/${prefix}`,
          router,
          routes: routes.slice(0, MOST_ROUTES),
          ...(dns.length > 0 && { dns }),
          ...(timeServers.length > 0 && { timeServers }),
        }
      : undefined,
  }
}

/** `0.0.0.0/0 81.2.69.1 10.0.0.0/8 81.2.69.2`: networks, each with its gateway, or with 0.0.0.0 if it is on the link. */
function parseRoutes(text: string): ProviderRoute[] {
  const words = text.split(' ').filter((word) => word !== '')
  const routes: ProviderRoute[] = []
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [net, gateway] = [parseSubnet(words[at]!), words[at + 1]!]
    if (net && (gateway === NO_GATEWAY || isHost(gateway)))
      routes.push({ net, via: gateway === NO_GATEWAY ? undefined : gateway })
  }
  return routes
}

const NO_GATEWAY: Ip = '0.0.0.0'

const isRoutable = (net: Subnet): boolean =>
  net.prefix >= WIDEST_ROUTE && !UNROUTABLE_NETS.some((other) => containsIp(other, net.base))

const isHost = (ip: string): boolean => isIp(ip) && !UNROUTABLE_NETS.some((net) => containsIp(net, ip))
