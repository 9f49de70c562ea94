import type { Ip } from '../../../values/ip.ts'
import type { DynDnsProvider } from './provider.ts'
import type { DynDnsName } from './settings.ts'

/** The account at a provider, with its secret in clear text. */
export interface Account {
  readonly provider: DynDnsProvider
  /** The host that is asked, with or without a port. */
  readonly server: string
  readonly user: string
  readonly secret: string
  /** The secret is a token, not the password of a user. */
  readonly isToken: boolean
}

/** Paths that ddclient finds in its sandbox. */
export const AUTHORITIES = '/etc/authorities.pem'
const CACHE = '/tmp/ddclient.cache'

/**
 * The configuration of ddclient(8) that sets one name to an address. Other values than the secret contain only letters, digits
 * and punctuation without a meaning in this file; the secret contains no quotes, no backslash and no white space, and is alone
 * on its line: ddclient reads it with a regular expression, up to the last quote.
 */
export function configuration(account: Account, { name, domain }: DynDnsName, address: Ip): string {
  const { provider, secret } = account
  const options = [
    `protocol=${provider.protocol}`,
    // The default of this protocol is members.dyndns.org. Defaults of others contain paths, so they have no `server` here. ddclient
    // uses its own server without a warning if it cannot parse this one.
    ...(provider.protocol === 'dyndns2' ? [`server=${account.server}`] : []),
    ...(provider.zone ? [`zone=${domain}`] : []),
    ...loginOf(account, name, domain).map((login) => `login=${login}`),
  ]
  return [
    'daemon=0',
    'ssl=yes',
    `ssl_ca_file=${AUTHORITIES}`,
    `cache=${CACHE}`,
    'use=no',
    'usev4=ipv4',
    `ipv4=${address}`,
    ...options.map((option) => `${option}, \\`),
    `password='${provider.inUrl ? encodeURIComponent(secret) : secret}' \\`,
    recordOf(provider, name),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function loginOf({ provider, user, isToken }: Account, name: string, domain: string): string[] {
  // With this user name, Cloudflare's protocol sends the password as a token, and otherwise as the global API key.
  if (provider.protocol === 'cloudflare') return [isToken ? 'token' : user]
  return { user: [user], domain: [domain], name: [name], none: [] }[provider.login]
}

/** DuckDNS has names without its own domain. */
const recordOf = ({ protocol }: DynDnsProvider, name: string): string =>
  protocol === 'duckdns' ? name.replace(/\.duckdns\.org$/, '') : name
