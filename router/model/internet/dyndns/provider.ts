/** A provider of dynamic DNS, and how ddclient updates its names. */
export interface DynDnsProvider {
  readonly name: string
  /** The name of its protocol in ddclient. */
  readonly protocol: string
  /** The host of its API; undefined where the settings name it. */
  readonly host: string | undefined
  /** What ddclient signs in with: the user name, the domain, the updated name, or only the secret. */
  readonly login: 'user' | 'domain' | 'name' | 'none'
  /** The field with the secret. The other one is used if it is empty. */
  readonly secret: 'Password' | 'LoginToken'
  /** ddclient needs the domain as well as the name. */
  readonly zone: boolean
  /** The secret is part of the URL, which ddclient does not encode. */
  readonly inUrl: boolean
}

const provider = (
  name: string,
  protocol: string,
  host: string | undefined,
  { login = 'user', secret = 'Password', zone = false, inUrl = false }: Partial<DynDnsProvider> = {},
): DynDnsProvider => ({ name, protocol, host, login, secret, zone, inUrl })

const TOKEN = { login: 'none', secret: 'LoginToken' } as const

/** `Cloudflare`, `DuckDNS` and `NoIP` are names that clients of API 0.3.0 send. */
export const PROVIDERS: readonly DynDnsProvider[] = [
  provider('Cloudflare', 'cloudflare', 'api.cloudflare.com', { ...TOKEN, zone: true }),
  provider('deSEC', 'dyndns2', 'update.dedyn.io', { login: 'domain' }),
  provider('DuckDNS', 'duckdns', 'www.duckdns.org', { ...TOKEN, inUrl: true }),
  provider('Dyn', 'dyndns2', 'members.dyndns.org'),
  provider('dyndns2', 'dyndns2', undefined),
  provider('Dynu', 'dyndns2', 'api.dynu.com'),
  provider('FreeDNS', 'freedns', 'freedns.afraid.org'),
  provider('Gandi', 'gandi', 'api.gandi.net', { ...TOKEN, zone: true }),
  provider('GoDaddy', 'godaddy', 'api.godaddy.com', { zone: true }),
  provider('HE', 'dyndns2', 'dyn.dns.he.net', { login: 'name' }),
  provider('Hetzner', 'hetzner', 'dns.hetzner.com', { ...TOKEN, zone: true }),
  provider('Namecheap', 'namecheap', 'dynamicdns.park-your-domain.com', { login: 'domain', inUrl: true }),
  provider('NoIP', 'noip', 'dynupdate.no-ip.com'),
  provider('OVH', 'ovh', 'www.ovh.com'),
  provider('Strato', 'dyndns2', 'dyndns.strato.com', { login: 'domain' }),
]

/** The provider of this name in any case; undefined if there is none. */
export const providerNamed = (name: string): DynDnsProvider | undefined =>
  PROVIDERS.find((one) => one.name.toLowerCase() === name.toLowerCase())
