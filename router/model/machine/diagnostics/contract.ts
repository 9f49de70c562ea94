import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { IP_SOURCE } from '../../../values/ip.ts'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { padded } from '../../../values/text.ts'
import { PORT_SOURCE } from '../../firewall/config/port.ts'
import { LinkName } from '../../internet/links/linkname.ts'
import { get, put } from '../../operation.ts'
import { KernelLink } from './kernel-link.ts'
import { Neighbour } from './neighbour.ts'

/** Port of the echo service (RFC 862). */
const ECHO_PORT = 7

/** An address and a UDP port as `192.168.2.6:5353`; the default port is that of the echo service. */
export const UdpEnd = z
  .string()
  .regex(padded(`${IP_SOURCE}(:${PORT_SOURCE})?`), schemaPhrase('machine.diagnosticsEndpoint'))
  .transform((text) => {
    const [address = '', port = ECHO_PORT] = text.trim().split(':')
    return { address, port: Number(port) }
  })
  .meta({ example: '192.168.2.6:5353' })

const ANSWERS = 'Returns the round-trip time of each, or `timeout` after a second.'
const PING_ERRORS = {
  400: 'No such interface, an invalid address, or an address that cannot be reached over it',
  429: 'Too many pings are running',
}
const times = (example: readonly string[]) => z.array(z.string()).meta({ example })

/** A listing in the JSON format of nftables: metadata, then objects by kind. */
const NftListing = z.object({
  nftables: z.array(z.looseObject({})).meta({ description: 'The listing in the JSON format of nftables' }),
})

/** State of the kernel, and pings. */
export const diagnostics = {
  tables: get('/nftables', {
    roles: ['viewer'],
    tag: 'network',
    summary: 'The tables of nftables',
    description:
      'The output of `nft -j list tables`. The router’s own table is `sallyport`; others belong to other programs.',
    reply: NftListing,
  }),
  table: get('/nftable/{family}/{name}', {
    roles: ['viewer'],
    tag: 'network',
    summary: 'One table of nftables',
    description:
      'The output of `nft -j -t list table`: chains, rules, and sets without their elements; for those, see `GET ' +
      '/nfmap/{name}`.',
    params: {
      family: z
        .enum(['ip', 'ip6', 'inet', 'arp', 'bridge', 'netdev'])
        .meta({ description: 'The family of the table', example: 'inet' }),
      name: z
        .string()
        .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, schemaPhrase('machine.firewallTableName'))
        .meta({ description: 'The name of the table', example: 'sallyport' }),
    },
    reply: NftListing,
    errors: { 404: 'No such table' },
  }),
  ipAddr: get('/ip/addr', {
    roles: ['viewer'],
    tag: 'network',
    access: 'setup',
    summary: 'Links and their addresses',
    description: 'The output of `ip -j addr`, where each link has an `address`.',
    reply: z.array(KernelLink),
  }),
  ipInterfaces: get('/ip/interfaces', {
    roles: ['viewer'],
    tag: 'general',
    summary: 'Links of addresses',
    description: 'The router’s own addresses and those of connected devices.',
    reply: z.record(z.string(), z.string()).meta({ example: { '192.168.2.6': 'wlan1.4097' } }),
  }),
  ping: put('/ping/{interface}/{address}', {
    audit: false,
    tag: 'network',
    summary: 'Ping an address',
    description: `Sends four ICMP echo requests over this link, one after the other. ${ANSWERS}`,
    params: {
      interface: LinkName.meta({ description: 'The link to send on', example: 'eth1' }),
      address: Ipv4Address.meta({ description: 'The IPv4 address to ping' }),
    },
    reply: times(['10.523ms', '9.872ms', '11.245ms', '10.101ms']),
    errors: PING_ERRORS,
  }),
  pingUdp: put('/ping/{interface}/{address}/udp', {
    audit: false,
    tag: 'network',
    summary: 'Ping a UDP port',
    description: `Sends a short datagram four times over this link. Any datagram that is returned counts as an answer. ${ANSWERS}`,
    params: {
      interface: LinkName.meta({ description: 'The link to send on', example: 'eth1' }),
      address: UdpEnd.meta({
        description: 'The IPv4 address and UDP port with a colon between them; without a port, 7 (echo)',
      }),
    },
    reply: times(['15.789ms', 'timeout', '16.012ms', '15.456ms']),
    errors: PING_ERRORS,
  }),
  arp: get('/arp', {
    roles: ['viewer', 'parent'],
    tag: 'network',
    summary: 'The neighbour table',
    description: 'The MAC address of each neighbour. Flags: 0x6 set by us, 0x2 learned, 0x0 not resolved.',
    reply: z.array(Neighbour),
  }),
}
