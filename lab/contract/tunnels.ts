import { z } from 'zod'
import { empty, json, jsonWith, line, none, type Row } from './rows.ts'

const key = z.string().length(44)
const PRIVATE = '6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4='
const PEER = 'w9bfMAfqRnLjnlHofX+JSzaRDADrW1tvyW1UWzXJjrg='
const OTHER = '2LpDfh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='
const SHARED = 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ='
const Config = [
  '[Interface]',
  `PrivateKey = ${PRIVATE}`,
  'Address = 10.2.0.2/32',
  'DNS = 10.2.0.1',
  'PostUp = reboot',
  '[Peer]',
  `PublicKey = ${PEER}`,
  `PresharedKey = ${SHARED}`,
  'AllowedIPs = 0.0.0.0/0, ::/0',
  'Endpoint = 198.51.100.7:51820',
].join('\n')
const Peer = { PublicKey: OTHER, Endpoint: '198.51.100.8:51820' }
export const faultOrNull = z
  .strictObject({ Code: z.string(), Host: z.string(), Detail: z.string(), Since: z.int() })
  .nullable()
const tunnel = z.strictObject({
  ...{ Name: z.string(), Link: z.string(), Enabled: z.boolean(), PublicKey: key },
  ...{ Addresses: z.array(z.ipv4()), DNS: z.array(z.ipv4()), MTU: z.int(), ListenPort: z.int() },
  Peer: z.strictObject({
    PublicKey: key,
    PresharedKey: z.enum(['**', '']),
    Endpoint: z.string(),
    AllowedIPs: z.array(z.cidrv4()),
    PersistentKeepalive: z.int(),
  }),
  ...{ State: z.string(), Message: z.string(), Fault: faultOrNull, ResolvedEndpoint: z.string() },
  ...{ LatestHandshake: z.int(), TransferRx: z.int(), TransferTx: z.int(), UsedBy: z.array(z.string()) },
})
const at = '/vpn/tunnels/oslo'
const exit = { Groups: ['family'], Tunnels: ['oslo'] }

// biome-ignore format: a table
export const TUNNELS: Row[] = [
  ['GET',    '/vpn/tunnels',      none,                                         200, json([])],
  ['GET',    at,                  none,                                         404, line],
  ['PUT',    at,                  { Config, Enabled: false },                   200, jsonWith({ Link: 'wg1', Addresses: ['10.2.0.2'], State: 'off', Ignored: [{ Line: 5, Setting: 'PostUp', Reason: 'commands are never run' }, { Line: 9, Setting: 'AllowedIPs', Reason: 'IPv6 is not routed' }] })],
  ['GET',    at,                  none,                                         200, json(tunnel)],
  ['PUT',    at,                  { MTU: 1380 },                                200, jsonWith({ MTU: 1380, Peer: { PresharedKey: '**' } })],
  ['PUT',    at,                  { Config: 'PostUp = reboot' },                400, line],
  ['PUT',    at,                  { Config, MTU: 1380 },                        400, line],
  ['PUT',    at,                  { PrivateKey: 'AAAA' },                       400, line],
  ['PUT',    at,                  { Addresses: ['fd00::2'] },                   400, line],
  ['PUT',    at,                  { Addresses: ['192.168.2.77'] },              400, line],
  ['PUT',    at,                  { MTU: 9 },                                   400, line],
  ['PUT',    at,                  { ListenPort: 65_536 },                       400, line],
  ['PUT',    at,                  { Table: 'off' },                             400, line],
  ['PUT',    at,                  { Peer: { ...Peer, Endpoint: '192.168.2.6:51820' } }, 400, line],
  ['PUT',    at,                  { Peer: { ...Peer, AllowedIPs: ['192.168.2.0/24'] } }, 400, line],
  ['PUT',    '/vpn/tunnels/_',    { Config },                                   400, line],
  ['PUT',    '/vpn/tunnels/two',  { Addresses: ['10.3.0.2'], Enabled: false },  400, line],
  ['PUT',    '/vpn/tunnels/two',  { Config, Enabled: false },                   400, line],
  ['PUT',    '/vpn/tunnels/two',  { Addresses: ['10.3.0.2'], DNS: [], Enabled: false, ListenPort: 0, Peer }, 200, jsonWith({ Link: 'wg2', Peer: { AllowedIPs: ['0.0.0.0/0'], PersistentKeepalive: 25 } })],
  ['GET',    '/vpn/tunnels',      none,                                         200, json(z.array(tunnel).length(2))],
  ['GET',    '/vpn/exits',        none,                                         200, json([])],
  ['PUT',    '/vpn/exits/phones', { ...exit, Tunnels: ['bergen'] },             400, line],
  ['PUT',    '/vpn/exits/phones', { ...exit, Devices: ['02:00:00:00:00:99'] },  400, line],
  ['PUT',    '/vpn/exits/phones', { ...exit, Traffic: 'some' },                 400, line],
  ['PUT',    '/vpn/exits/phones', { ...exit, Traffic: 'listed' },               400, line],
  ['PUT',    '/vpn/exits/phones', { ...exit, Networks: ['x'] },                 400, line],
  ['PUT',    '/vpn/exits/phones', { ...exit, Domains: ['-'] },                  400, line],
  ['PUT',    '/vpn/exits/phones', exit,                                         200, json({ Name: 'phones', Devices: [], ...exit, Tags: [], Traffic: 'all', Networks: [], Domains: [], Active: '', State: 'closed: no tunnel is enabled', Fault: { Code: 'no_tunnel', Host: '', Detail: '', Since: 0 } })],
  ['PUT',    '/vpn/exits/phones', { Groups: ['travel'] },                       200, jsonWith({ Groups: ['travel'], Tunnels: ['oslo'] })],
  ['GET',    '/vpn/exits',        none,                                         200, json(z.array(z.looseObject({ Name: z.string() })).length(1))],
  ['GET',    '/vpn/tunnels/_',    none,                                         400, line],
  ['DELETE', '/vpn/tunnels/_',    none,                                         400, line],
  ['DELETE', '/vpn/exits/_',      none,                                         400, line],
  ['DELETE', at,                  none,                                         409, line],
  ['DELETE', '/vpn/exits/phones', none,                                         200, empty],
  ['DELETE', '/vpn/exits/phones', none,                                         404, line],
  ['DELETE', '/vpn/tunnels/two',  none,                                         200, empty],
  ['DELETE', at,                  none,                                         200, empty],
  ['DELETE', at,                  none,                                         404, line],
]
