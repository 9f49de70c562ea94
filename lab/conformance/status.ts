import { PUBLISHED, type Published, type TypeName } from './published.ts'

/** `GET /devices` and so on. */
export const nameOf = ({ method, path }: Pick<Published, 'method' | 'path'>): string => `${method} ${path}`

/** An operation whose response differs from the published one, on purpose. */
export interface Deviation {
  readonly published: string
  readonly here: string
  readonly why: string
  /** The type of the body of a 200, instead of the published one. */
  readonly reply?: TypeName
  /** Published statuses that this router never returns. */
  readonly never?: readonly number[]
  /** Needs credentials, although the description states no security. */
  readonly guarded?: true
}

const guarded = {
  published: 'states no security',
  here: '401 without credentials',
  why: 'the network and its permissions are confidential; clients send credentials with every call',
  guarded: true,
} as const

const always = (never: number) =>
  ({
    published: `${never} when it cannot be read`,
    here: 'always 200',
    why: 'it is part of the saved state, which always has a value',
    never: [never],
  }) as const

const returned = (reply: TypeName, what: string, why: string) => ({
  published: 'an empty 200',
  here: `200 with ${what}`,
  why,
  reply,
})

const secret = (what: string) => ({
  published: `an answer with ${what}`,
  here: 'secrets are masked, or left out',
  why: 'they are returned only by the call that creates them',
})

const asObject = {
  published: 'plain text',
  here: 'the settings as a JSON object',
  why: 'current clients read the object',
  reply: 'object',
} as const

const HELPER = '`Status` says whether the station received the pending passphrase'

export const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  'GET /plugins/dyndns/config': {
    published: 'names such as `LoginToken`',
    here: 'each setting once, with names such as `login_token`',
    why: 'current clients read these, and show a row for each key; PUT accepts both',
    reply: 'object',
  },
  'PUT /device': {
    published: '404 for an unknown identity',
    here: 'the device is added',
    why: 'clients of API 0.3.0 add devices with it; there is no other call',
    never: [404],
  },
  'GET /subnetConfig': always(404),
  'PUT /subnetConfig': returned(
    'DHCPConfig',
    'the saved settings',
    'the networks are normalised; current clients read them',
  ),
  'GET /dnsSettings': always(404),
  'PUT /dnsSettings': returned('DNSSettings', 'the saved settings', 'current clients read it'),
  'PUT /plugins/dns/block/blocklist': returned('DNSListEntry[]', 'all lists', 'current clients read it'),
  'DELETE /plugins/dns/block/blocklist': returned('DNSListEntry[]', 'the remaining lists', 'current clients read it'),
  'PUT /plugins/dns/log/host_privacy_list': returned(
    'string[]',
    'the list',
    'duplicates are removed; current clients read it',
  ),
  'PUT /ping/{interface}/{address}': guarded,
  'PUT /ping/{interface}/{address}/udp': guarded,
  'GET /multicastSettings': guarded,
  'PUT /multicastSettings': guarded,
  'GET /ip/interfaces': guarded,
  'PUT /firewall/forward': {
    published: 'an example with the destination `1.2.3.4`',
    here: '400 unless the destination is a household address or behind a custom interface',
    why: 'a forward to another address would have no effect',
  },
  'PUT /firewall/custom_interface': {
    published: 'an example that gives a network `Tags` and the policy `lan_upstream`',
    here: '400: with either of them, `SrcIP` is a single address',
    why: 'tags and `lan_upstream` are looked up by single address, as for devices',
  },
  'GET /plugins/wireguard/peers': secret('the preshared keys'),
  'GET /plugins/wireguard/config': secret('the private key and the preshared keys'),
  'GET /plugins/wireguard/status': secret('the private key and the preshared keys'),
  'GET /traffic_history': {
    published: 'one map from address to counters',
    here: 'a list of such maps, one for each minute, newest first',
    why: 'the specification does not define the shape; current clients read the list',
    reply: '{NetCount}[]',
  },
  'GET /hostapd/{interface}/config': asObject,
  'PUT /hostapd/{interface}/config': asObject,
  'GET /release': always(400),
  'GET /releaseChannels': always(400),
  'DELETE /tokens': returned('TokenChoice', 'the request', 'current clients remove the token from their list with it'),
  'PUT /otp_register': returned(
    'OTPSettings',
    'the users, with the new seed',
    'an authenticator app needs the seed, which no other call returns',
  ),
  'GET /interfaces': {
    published: '400 when it cannot be read',
    here: 'always 200',
    why: 'it does not depend on another program',
    never: [400],
  },
  'GET /plugins/dyndns/refresh': returned('object', 'the result of the update', 'the caller shows it'),
  'PUT /reportPSKAuthSuccess': returned('PSKAuthSuccess', 'the report and its `Status`', HELPER),
  'PUT /reportPSKAuthFailure': returned('PSKAuthFailure', 'the report and its `Status`', HELPER),
  'PUT /plugins/{name}': returned('PluginEntry[]', 'all plugins', 'current clients read the list'),
  'DELETE /plugins/{name}': returned('PluginEntry[]', 'the other plugins', 'current clients read the list'),
  'PUT /plugin/install_user_url': returned('PluginEntry[]', 'all plugins', 'current clients read the list'),
  'GET /alerts': guarded,
  'PUT /alerts': returned('AlertSetting[]', 'all rules', 'clients show the list'),
  'PUT /alerts/{index}': returned('AlertSetting[]', 'all rules', 'clients show the list'),
  'DELETE /alerts/{index}': {
    ...guarded,
    published: 'states no security, and returns an empty 200',
    here: '401 without credentials; 200 with all other rules',
    reply: 'AlertSetting[]',
  },
  'PUT /DHCPRequest': returned('object', 'the address', 'the caller uses the reserved address'),
}

/** Areas that are not implemented yet, each with a test for its rows. */
export const LATER: readonly { readonly area: string; readonly has: (row: Published) => boolean }[] = [
  { area: 'mesh', has: ({ tag }) => tag.startsWith('mesh-') },
]

/** Operations of superd, a separate process with a socket: `lab/scenarios/superd/superd.all.test.ts` tests them with containers. */
export const isOfSuperd = ({ tag }: Published): boolean => tag === 'unix_superd'

/** Published for the socket of superd; on the API, current clients call the same path to restart the router. */
export const OTHER_CALL: readonly string[] = ['PUT /restart']

export const laterArea = (row: Published): string | undefined => LATER.find(({ has }) => has(row))?.area

export type Status = 'conforms' | 'deviates' | 'to come'

export function statusOf(row: Published): Status {
  if (laterArea(row)) return 'to come'
  return DEVIATIONS[nameOf(row)] ? 'deviates' : 'conforms'
}

/** Operations that the router daemon serves, and those to come. */
export const TODAY = PUBLISHED.filter((row) => statusOf(row) !== 'to come' && !isOfSuperd(row))
export const TO_COME = PUBLISHED.filter((row) => statusOf(row) === 'to come')
