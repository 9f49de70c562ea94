import { z } from 'zod'
import { Duration } from '../../../values/duration.ts'
import { type Ip, ipToNumber, numberToIp } from '../../../values/ip.ts'
import { containsIp, parseSubnet, type Subnet, sizeOf } from '../../../values/subnet.ts'

/** The home networks, which are divided into a /30 for each device, and the lease time. */
export const SubnetConfig = z
  .object({
    TinyNets: z
      .array(z.string().meta({ example: '192.168.2.0/24' }))
      .meta({ description: 'IPv4 networks in CIDR notation; each is divided into /30 networks, one for each device' }),
    LeaseTime: Duration.meta({ description: 'Lease time in hours, minutes and seconds' }),
  })
  .meta({ id: 'DHCPConfig' })
export type SubnetConfig = z.infer<typeof SubnetConfig>

/** A block is four addresses: network, router side, device, broadcast. */
export const BLOCK_SIZE = 4

export const tinyNets = (config: SubnetConfig): Subnet[] =>
  config.TinyNets.map((text) => {
    const subnet = parseSubnet(text)
    if (!subnet) throw new Error(`not a subnet: ${text}`)
    return subnet
  })

/** The router's own address towards the home: the first host of the first network. */
export const lanIp = (nets: readonly Subnet[]): Ip => numberToIp((nets[0] as Subnet).base + 1)

/** The router's address in the device's network. */
export const routerSide = (ip: Ip): Ip => numberToIp(ipToNumber(ip) - 1)

export const blockCount = (net: Subnet): number => Math.floor(sizeOf(net) / BLOCK_SIZE)

/** True for the device address of a block in one of the networks. */
export const isDeviceAddress = (nets: readonly Subnet[], ip: Ip): boolean => {
  const value = ipToNumber(ip)
  return value % BLOCK_SIZE === 2 && nets.some((net) => containsIp(net, value))
}
