import { type Ip, ipToNumber, isIp, numberToIp } from './ip.ts'

/** An IPv4 network: its first address as a number, and its prefix length. */
export interface Subnet {
  readonly base: number
  readonly prefix: number
}

export const sizeOf = (subnet: Subnet): number => 2 ** (32 - subnet.prefix)

/** `192.168.2.5/24` to its network; undefined when it is not IPv4 CIDR text. Host bits are cleared. */
export function parseSubnet(text: string): Subnet | undefined {
  const [address = '', length = '', extra] = text.trim().split('/')
  if (extra !== undefined || !isIp(address) || !/^([12]?\d|3[0-2])$/.test(length)) return undefined
  const prefix = Number(length)
  const size = 2 ** (32 - prefix)
  return { base: Math.floor(ipToNumber(address) / size) * size, prefix }
}

export const formatSubnet = (subnet: Subnet): string => `${numberToIp(subnet.base)}/${subnet.prefix}`

export const containsIp = (subnet: Subnet, ip: Ip | number): boolean => {
  const value = typeof ip === 'number' ? ip : ipToNumber(ip)
  return value >= subnet.base && value < subnet.base + sizeOf(subnet)
}

export const overlap = (a: Subnet, b: Subnet): boolean => a.base < b.base + sizeOf(b) && b.base < a.base + sizeOf(a)

/** Omits networks that are part of another one. */
export const outermost = (nets: readonly Subnet[]): Subnet[] =>
  nets.filter((net, index) =>
    nets.every(
      (other, at) =>
        at === index ||
        !overlap(net, other) ||
        net.prefix < other.prefix ||
        (net.prefix === other.prefix && index < at),
    ),
  )

const netsOf = (...texts: string[]): readonly Subnet[] =>
  texts.map((text) => {
    const subnet = parseSubnet(text)
    if (!subnet) throw new Error(`not a subnet: ${text}`)
    return subnet
  })

/** Networks of homes and offices: RFC 1918. */
export const PRIVATE_NETS = netsOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16')

/** Networks that cannot be routed: this host, loopback, link-local, multicast and reserved. RFC 6890. */
export const UNROUTABLE_NETS = netsOf('0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/3')

/** Multicast groups: RFC 5771. */
export const MULTICAST_NET = netsOf('224.0.0.0/4')[0] as Subnet

/** A provider's inside, protocols' own, laboratories: RFC 6598, 6890, 2544. */
const INSIDE = ['100.64.0.0/10', '192.0.0.0/24', '198.18.0.0/15'].map((text) => parseSubnet(text)!)

/** Whether an address is public, private, or not routable to another machine. */
export function reachOf(ip: Ip): 'public' | 'private' | 'nowhere' {
  if (UNROUTABLE_NETS.some((net) => containsIp(net, ip))) return 'nowhere'
  return [...PRIVATE_NETS, ...INSIDE].some((net) => containsIp(net, ip)) ? 'private' : 'public'
}
