import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { Mac } from '../../values/mac.ts'
import { confirmable } from '../confirm/contract.ts'
import { LinkName } from '../links/interface.ts'
import { get, put } from '../operation.ts'
import { GivenSubnet } from './revision.ts'
import { SubnetConfig } from './subnet.ts'

const network = 'network'
const dhcpd = 'unix_dhcpd'

export const subnet = {
  read: get('/subnetConfig', {
    tag: network,
    summary: 'The networks of the home, and how long a lease lasts',
    reply: SubnetConfig,
  }),
  update: put('/subnetConfig', {
    tag: network,
    summary: 'Change the networks of the home',
    description:
      'Each network is cut into blocks of four addresses, one for each device. The router’s own address is the first of the ' +
      'first network, and answers there at once. Devices outside the new networks keep their number: who is not here has ' +
      'its new address at once; who is, keeps the old one, and all it may do, until it next renews its lease (within an ' +
      'hour, for most), is then given the new one, and takes port forwards, endpoints, blocks and names along. The ' +
      'old networks answer until the last device has left them.',
    query: confirmable,
    body: GivenSubnet,
    reply: SubnetConfig,
    errors: {
      400: 'No IPv4 network, a prefix length outside 8 to 24, an overlap, no room for the devices there are, or a bad lease time',
    },
  }),
}

const words = z.string().max(1024).nullish()

export const DhcpRequest = z
  .object({
    MAC: Mac.meta({ description: 'The MAC address of the device' }),
    Identifier: words.meta({ description: 'The client identifier (DHCP option 61)' }),
    Name: words.meta({ description: 'The name that the device sent (DHCP option 12)' }),
    Iface: LinkName.meta({ description: 'The link on which it asks' }),
    ParamReqList: words.meta({ description: 'The parameter request list (DHCP option 55)' }),
    VendorClass: words.meta({ description: 'The vendor class (DHCP option 60)' }),
  })
  .meta({ id: 'DHCPRequest', example: { MAC: '02:11:22:33:44:66', Name: 'printer', Iface: 'eth1' } })
export type DhcpRequest = z.output<typeof DhcpRequest>

/** Who has been given what, in the words of API 0.3.0. */
export const DhcpResponse = z
  .object({
    Identifier: z.string().meta({ description: 'The MAC address or VPN key', example: '12:22:33:44:55:61' }),
    IP: Ip.meta({ description: 'The address of the device' }),
    RouterIP: Ip.meta({ description: 'The router’s address in the network of the device', example: '192.168.2.5' }),
    DNSIP: Ip.meta({ description: 'The resolver', example: '192.168.2.1' }),
    LeaseTime: z
      .string()
      .meta({ description: 'How long the lease lasts, in hours, minutes and seconds', example: '24h0m0s' }),
  })
  .meta({ id: 'DHCPResponse' })
export type DhcpResponse = z.output<typeof DhcpResponse>

export const DhcpUpdate = z
  .object({
    IP: Ip.meta({ description: 'The address of the device' }),
    MAC: Mac.meta({ description: 'The MAC address of the device' }),
    Name: words.meta({ description: 'The name that the device sent (DHCP option 12)' }),
    Iface: LinkName.meta({ description: 'The link on which the device is' }),
    Router: words.meta({ description: 'Taken from the address; what is given here is not looked at' }),
  })
  .meta({
    id: 'DHCPUpdate',
    example: { IP: '192.168.2.30', MAC: '02:11:22:33:44:77', Name: 'scanner', Iface: 'eth1', Router: '192.168.2.29' },
  })

export const AbstractDhcpRequest = z
  .object({
    Identifier: z.string().max(64).trim().meta({
      description: 'A MAC address or a WireGuard public key',
      example: '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI=',
    }),
  })
  .meta({ id: 'AbstractDHCPRequest' })

const reserve = {
  tag: 'tinysubnets',
  summary: 'Put an address aside for a device or a VPN key',
  description: 'The address that it has, or one that nobody else gets for the next minute: until then, save its entry.',
  body: AbstractDhcpRequest,
  reply: DhcpResponse,
  errors: { 400: 'No MAC address or public key, or no address is left' },
} as const

/** What parts of the router that give out addresses themselves call, on a unix socket of its own. */
export const dhcpSocket = {
  request: put('/dhcpRequest', {
    tag: dhcpd,
    summary: 'Grant a device an address on a link',
    description: 'When it answers, the device is admitted there.',
    body: DhcpRequest,
    reply: DhcpResponse,
    errors: {
      400: 'The device gets no address on that link, and why',
      429: 'The device asked too often',
      503: 'The router is busy with this device, or could not admit it',
    },
  }),
  reserve: put('/DHCPRequest', reserve),
  reserveAbstract: put('/abstractDhcpRequest', reserve),
  update: put('/dhcpUpdate', {
    tag: dhcpd,
    summary: 'Report an address that a device has been given',
    description: 'When it answers, the device is admitted there.',
    body: DhcpUpdate,
    errors: {
      400: 'The address is not its own, or the device gets none on that link, and why',
      429: 'The device asked too often',
      503: 'The router is busy with this device, or could not admit it',
    },
  }),
}
