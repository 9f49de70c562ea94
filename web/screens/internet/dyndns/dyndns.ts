import type { z } from 'zod'
import { type GivenDynDns, type ShownDynDns, SPELLINGS } from '../../../../router/model/internet/dyndns/contract.ts'
import { type DynDnsProvider, providerNamed } from '../../../../router/model/internet/dyndns/provider.ts'

/** The fields of the form. It edits one domain; further ones, saved by other clients, are kept. */
export interface DynDnsFields {
  /** Empty: off. */
  readonly provider: string
  readonly server: string
  readonly domain: string
  /** Separated by spaces. */
  readonly names: string
  readonly user: string
  /** The password or the token. Empty: the saved one is kept. */
  readonly secret: string
  readonly url: string
  readonly interval: number
}

export const savedDynDns = (saved: ShownDynDns): DynDnsFields => ({
  provider: saved.provider,
  server: saved.server,
  domain: saved.domains[0]?.domain_name ?? '',
  names: saved.domains[0]?.sub_domains.join(' ') ?? '',
  user: saved.email,
  secret: '',
  url: saved.ip_url,
  interval: saved.interval,
})

/** Which fields the provider has. Without one, none. */
export function fieldsOfProvider(name: string): {
  readonly server: boolean
  readonly user: boolean
  readonly secret: DynDnsProvider['secret']
} {
  const provider = providerNamed(name)
  return {
    server: provider !== undefined && provider.host === undefined,
    user: provider?.login === 'user',
    secret: provider?.secret ?? 'Password',
  }
}

/** The request. A secret is sent only if one was typed: otherwise the saved one is kept. */
export function requestOfDynDns(saved: ShownDynDns, fields: DynDnsFields): z.input<typeof GivenDynDns> {
  const { provider, server, domain, names, user, secret, url, interval } = fields
  if (provider === '') return { provider: '' }
  const has = fieldsOfProvider(provider)
  const sub_domains = names.split(/[\s,]+/).filter((name) => name !== '')
  return {
    provider,
    domains: [{ domain_name: domain, sub_domains }, ...saved.domains.slice(1)],
    ip_url: url.trim(),
    interval,
    ...(has.server && { server }),
    ...(has.user && { email: user.trim() }),
    ...(secret !== '' && { password: '', login_token: '', [SPELLINGS[has.secret]]: secret }),
  }
}
