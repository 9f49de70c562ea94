import { z } from 'zod'
import { json, jsonWith, line, none, type Row } from './rows.ts'

const ip = z.ipv4()
export const addresses = z.array(
  z.looseObject({
    ifindex: z.int(),
    ifname: z.string(),
    flags: z.array(z.string()),
    mtu: z.int(),
    operstate: z.string(),
    link_type: z.string(),
    addr_info: z.array(z.looseObject({ family: z.string(), prefixlen: z.int() })),
  }),
)
const neighbours = z.array(
  z.strictObject({
    IP: ip,
    HWType: z.string().regex(/^0x/),
    Flags: z.string().regex(/^0x/),
    MAC: z.string(),
    Mask: z.literal('*'),
    Device: z.string(),
  }),
)

// biome-ignore format: a table
export const NETWORK: Row[] = [
  ['GET', '/subnetConfig', none,                                                      200, json({ TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' })],
  ['PUT', '/subnetConfig', {},                                                        400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'] },                          400, line],
  ['PUT', '/subnetConfig', { LeaseTime: '12h' },                                      400, line],
  ['PUT', '/subnetConfig', { TinyNets: [], LeaseTime: '12h' },                        400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['home'], LeaseTime: '12h' },                  400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['fd00::/8'], LeaseTime: '12h' },              400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['10.0.0.0/25'], LeaseTime: '12h' },           400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['10.0.0.0/16', '10.0.4.0/24'], LeaseTime: '' }, 400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: 'a day' },      400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '100h' },       400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.5/24'], LeaseTime: '12h' },        200, json({ TinyNets: ['192.168.2.0/24'], LeaseTime: '12h' })],
  ['PUT', '/subnetConfig', { tinynets: ['192.168.2.0/24'], leasetime: '90m' },        200, jsonWith({ LeaseTime: '90m' })],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '' },           200, jsonWith({ LeaseTime: '90m' })],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' },    200, jsonWith({ LeaseTime: '24h0m0s' })],

  ['GET', '/ip/addr',      none,                                                      200, json(addresses)],
  ['GET', '/ip/interfaces', none,                                                     200, json(z.record(ip, z.string().min(1)))],
  ['GET', '/arp',          none,                                                      200, json(neighbours)],

  ['PUT', '/ping/eth9/1.1.1.1',               none,                                   400, line],
  ['PUT', '/ping/a%20b/1.1.1.1',              none,                                   400, line],
  ['PUT', '/ping/lan0/www.test',              none,                                   400, line],
  ['PUT', '/ping/lan0/::1',                   none,                                   400, line],
  ['PUT', '/ping/lan0/1.1.1.1:65536/udp',     none,                                   400, line],
  ['PUT', '/ping/eth9/1.1.1.1:53/udp',        none,                                   400, line],
]
