import type { z } from 'zod'
import type { GivenDynDns, ShownDynDns } from '../../../router/features/dyndns/contract.ts'
import { type Provider, providerNamed } from '../../../router/features/dyndns/provider.ts'

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
  provider: saved.Provider,
  server: saved.Server,
  domain: saved.Domains[0]?.DomainName ?? '',
  names: saved.Domains[0]?.SubDomains.join(' ') ?? '',
  user: saved.Email,
  secret: '',
  url: saved.IpUrl,
  interval: saved.Interval,
})

/** Which fields the provider has. Without one, none. */
export function fieldsOf(name: string): {
  readonly server: boolean
  readonly user: boolean
  readonly secret: Provider['secret']
} {
  const provider = providerNamed(name)
  return {
    server: provider !== undefined && provider.host === undefined,
    user: provider?.login === 'user',
    secret: provider?.secret ?? 'Password',
  }
}

/** The request. A secret is sent only if one was typed: otherwise the saved one is kept. */
export function requestOf(saved: ShownDynDns, fields: DynDnsFields): z.input<typeof GivenDynDns> {
  const { provider, server, domain, names, user, secret, url, interval } = fields
  if (provider === '') return { Provider: '' }
  const has = fieldsOf(provider)
  const SubDomains = names.split(/[\s,]+/).filter((name) => name !== '')
  return {
    Provider: provider,
    Domains: [{ DomainName: domain, SubDomains }, ...saved.Domains.slice(1)],
    IpUrl: url.trim(),
    Interval: interval,
    ...(has.server && { Server: server }),
    ...(has.user && { Email: user.trim() }),
    ...(secret !== '' && { Password: '', LoginToken: '', [has.secret]: secret }),
  }
}
