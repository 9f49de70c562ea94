import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { padded } from '../../../values/text.ts'
import { MASK } from '../../home/devices/device.ts'
import { Labels } from '../../home/groups/group.ts'
import { del, get, put } from '../../operation.ts'
import { counterField } from '../counterfield.ts'
import { ADDRESS, KEY, KEY_RULE } from '../wireguard/contract.ts'
import { WireguardEndpoint } from '../wireguard/endpoint.ts'
import { TunnelFault } from './fault.ts'
import { MOST_TUNNELS } from './tunnel.ts'
import { IGNORED_CODES } from './wgquick.ts'

const tag = 'wireguard'
const EXAMPLE_KEY = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='
const OTHER_KEY = 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ='

const NAME_RULE = schemaPhrase('vpn.tunnelName')
/** The name of a tunnel, an exit or a site. */
export const TunnelName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,31}$/u, NAME_RULE)
const tunnelName = TunnelName.meta({ description: 'The name of the tunnel', example: 'oslo' })
const exitName = TunnelName.meta({ description: 'The name of the exit', example: 'phones' })

const Key = z.string().regex(padded(KEY), KEY_RULE).trim()
const ADDRESS_RULE = schemaPhrase('vpn.tunnelAddress')
const Address = z.string().regex(padded(ADDRESS), ADDRESS_RULE).trim()
const addresses = (most: number, what: string, example: string) =>
  z
    .array(Address)
    .max(most, schemaPhrase('field.entriesAtMost', most))
    .meta({ description: what, example: [example] })
const NETWORK_RULE = schemaPhrase('vpn.tunnelNetwork')
const Network = z.string().regex(padded(ADDRESS), NETWORK_RULE).trim()
const networks = (what: string, example: string) =>
  z
    .array(Network)
    .max(256, schemaPhrase('field.entriesAtMost', 256))
    .meta({ description: what, example: [example] })
const whole = (least: number, most: number) => z.int().min(least).max(most)

const DOMAIN_LABEL = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?'
const Domain = z
  .string()
  .max(253)
  .regex(padded(`${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})+\\.?`), schemaPhrase('firewall.domain'))
  .transform((text) => text.trim().toLowerCase().replace(/\.$/, ''))

/** The other end of a tunnel. */
export const RemotePeerUpdate = z
  .strictObject({
    PublicKey: Key.meta({ description: 'The public key of the other end', example: OTHER_KEY }),
    PresharedKey: z
      .union([z.literal(''), z.literal(MASK), Key])
      .nullish()
      .meta({ description: `Empty: none. Absent or \`${MASK}\`: unchanged` }),
    Endpoint: z
      .union([z.literal(''), WireguardEndpoint])
      .nullish()
      .meta({
        description: 'Where the other end receives packets. Empty if it connects to the router, at `ListenPort`',
        example: 'oslo.vpn.example.org:51820',
      }),
    AllowedIPs: networks('The networks that the tunnel leads to; default: all', '0.0.0.0/0').nullish(),
    PersistentKeepalive: whole(0, 65_535)
      .nullish()
      .meta({ description: 'Interval of keepalive packets in seconds; 0 for none. Default: 25' }),
  })
  .meta({ id: 'TunnelPeerUpdate', example: { PublicKey: OTHER_KEY, Endpoint: 'oslo.vpn.example.org:51820' } })

export const TunnelUpdate = z
  .strictObject({
    Config: z
      .string()
      .max(16_384, schemaPhrase('field.tooLong', 16_384))
      .nullish()
      .meta({
        description:
          'The text of a provider’s configuration file for wg-quick(8). It replaces all other settings except `Enabled`. ' +
          'Commands in it are never run; the reply lists lines without effect',
      }),
    Enabled: z.boolean().nullish().meta({ description: 'Default: true' }),
    PrivateKey: Key.nullish().meta({
      description: 'Absent: unchanged; for a new tunnel the router generates one',
      example: '6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4=',
    }),
    Addresses: addresses(
      4,
      'The router’s addresses inside the tunnel; a prefix length is ignored',
      '10.2.0.2',
    ).nullish(),
    DNS: addresses(
      4,
      'Resolvers inside the tunnel. Empty: the upstreams of the router, asked through the tunnel',
      '10.2.0.1',
    ).nullish(),
    MTU: z
      .union([z.literal(0), whole(576, 9000)])
      .nullish()
      .meta({ description: 'Largest packet inside the tunnel, in bytes; 0 for a size that fits the uplinks' }),
    ListenPort: whole(0, 65_535)
      .nullish()
      .meta({ description: 'A UDP port that is open to the internet for the other end; 0 for none' }),
    Peer: RemotePeerUpdate.nullish().meta({ description: 'The other end' }),
  })
  .meta({
    id: 'TunnelUpdate',
    example: {
      PrivateKey: '6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4=',
      Addresses: ['10.2.0.2'],
      DNS: ['10.2.0.1'],
      Peer: { PublicKey: OTHER_KEY, Endpoint: 'oslo.vpn.example.org:51820' },
    },
  })
