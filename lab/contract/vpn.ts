import { z } from 'zod'
import { json, jsonWith, line, none, type Row } from './rows.ts'

const key = z.string().length(44)
/** A peer of these tables, and one that is not there. */
const PEER = 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ='
const UNKNOWN = '6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4='
const ZERO = `${'A'.repeat(43)}=`
const ADDRESS = '192.168.2.230'
const config = z.strictObject({
  Interface: z.strictObject({
    PrivateKey: z.union([z.literal('<PRIVATE KEY>'), key]),
    Address: z.ipv4(),
    DNS: z.ipv4(),
  }),
  Peer: z.strictObject({
    PublicKey: key,
    AllowedIPs: z.literal('0.0.0.0/0, ::/0'),
    Endpoint: z.string(),
    PresharedKey: key,
    PersistentKeepalive: z.literal(25),
  }),
})
const listed = {
  PublicKey: PEER,
  AllowedIPs: `${ADDRESS}/32`,
  Endpoint: '(none)',
  PresharedKey: '**',
  PersistentKeepalive: 25,
  LatestHandshake: 0,
  TransferRx: 0,
  TransferTx: 0,
  Online: false,
}
const status = z.strictObject({
  wg0: z.strictObject({ publicKey: key, listenPort: z.literal(51_280), peers: z.record(key, z.unknown()) }),
})
const at = '/plugins/wireguard'

// biome-ignore format: a table
export const VPN: Row[] = [
  ['GET',    `${at}/peers`,     none,                                         200, json([])],
  ['GET',    `${at}/status`,    none,                                         200, json({})],
  ['GET',    `${at}/config`,    none,                                         200, json('[Interface]\nListenPort = 51280\n')],
  ['GET',    `${at}/genkey`,    none,                                         200, json(z.strictObject({ PrivateKey: key, PublicKey: key }))],
  ['GET',    `${at}/endpoints`, none,                                         200, json([])],
  ['PUT',    `${at}/endpoints`, ['vpn.example.org', '203.0.113.5:4000', '2001:db8::5'], 200, json(['vpn.example.org', '203.0.113.5:4000', '[2001:db8::5]'])],
  ['PUT',    `${at}/endpoints`, ['vpn.example.org:51280'],                    200, json(['vpn.example.org'])],
  ['PUT',    `${at}/endpoints`, ['vpn example.org'],                          400, line],
  ['PUT',    `${at}/endpoints`, ['vpn.example.org:0'],                        400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: PEER, AllowedIPs: `${ADDRESS}/32`, Endpoint: '' }, 200, json(config)],
  ['PUT',    `${at}/peer`,      { PublicKey: PEER, AllowedIPs: ADDRESS },     200, jsonWith({ Interface: { PrivateKey: '<PRIVATE KEY>', Address: ADDRESS }, Peer: { Endpoint: 'vpn.example.org:51280' } })],
  ['PUT',    `${at}/peer`,      { PublicKey: PEER, Endpoint: 'vpn.example.org:4000:51280' }, 200, jsonWith({ Peer: { Endpoint: 'vpn.example.org:4000' } })],
  ['PUT',    `${at}/peer`,      { PublicKey: PEER, Endpoint: '203.0.113.5:4000' }, 200, jsonWith({ Peer: { Endpoint: '203.0.113.5:4000' } })],
  ['PUT',    `${at}/peer`,      { PublicKey: 'AAAA' },                        400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, AllowedIPs: ADDRESS },   400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, AllowedIPs: '10.1.2.2' }, 400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, AllowedIPs: '192.168.2.231' }, 400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, AllowedIPs: 'x' },       400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, Endpoint: 'vpn.example.org:' }, 400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, PresharedKey: 'short' }, 400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, PresharedKey: ZERO },    400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: ZERO },                          400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: `${UNKNOWN.slice(0, -2)}9=` },    400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN.slice(4) },               400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: `${UNKNOWN}${UNKNOWN}` },          400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: [UNKNOWN] },                      400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, AllowedIPs: `${ADDRESS}/32, 0.0.0.0/0` }, 400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, AllowedIPs: '192.168.2.1' }, 400, line],
  ['PUT',    `${at}/peer`,      { PublicKey: UNKNOWN, PersistentKeepalive: 65_536 }, 400, line],
  ['PUT',    `${at}/peer`,      none,                                         400, line],
  ['GET',    `${at}/peers`,     none,                                         200, json([listed])],
  ['GET',    `${at}/status`,    none,                                         200, json(status)],
  ['GET',    `${at}/config`,    none,                                         200, json(`[Interface]\nListenPort = 51280\nPrivateKey = **\n\n[Peer]\nPublicKey = ${PEER}\nPresharedKey = **\nAllowedIPs = ${ADDRESS}/32\n`)],
  ['PUT',    `${at}/down`,      none,                                         200, json(true)],
  ['GET',    `${at}/status`,    none,                                         200, json({})],
  ['PUT',    `${at}/up`,        none,                                         200, json(true)],
  ['DELETE', `${at}/peer`,      { PublicKey: UNKNOWN },                        404, line],
  ['DELETE', `${at}/peer`,      { PublicKey: 'x' },                           400, line],
  ['DELETE', `${at}/peer`,      { ...listed },                                200, json(true)],
  ['PUT',    `${at}/down`,      none,                                         200, json(true)],
  ['PUT',    `${at}/endpoints`, [],                                           200, json([])],
]
