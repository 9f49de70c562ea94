import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { Labels } from '../../home/groups/group.ts'
import { del, get, put } from '../../operation.ts'
import { counterField } from '../counterfield.ts'
import { TunnelName } from '../tunnels/contract.ts'
import { TunnelFault } from '../tunnels/fault.ts'
import { MOST_TUNNELS } from '../tunnels/tunnel.ts'
import { WireguardEndpoint } from '../wireguard/endpoint.ts'

const tag = 'wireguard'
const OWN_KEY = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='
const name = TunnelName.meta({ description: 'The name of the site', example: 'cabin' })

const SelectionUpdate = (description: string) =>
  z
    .strictObject({
      Devices: z
        .array(z.string().max(64).trim())
        .max(256)
        .nullish()
        .meta({ description: 'By MAC address or VPN key', example: ['02:11:22:33:44:55'] }),
      Groups: Labels.nullish().meta({ description: 'All devices of these groups', example: ['family'] }),
      Tags: Labels.nullish().meta({ description: 'All devices with these tags', example: ['print'] }),
    })
    .nullish()
    .meta({ description, example: { Groups: ['family'] } })

const USERS = 'Devices of this home that may connect to the other home'
const SHARED = 'Devices of this home that the other home may connect to'

export const SiteUpdate = z
  .strictObject({
    Name: TunnelName.nullish().meta({ description: 'A new name', example: 'cabin' }),
    Enabled: z.boolean().nullish().meta({ description: 'Default: true' }),
    Text: z
      .string()
      .max(16_384, schemaPhrase('field.tooLong', 16_384))
      .nullish()
      .meta({ description: 'The text of the other router' }),
    Endpoint: z
      .union([z.literal(''), WireguardEndpoint])
      .nullish()
      .meta({
        description:
          'Where the other router reaches this one. Empty: it cannot, because this router is behind another one. Absent for a ' +
          'new site: the host of the VPN endpoints, the name of dynamic DNS, or a public address of an uplink',
        example: 'home.example.org:51281',
      }),
    ListenPort: z.int().min(0).max(65_535).nullish().meta({
      description: 'A UDP port that is open to the internet for it; 0 for none. Absent for a new site: a free one',
      example: 51_281,
    }),
    Users: SelectionUpdate(`${USERS}. Default: none`),
    Shared: SelectionUpdate(`${SHARED}. Default: none`),
  })
  .meta({ id: 'SiteUpdate', example: { Users: { Groups: ['family'] }, Shared: { Tags: ['print'] } } })
export type SiteUpdate = z.output<typeof SiteUpdate>

const networks = z.array(z.string())
const selection = (description: string) =>
  z
    .object({
      Devices: z.array(z.string()).meta({ description: 'By MAC address or VPN key' }),
      Groups: z.array(z.string()).meta({ description: 'All devices of these groups' }),
      Tags: z.array(z.string()).meta({ description: 'All devices with these tags' }),
    })
    .meta({ description })
const fingerprint = (description: string) => z.string().meta({ description, example: '1f0c-77aa-03de-9b52-6c18-e4b0' })