export type TunnelUpdate = z.output<typeof TunnelUpdate>

const TunnelEntry = z.object({
  Name: z.string().meta({ description: 'The name' }),
  Link: z.string().meta({ description: 'The link in the kernel', example: 'wg1' }),
  Enabled: z.boolean().meta({ description: 'If false, the link does not exist' }),
  PublicKey: z.string().meta({ description: 'The router’s own public key, for the other end' }),
  Addresses: z.array(z.string()).meta({ description: 'The router’s addresses inside the tunnel' }),
  DNS: z.array(z.string()).meta({ description: 'Resolvers inside the tunnel' }),
  MTU: z.int().meta({ description: 'Largest packet in bytes; 0 for a size that fits the uplinks' }),
  ListenPort: z.int().meta({ description: 'The UDP port that is open for the other end; 0 for none' }),
  Peer: z
    .object({
      PublicKey: z.string().meta({ description: 'The public key of the other end' }),
      PresharedKey: z.string().meta({ description: `\`${MASK}\` if there is one; never the key itself` }),
      Endpoint: z.string().meta({ description: 'Host and UDP port; empty if the other end connects to the router' }),
      AllowedIPs: z.array(z.string()).meta({ description: 'The networks that the tunnel leads to' }),
      PersistentKeepalive: z.int().meta({ description: 'Interval of keepalive packets in seconds' }),
    })
    .meta({ description: 'The other end' }),
  State: z.enum(['up', 'waiting', 'down', 'off']).meta({
    description: '`waiting` for the first handshake; `down` without a handshake or a reply through the tunnel',
  }),
  Message: z.string().meta({ description: 'The state in words', example: 'up' }),
  Fault: TunnelFault.nullable().meta({ description: 'Why it does not work; null if it works or is off' }),
  ResolvedEndpoint: z.string().meta({ description: 'The address and port of the endpoint; empty if unknown' }),
  LatestHandshake: counterField('Unix time in seconds of the last handshake; 0 for never'),
  TransferRx: counterField('Bytes received since the link was made'),
  TransferTx: counterField('Bytes sent since the link was made'),
  UsedBy: z.array(z.string()).meta({ description: 'The names of the exits that use it' }),
})
export type TunnelEntry = z.input<typeof TunnelEntry>

const example: TunnelEntry = {
  Name: 'oslo',
  Link: 'wg1',
  Enabled: true,
  PublicKey: EXAMPLE_KEY,
  Addresses: ['10.2.0.2'],
  DNS: ['10.2.0.1'],
  MTU: 0,
  ListenPort: 0,
  Peer: {
    PublicKey: OTHER_KEY,
    PresharedKey: '',
    Endpoint: 'oslo.vpn.example.org:51820',
    AllowedIPs: ['0.0.0.0/0'],
    PersistentKeepalive: 25,
  },
  State: 'up',
  Message: 'up',
  Fault: null,
  ResolvedEndpoint: '198.51.100.7:51820',
  LatestHandshake: 1709287200,
  TransferRx: 1480,
  TransferTx: 920,
  UsedBy: ['phones'],
}
const Entry = TunnelEntry.meta({ id: 'Tunnel', example })

const IgnoredSetting = z.object({
  Line: z.int().meta({ description: 'The line of `Config`, from 1' }),
  Setting: z.string().meta({ description: 'The name of the setting', example: 'PostUp' }),
  Reason: z.string().meta({ description: 'Why it has no effect', example: 'commands are never run' }),
  Code: z.enum(IGNORED_CODES).meta({ description: 'The same for programs', example: 'command' }),
})
export type IgnoredSetting = z.output<typeof IgnoredSetting>

const Saved = TunnelEntry.extend({
  Ignored: z.array(IgnoredSetting).meta({ description: 'Lines of `Config` without effect' }),
}).meta({ id: 'SavedTunnel', example: { ...example, Ignored: [] } })

