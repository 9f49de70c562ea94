import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { padded } from '../../../values/text.ts'
import { MASK } from '../../home/devices/device.ts'
import { del, get, put } from '../../operation.ts'
import { counterField } from '../counterfield.ts'
import { OwnEndpoint } from './endpoint.ts'
import { VPN_PORT } from './server.ts'

const wireguard = 'wireguard'
const socket = 'unix_wireguard'

/** 32 bytes in base64. The last character before the padding holds four bits. */
export const KEY = '[A-Za-z0-9+\\/]{42}[AEIMQUYcgkosw048]='
export const KEY_RULE = schemaPhrase('vpn.wireguardKey')
const EXAMPLE_KEY = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='
const Key = z
  .string()
  .regex(padded(KEY), KEY_RULE)
  .trim()
  .meta({ description: 'The public key of the peer, in base64', example: EXAMPLE_KEY })

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)'
export const ADDRESS = `${OCTET}(?:\\.${OCTET}){3}(?:\\/(?:3[0-2]|[12]?\\d))?`

const KeyPair = z
  .object({
    PrivateKey: z.string().meta({ description: 'The private key, in base64. It is not stored' }),
    PublicKey: z.string().meta({ description: 'The public key, in base64' }),
  })
  .meta({
    id: 'WireguardKeyPair',
    example: { PrivateKey: '6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4=', PublicKey: EXAMPLE_KEY },
  })

const PeerEntry = z
  .object({
    PublicKey: z.string().meta({ description: 'The public key of the peer', example: EXAMPLE_KEY }),
    AllowedIPs: z
      .string()
      .meta({ description: 'The address of the peer, with prefix length', example: '192.168.2.10/32' }),
    Endpoint: z.string().meta({
      description: 'Where the peer’s packets come from; `(none)` before its first packet',
      example: '203.0.113.9:40000',
    }),
    PresharedKey: z
      .string()
      .meta({ description: `Always \`${MASK}\`: it is returned only by the call that creates it` }),
    PersistentKeepalive: z
      .int()
      .meta({ description: 'Interval of keepalive packets of the peer, in seconds', example: 25 }),
    Online: z.boolean().meta({ description: 'Whether the last handshake is at most three minutes old' }),
    LatestHandshake: counterField('Unix time in seconds of the last handshake; 0 for never'),
    TransferRx: counterField('Bytes received from the peer since the server was started'),
    TransferTx: counterField('Bytes sent to the peer since the server was started'),
  })
  .meta({ id: 'WireguardPeerStatus' })
export type PeerEntry = z.input<typeof PeerEntry>

const empty = (schema: z.ZodType<string>) => z.union([z.literal(''), schema])

export const PeerUpdate = z
  .strictObject({
    PublicKey: empty(Key).nullish().meta({
      description: 'Absent or empty: the router generates a key pair and returns the private key once',
      example: EXAMPLE_KEY,
    }),
    AllowedIPs: z
      .string()
      .regex(padded(`(?:${ADDRESS})?`), schemaPhrase('vpn.peerAddress'))
      .trim()
      .nullish()
      .meta({
        description:
          'The address of the peer; a prefix length is ignored. Absent or empty: its present address, or the next free one',
        example: '192.168.2.10',
      }),
    Endpoint: empty(OwnEndpoint)
      .nullish()
      .meta({
        description:
          'The public address of the router for this peer, with the port of the server unless it has one. Absent or empty: the first ' +
          'one of `GET /plugins/wireguard/endpoints`, or the address of the uplink',
        example: 'vpn.example.org:51280',
      }),
    PresharedKey: z
      .union([z.literal(''), z.literal(MASK), z.string().regex(padded(KEY), KEY_RULE).trim()])
      .nullish()
      .meta({ description: `Absent, empty or \`${MASK}\`: a new one, with each call` }),
    PersistentKeepalive: z
      .int()
      .min(0)
      .max(65_535)
      .nullish()
      .meta({ description: 'Interval of keepalive packets of the peer, in seconds; 0 for none. Absent: 25' }),
  })
  .meta({ id: 'WireguardPeer', example: { PublicKey: EXAMPLE_KEY, AllowedIPs: '192.168.2.10' } })
