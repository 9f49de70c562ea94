import { type Ip, numberToIp } from '../../../values/ip.ts'
import { parseSubnet } from '../../../values/subnet.ts'

/** The address of a container by the place of its service in the compose file, 0 for the first. The router has the address before it. */
export function containerAddress(subnet: string, place: number): Ip | undefined {
  const net = parseSubnet(subnet)
  return net && numberToIp(net.base + 2 + place)
}