export const ExitUpdate = z
  .strictObject({
    Devices: z
      .array(z.string().max(64).trim())
      .max(256)
      .nullish()
      .meta({ description: 'Devices by MAC address or VPN key', example: ['02:11:22:33:44:55'] }),
    Groups: Labels.nullish().meta({ description: 'Groups whose devices use it', example: ['family'] }),
    Tags: Labels.nullish().meta({ description: 'Tags whose devices use it', example: ['abroad'] }),
    Tunnels: z
      .array(TunnelName)
      .max(MOST_TUNNELS)
      .nullish()
      .meta({ description: 'The tunnels to use, the preferred one first', example: ['oslo', 'bergen'] }),
    Traffic: z.enum(['all', 'listed']).nullish().meta({
      description: '`all`: everything except the home. `listed`: `Networks` and `Domains` only. Default: `all`',
    }),
    Networks: networks('Networks that are reached through the tunnel, with `listed`', '10.8.0.0/24').nullish(),
    Domains: z
      .array(Domain)
      .max(256, schemaPhrase('field.entriesAtMost', 256))
      .nullish()
      .meta({
        description: 'Domains, with their subdomains, that are reached through the tunnel, with `listed`',
        example: ['example.org'],
      }),
  })
  .meta({ id: 'ExitUpdate', example: { Groups: ['family'], Tunnels: ['oslo'], Traffic: 'all' } })
export type ExitUpdate = z.output<typeof ExitUpdate>

const ExitEntry = z
  .object({
    Name: z.string().meta({ description: 'The name' }),
    Devices: z.array(z.string()).meta({ description: 'Devices by MAC address or VPN key' }),
    Groups: z.array(z.string()).meta({ description: 'Groups whose devices use it' }),
    Tags: z.array(z.string()).meta({ description: 'Tags whose devices use it' }),
    Tunnels: z.array(z.string()).meta({ description: 'The tunnels, the preferred one first' }),
    Traffic: z.enum(['all', 'listed']).meta({ description: 'The part of the traffic that leaves through the tunnel' }),
    Networks: z.array(z.string()).meta({ description: 'Networks, with `listed`' }),
    Domains: z.array(z.string()).meta({ description: 'Domains with their subdomains, with `listed`' }),
    Active: z.string().meta({ description: 'The tunnel that is used now; empty if none is enabled' }),
    State: z.string().meta({ description: 'The state in words', example: 'through oslo' }),
    Fault: TunnelFault.nullable().meta({ description: 'Why its devices have no connection; null if they have one' }),
  })
  .meta({
    id: 'Exit',
    example: {
      Name: 'phones',
      Devices: [],
      Groups: ['family'],
      Tags: [],
      Tunnels: ['oslo', 'bergen'],
      Traffic: 'all',
      Networks: [],
      Domains: [],
      Active: 'oslo',
      State: 'through oslo',
      Fault: null,
    },
  })
export type ExitEntry = z.input<typeof ExitEntry>

/** Outgoing WireGuard tunnels, and the devices that use them. */
export const tunnels = {
  list: get('/vpn/tunnels', { roles: ['viewer'], tag, summary: 'Outgoing tunnels', reply: z.array(Entry) }),
  read: get('/vpn/tunnels/{name}', {
    roles: ['viewer'],
    tag,
    summary: 'One outgoing tunnel',
    params: { name: tunnelName },
    reply: Entry,
    errors: { 404: 'No such tunnel' },
  }),
  update: put('/vpn/tunnels/{name}', {
    tag,
    summary: 'Add or change an outgoing tunnel',
    description:
      'A WireGuard tunnel to a provider or to another router. Private and preshared keys are not returned. The tunnel ' +
      `carries traffic only for exits. At most ${MOST_TUNNELS} tunnels.`,
    params: { name: tunnelName },
    body: TunnelUpdate,
    reply: Saved,
    errors: {
      400: 'An invalid or missing setting, networks that overlap with the home, or WireGuard cannot be started',
      409: 'It belongs to a site',
    },
  }),
  remove: del('/vpn/tunnels/{name}', {
    tag,
    summary: 'Delete an outgoing tunnel',
    params: { name: tunnelName },
    errors: { 404: 'No such tunnel', 409: 'An exit or a site uses it' },
  }),
  exits: get('/vpn/exits', {
    roles: ['viewer'],
    tag,
    summary: 'Devices that use outgoing tunnels',
    reply: z.array(ExitEntry),
  }),
  updateExit: put('/vpn/exits/{name}', {
    tag,
    summary: 'Choose the devices and the traffic of outgoing tunnels',
    description:
      'With `all`, all traffic of these devices except that within the home leaves through the first tunnel that works, ' +
      'including their DNS queries, and none of it leaves otherwise: while no tunnel works, they have no internet. With ' +
      '`listed`, this applies to packets for the listed networks and domains. A device needs the policy `wan` as for the ' +
      'uplinks; listed networks are permitted by the exit. Of several exits with `all` for one device, one that names the ' +
      'device itself takes precedence over one with its tag, and that over one with its group.',
    params: { name: exitName },
    body: ExitUpdate,
    reply: ExitEntry,
    errors: { 400: 'An unknown tunnel, or a tunnel or network that cannot be used for this' },
  }),
  removeExit: del('/vpn/exits/{name}', {
    tag,
    summary: 'Delete an exit',
    description: 'Its devices use the uplinks again.',
    params: { name: exitName },
    errors: { 404: 'No such exit' },
  }),
}
