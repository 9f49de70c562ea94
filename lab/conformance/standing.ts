import { PUBLISHED, type Published, type TypeName } from './published.ts'

/** `GET /devices` and so on. */
export const nameOf = ({ method, path }: Pick<Published, 'method' | 'path'>): string => `${method} ${path}`

/** An operation that answers otherwise than published, on purpose. */
export interface Deviation {
  readonly published: string
  readonly here: string
  readonly why: string
  /** What a 200 carries in place of what is published. */
  readonly reply?: TypeName
  /** Published statuses that have no cause here. */
  readonly never?: readonly number[]
  /** Asks for credentials though the description states no security. */
  readonly guarded?: true
}

const guarded = {
  published: 'states no security',
  here: '401 without credentials',
  why: 'who is on the network and what it may do is nobody else’s business; clients send their credentials with every call',
  guarded: true,
} as const

const always = (never: number) =>
  ({
    published: `${never} when it cannot be read`,
    here: 'always answered',
    why: 'it is part of what the router remembers, and never absent',
    never: [never],
  }) as const

const returned = (reply: TypeName, what: string, why: string) => ({
  published: 'an empty 200',
  here: `200 with ${what}`,
  why,
  reply,
})

const HELPER = 'the helper learns from `Status` whether a waiting passphrase was given to the station'

export const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  'PUT /device': {
    published: '404 for an identity that is not known',
    here: 'the device is added',
    why: 'there is no other call that adds one, and clients of API 0.3.0 add devices with it',
    never: [404],
  },
  'GET /subnetConfig': always(404),
  'PUT /subnetConfig': returned(
    'DHCPConfig',
    'what holds now',
    'the networks are normalised; clients of today read them',
  ),
  'GET /dnsSettings': always(404),
  'PUT /dnsSettings': returned('DNSSettings', 'what holds now', 'clients of today read it'),
  'PUT /plugins/dns/block/blocklist': returned('DNSListEntry[]', 'all lists', 'clients of today read it'),
  'DELETE /plugins/dns/block/blocklist': returned(
    'DNSListEntry[]',
    'the lists that are left',
    'clients of today read it',
  ),
  'PUT /plugins/dns/log/host_privacy_list': returned(
    'string[]',
    'the list',
    'each address is in it once; clients of today read it',
  ),
  'PUT /ping/{interface}/{address}': guarded,
  'PUT /ping/{interface}/{address}/udp': guarded,
  'GET /multicastSettings': guarded,
  'PUT /multicastSettings': guarded,
  'GET /ip/interfaces': guarded,
  'PUT /firewall/forward': {
    published: 'an example that leads to `1.2.3.4`',
    here: '400: a target is in the home, or behind a custom interface',
    why: 'nothing that is forwarded to another address can arrive, and a rule without effect looks like one that works',
  },
  'PUT /firewall/custom_interface': {
    published: 'an example that gives a network `Tags` and the policy `lan_upstream`',
    here: '400: with either of them, `SrcIP` is a single address',
    why: 'who may reach such a place is looked up by address, as it is for devices; a network would need a look-up of another kind',
  },
  'GET /traffic_history': {
    published: 'one map from address to counters',
    here: 'a list of such maps, minute by minute, the newest first',
    why: 'the specification leaves the shape open, and a history without time is none; clients of today read the list',
    reply: '{NetCount}[]',
  },
  'GET /release': always(400),
  'GET /releaseChannels': always(400),
  'DELETE /tokens': returned(
    'TokenChoice',
    'what was asked for',
    'clients of today take the token off their list with it',
  ),
  'PUT /otp_register': returned(
    'OTPSettings',
    'the users, with the new seed',
    'there is no other way to learn the seed, which an authenticator app has to be given',
  ),
  'GET /interfaces': {
    published: '400 when it cannot be read',
    here: 'always answered',
    why: 'it is known without asking anybody',
    never: [400],
  },
  'PUT /reportPSKAuthSuccess': returned('PSKAuthSuccess', 'the report and its `Status`', HELPER),
  'PUT /reportPSKAuthFailure': returned('PSKAuthFailure', 'the report and its `Status`', HELPER),
  'PUT /DHCPRequest': returned('object', 'the address', 'an address that is put aside is of use to who knows it'),
}

/** Areas that come later, each with how its paths or tags are known. */
export const LATER: readonly { readonly area: string; readonly has: (row: Published) => boolean }[] = [
  { area: 'radios and the access point', has: ({ path }) => /^\/hostapd\/|^\/iw\/dev\/|^\/reloadPSKFiles$/.test(path) },
  { area: 'uplinks over wifi and PPP', has: ({ path }) => /^\/uplink\/(wifi|ppp)$/.test(path) },
  { area: 'self-update', has: ({ tag, path }) => tag === 'releases' && path === '/update' },
  { area: 'management of plugins', has: ({ path }) => /^\/plugins\/\{name\}$|^\/plugin\//.test(path) },
  { area: 'alerts', has: ({ tag }) => tag === 'alerts' },
  { area: 'PLUS', has: ({ tag }) => tag === 'plus' },
  { area: 'WireGuard', has: ({ tag }) => tag === 'wireguard' || tag === 'unix_wireguard' },
  { area: 'dynamic DNS', has: ({ tag }) => tag === 'dyndns' },
  { area: 'mesh', has: ({ tag }) => tag.startsWith('mesh-') },
  { area: 'the supervisor of containers', has: ({ tag }) => tag === 'unix_superd' },
]

/** Published for a socket that is to come; on the API it is a call of clients of today, for the router as a whole. */
export const OTHER_CALL: readonly string[] = ['PUT /restart']

export const laterArea = (row: Published): string | undefined => LATER.find(({ has }) => has(row))?.area

export type Standing = 'conforms' | 'deviates' | 'to come'

export function standingOf(row: Published): Standing {
  if (laterArea(row)) return 'to come'
  return DEVIATIONS[nameOf(row)] ? 'deviates' : 'conforms'
}

/** The operations that answer today, and those that do not yet. */
export const TODAY = PUBLISHED.filter((row) => standingOf(row) !== 'to come')
export const TO_COME = PUBLISHED.filter((row) => standingOf(row) === 'to come')
