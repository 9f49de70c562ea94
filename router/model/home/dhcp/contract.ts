import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { confirmable } from '../../access/confirm/contract.ts'
import { LinkName } from '../../internet/links/linkname.ts'
import { get, put } from '../../operation.ts'
import { GivenSubnet } from './revision.ts'
import { SubnetConfig } from './subnet.ts'

const network = 'network'
const dhcpd = 'unix_dhcpd'

export const subnet = {
  read: get('/subnetConfig', {
    roles: ['viewer'],
    tag: network,
    summary: 'Home networks and lease time',
    reply: SubnetConfig,
  }),
  update: put('/subnetConfig', {
    tag: network,
    summary: 'Change the home networks',
    description:
      'Each network is divided into /30 subnets, one for each device. The router’s own address is the first address of ' +
      'the first network, and is in use immediately. Devices outside the new networks get the address at the same ' +
      'position there: absent devices immediately, present ones when they renew their lease (within an hour for most). ' +
      'Until then they keep the old address and all permissions. Port forwards, endpoints, blocks and names are ' +
      'updated with the address. The old networks stay in use until the last device has left them.',
    query: confirmable,
    body: GivenSubnet,
    reply: SubnetConfig,
    errors: {
      400:
        'Not an IPv4 network, a prefix length outside 8 to 24, overlapping networks, no room for all devices, or an ' +
        'invalid lease time',
    },
  }),
}

const words = z.string().max(1024).nullish()

export const DhcpRequest = z
  .object({
    MAC: UnicastMac.meta({ description: 'The MAC address of the device' }),
    Identifier: words.meta({ description: 'The client identifier (DHCP option 61)' }),
    Name: words.meta({ description: 'The name that the device sent (DHCP option 12)' }),
    Iface: LinkName.meta({ description: 'The link of the request' }),
    ParamReqList: words.meta({ description: 'The parameter request list (DHCP option 55)' }),
    VendorClass: words.meta({ description: 'The vendor class (DHCP option 60)' }),
  })
  .meta({ id: 'DHCPRequest', example: { MAC: '02:11:22:33:44:66', Name: 'printer', Iface: 'eth1' } })
export type DhcpRequest = z.output<typeof DhcpRequest>

/** A granted lease, with the field names of API 0.3.0. */
export const DhcpResponse = z
  .object({
    Identifier: z.string().meta({ description: 'The MAC address or VPN key', example: '12:22:33:44:55:61' }),
    IP: Ipv4Address.meta({ description: 'The address of the device' }),
    RouterIP: Ipv4Address.meta({
      description: 'The router’s address in the network of the device',
      example: '192.168.2.5',
    }),
    DNSIP: Ipv4Address.meta({ description: 'The resolver', example: '192.168.2.1' }),
    LeaseTime: z.string().meta({ description: 'Lease time in hours, minutes and seconds', example: '24h0m0s' }),
  })
  .meta({ id: 'DHCPResponse' })
export type DhcpResponse = z.output<typeof DhcpResponse>

export const DhcpUpdate = z
  .object({
    IP: Ipv4Address.meta({ description: 'The address of the device' }),
    MAC: UnicastMac.meta({ description: 'The MAC address of the device' }),
    Name: words.meta({ description: 'The name that the device sent (DHCP option 12)' }),
    Iface: LinkName.meta({ description: 'The link of the device' }),
    Router: words.meta({ description: 'Derived from the address; ignored in requests' }),
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
  summary: 'Reserve an address for a device or a VPN key',
  description:
    'Returns its present address, or a free one that is reserved for a minute: save its entry within that time.',
  body: AbstractDhcpRequest,
  reply: DhcpResponse,
  errors: { 400: 'Not a MAC address or public key, or no address is free' },
} as const

/** Called by helper programs that assign addresses, on their own Unix socket. */
export const dhcpSocket = {
  request: put('/dhcpRequest', {
    tag: dhcpd,
    summary: 'Grant a device an address on a link',
    description: 'The device is admitted on the link when the call returns.',
    body: DhcpRequest,
    reply: DhcpResponse,
    errors: {
      400: 'The device gets no address on that link; the message gives the reason',
      429: 'Too many requests of the device',
      503: 'The router is already handling a request of this device, or could not admit it',
    },
  }),
  reserve: put('/DHCPRequest', reserve),
  reserveAbstract: put('/abstractDhcpRequest', reserve),
  update: put('/dhcpUpdate', {
    tag: dhcpd,
    summary: 'Report an assigned address',
    description: 'The device is admitted on the link when the call returns.',
    body: DhcpUpdate,
    errors: {
      400: 'The address belongs to another device, or the device gets none on that link; the message gives the reason',
      429: 'Too many requests of the device',
      503: 'The router is already handling a request of this device, or could not admit it',
    },
  }),
}