const SiteEntry = z.object({
  Name: z.string().meta({ description: 'The name' }),
  Enabled: z.boolean().meta({ description: 'If false, the tunnel does not exist' }),
  Link: z.string().meta({ description: 'The link in the kernel; empty before the text of the other home is known' }),
  PublicKey: z.string().meta({ description: 'The public key of this router for this site' }),
  Fingerprint: fingerprint('A hash of `PublicKey`: the other owner sees the same as `Peer.Fingerprint`'),
  Endpoint: z.string().meta({ description: 'Where the other router reaches this one; empty if it cannot' }),
  ListenPort: z.int().meta({ description: 'The UDP port that is open for it; 0 for none' }),
  Networks: networks.meta({ description: 'The networks of this home' }),
  Users: selection(USERS),
  Shared: selection(SHARED),
  Peer: z
    .object({
      PublicKey: z.string().meta({ description: 'The public key of the other router' }),
      Fingerprint: fingerprint('A hash of it: the other owner sees the same as `Fingerprint`'),
      Endpoint: z.string().meta({ description: 'Where this router reaches the other one; empty if it cannot' }),
      Networks: networks.meta({ description: 'The networks of the other home' }),
    })
    .nullable()
    .meta({ description: 'The contents of the other home’s text; null before it is known' }),
  State: z.enum(['unpaired', 'waiting', 'up', 'down', 'off']).meta({
    description: '`unpaired`: without the text of the other home. The others are those of the tunnel',
  }),
  Message: z.string().meta({ description: 'The state in words', example: 'up' }),
  Fault: TunnelFault.nullable().meta({ description: 'Why it does not work; null if it works or is off' }),
  Notice: z.string().meta({ description: 'What the owner has to do, in words; empty for nothing' }),
  Coded: CodedMessage.optional().meta({ description: 'The notice as a code with its values; absent for nothing' }),
  LatestHandshake: counterField('Unix time in seconds of the last handshake; 0 for never'),
  TransferRx: counterField('Bytes received since the link was made'),
  TransferTx: counterField('Bytes sent since the link was made'),
})
export type SiteEntry = z.input<typeof SiteEntry>

const example: SiteEntry = {
  Name: 'cabin',
  Enabled: true,
  Link: 'wg1',
  PublicKey: OWN_KEY,
  Fingerprint: '1f0c-77aa-03de-9b52-6c18-e4b0',
  Endpoint: 'home.example.org:51281',
  ListenPort: 51_281,
  Networks: ['192.168.2.0/24'],
  Users: { Devices: [], Groups: ['family'], Tags: [] },
  Shared: { Devices: [], Groups: [], Tags: ['print'] },
  Peer: {
    PublicKey: 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ=',
    Fingerprint: '8e21-5b9d-40f7-c3aa-172c-0d96',
    Endpoint: '',
    Networks: ['192.168.3.0/24'],
  },
  State: 'up',
  Message: 'up',
  Fault: null,
  Notice: '',
  LatestHandshake: 1_709_287_200,
  TransferRx: 1480,
  TransferTx: 920,
}
const Entry = SiteEntry.meta({ id: 'Site', example })
const Saved = SiteEntry.extend({
  Text: z.string().meta({ description: 'The text for the other router, one line' }),
}).meta({ id: 'SavedSite', example: { ...example, Text: 'sallyport-site-1:eyJrZXkiOiI3U2RG….a1b2c3d4' } })

/** Other homes with a Sallyport. */
export const sites = {
  list: get('/vpn/sites', { roles: ['viewer'], tag, summary: 'Connected homes', reply: z.array(Entry) }),
  read: get('/vpn/sites/{name}', {
    roles: ['viewer'],
    tag,
    summary: 'One connected home',
    params: { name },
    reply: Entry,
    errors: { 404: 'No such site' },
  }),
  update: put('/vpn/sites/{name}', {
    tag,
    summary: 'Connect another home, or change its settings',
    description:
      'Each router gives a text, and takes the text of the other one, in any order. Then both have a tunnel for the networks of ' +
      'the other home. Nothing can connect through it until `Users` there and `Shared` here name devices, or the other way ' +
      'round. The text holds a public key, half of the preshared key, the endpoint and the networks; it does not hold the private ' +
      'key, and no router accepts another key than that of the text it was given. At least one of the two homes needs an ' +
      `endpoint. At most ${MOST_TUNNELS} tunnels and sites.`,
    params: { name },
    body: SiteUpdate,
    bodyOptional: true,
    reply: Saved,
    errors: {
      400: 'An invalid setting, a text that cannot be read, or networks that exist in both homes',
      409: 'The name is in use',
    },
  }),
  remove: del('/vpn/sites/{name}', {
    tag,
    summary: 'Disconnect another home',
    description: 'Its tunnel and its keys are deleted, and connections through it are closed immediately.',
    params: { name },
    errors: { 404: 'No such site' },
  }),
}
