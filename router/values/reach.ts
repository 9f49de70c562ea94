import type { Ip } from './ip.ts'
import { containsIp, PRIVATE_NETS, parseSubnet, UNROUTABLE_NETS } from './subnet.ts'

/** A provider's inside, protocols' own, laboratories: RFC 6598, 6890, 2544. */
const INSIDE = ['100.64.0.0/10', '192.0.0.0/24', '198.18.0.0/15'].map((text) => parseSubnet(text)!)

/** Whether an address is public, private, or not routable to another machine. */
export function reachOf(ip: Ip): 'public' | 'private' | 'nowhere' {
  if (UNROUTABLE_NETS.some((net) => containsIp(net, ip))) return 'nowhere'
  return [...PRIVATE_NETS, ...INSIDE].some((net) => containsIp(net, ip)) ? 'private' : 'public'
}