export type PeerUpdate = z.output<typeof PeerUpdate>

const Interface = z
  .object({
    PrivateKey: z.string().meta({
      description:
        'The private key if this call generated it; otherwise `<PRIVATE KEY>`, in place of the key that the client has',
    }),
    Address: z.string().meta({ description: 'The address of the peer' }),
    DNS: z.string().meta({ description: 'The resolver: the LAN IP of the router' }),
  })
  .meta({ id: 'WireguardInterface' })

const Config = z
  .object({
    Interface: Interface.meta({ description: 'The section `[Interface]`' }),
    Peer: z
      .object({
        PublicKey: z.string().meta({ description: 'The public key of the router' }),
        AllowedIPs: z.string().meta({
          description: 'The networks to reach through the tunnel. `::/0` keeps IPv6 from leaving beside the tunnel',
        }),
        Endpoint: z
          .string()
          .meta({ description: 'The public address and the port of the router; empty if there is none' }),
        PresharedKey: z.string().meta({ description: 'The preshared key. It is not returned again' }),
        PersistentKeepalive: z.int().meta({ description: 'Interval of keepalive packets, in seconds' }),
      })
      .meta({ description: 'The section `[Peer]`: the router' }),
  })
  .meta({
    id: 'WireguardConfig',
    example: {
      Interface: { PrivateKey: '<PRIVATE KEY>', Address: '192.168.2.10', DNS: '192.168.2.1' },
      Peer: {
        PublicKey: EXAMPLE_KEY,
        AllowedIPs: '0.0.0.0/0, ::/0',
        Endpoint: '203.0.113.5:51280',
        PresharedKey: 'w9bfMAfqRnLjnlHofX+JSzaRDADrW1tvyW1UWzXJjrg=',
        PersistentKeepalive: 25,
      },
    },
  })
export type Config = z.input<typeof Config>

const Status = z
  .record(
    z.string(),
    z.object({
      publicKey: z.string().meta({ description: 'The public key of the router' }),
      listenPort: z.int().meta({ description: 'The UDP port', example: VPN_PORT }),
      peers: z
        .record(
          z.string(),
          z.object({
            presharedKey: z.string().meta({ description: `Always \`${MASK}\`` }),
            endpoint: z.string().optional().meta({ description: 'Where the peer’s packets come from' }),
            latestHandshake: counterField('Unix time in seconds of the last handshake; 0 for never'),
            transferRx: counterField('Bytes received from the peer'),
            transferTx: counterField('Bytes sent to the peer'),
            persistentKeepalive: z.int().meta({ description: 'Interval of keepalive packets of the peer, in seconds' }),
            allowedIps: z.array(z.string()).meta({ description: 'The address of the peer, with prefix length' }),
          }),
        )
        .meta({ description: 'The peers by public key' }),
    }),
  )
  .meta({
    example: {
      wg0: {
        publicKey: EXAMPLE_KEY,
        listenPort: VPN_PORT,
        peers: {
          'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ=': {
            presharedKey: MASK,
            endpoint: '203.0.113.9:40000',
            latestHandshake: 1709287200,
            transferRx: 1480,
            transferTx: 920,
            persistentKeepalive: 25,
            allowedIps: ['192.168.2.10/32'],
          },
        },
      },
    },
  })

const endpoints = z
  .array(OwnEndpoint)
  .max(16, schemaPhrase('field.entriesAtMost', 16))
  .meta({ example: ['vpn.example.org'] })

export const vpn = {
  peers: get('/plugins/wireguard/peers', {
    roles: ['viewer'],
    tag: wireguard,
    summary: 'Peers of the VPN server',
    reply: z.array(PeerEntry),
  }),
  addPeer: put('/plugins/wireguard/peer', {
    tag: wireguard,
    summary: 'Add or change a peer',
    description:
      'Returns the configuration for the peer, with a new preshared key: an earlier configuration of the same key stops ' +
      'working. A peer is a device: its policies, groups, tags and name are those of the device with this key, which is ' +
      'created without policies if there is none. The first peer starts the server.',
    body: PeerUpdate,
    reply: Config,
    errors: {
      400:
        'An invalid key or endpoint, an address that is taken or outside the home, WireGuard cannot be started, or its ' +
        'port is forwarded to a device',
    },
  }),
  removePeer: del('/plugins/wireguard/peer', {
    tag: wireguard,
    summary: 'Remove a peer',
    description:
      'Its connections are closed immediately. The device is deleted, unless it also has a MAC address: then it loses its key.',
    body: z.object({ PublicKey: Key }).meta({ example: { PublicKey: EXAMPLE_KEY } }),
    reply: z.boolean().meta({ example: true }),
    errors: { 404: 'No such peer' },
  }),
  config: get('/plugins/wireguard/config', {
    roles: ['viewer'],
    tag: wireguard,
    summary: 'Configuration of the server',
    description: `Text in the form of wg(8). Private and preshared keys are shown as \`${MASK}\`.`,
    reply: z.string().meta({ example: `[Interface]\nListenPort = ${VPN_PORT}\nPrivateKey = ${MASK}\n` }),
  }),
  status: get('/plugins/wireguard/status', {
    roles: ['viewer'],
    tag: wireguard,
    summary: 'State of the server and its peers',
    description: 'Empty while the server is down.',
    reply: Status,
  }),
  up: put('/plugins/wireguard/up', {
    tag: wireguard,
    summary: 'Start the VPN server',
    description: `Opens its UDP port (${VPN_PORT}, or the one of the environment variable \`WIREGUARD_PORT\`) to the internet and the home.`,
    reply: z.boolean().meta({ example: true }),
    errors: { 400: 'WireGuard cannot be started, or its port is forwarded to a device; the message gives the reason' },
  }),
  down: put('/plugins/wireguard/down', {
    tag: wireguard,
    summary: 'Stop the VPN server',
    description: 'Closes its port. Keys and peers stay saved.',
    reply: z.boolean().meta({ example: true }),
  }),
  generateKey: get('/plugins/wireguard/genkey', {
    tag: wireguard,
    summary: 'A new key pair',
    description: 'The key pair is not stored.',
    reply: KeyPair,
  }),
  endpoints: get('/plugins/wireguard/endpoints', {
    roles: ['viewer'],
    tag: wireguard,
    summary: 'Public addresses of the router for peers',
    description: 'Each with its port, unless that is the port of the server.',
    reply: endpoints,
  }),
  setEndpoints: put('/plugins/wireguard/endpoints', {
    tag: wireguard,
    summary: 'Change the public addresses of the router for peers',
    description:
      'Configurations of new peers contain the first one. A host without a port has that of the server, and a second port is ignored.',
    body: endpoints,
    reply: endpoints,
  }),
}

const Update = z
  .object({
    IP: z
      .string()
      .regex(padded(ADDRESS), schemaPhrase('vpn.peerAddress'))
      .trim()
      .meta({ description: 'The address of the peer', example: '192.168.2.102' }),
    PublicKey: Key,
    Iface: z.string().max(15).nullish().meta({ description: 'The link of the peer; without effect', example: 'wg0' }),
    Name: z.string().max(128).nullish().meta({ description: 'The name of a new device', example: 'wfh-laptop' }),
  })
  .meta({
    id: 'WireguardUpdate',
    example: { IP: '192.168.2.102', PublicKey: EXAMPLE_KEY, Iface: 'wg0', Name: 'wfh-laptop' },
  })

/** Called by helper programs that manage peers, on their own Unix socket. */
export const vpnSocket = {
  update: put('/wireguardUpdate', {
    tag: socket,
    summary: 'Report a VPN peer',
    description:
      'Stores the key and the address of a device: the one with this key, or else the one with this address, or else a new ' +
      'one without policies.',
    body: Update,
    errors: { 400: 'The address is outside the home, or the device there has another key' },
  }),
  remove: del('/wireguardUpdate', {
    tag: socket,
    summary: 'Report a removed VPN peer',
    description: 'Deletes the device, unless it also has a MAC address: then it loses its key.',
    body: Update,
    errors: { 404: 'No device has this key' },
  }),
}
