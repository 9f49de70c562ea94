import { isDeepStrictEqual } from 'node:util'
import { Invalid } from '../../../errors.ts'
import { MASK } from '../../../model/home/devices/device.ts'
import {
  type DynDnsField,
  type GivenDynDns,
  type ShownDynDns,
  SPELLINGS,
} from '../../../model/internet/dyndns/contract.ts'
import { type DynDnsProvider, PROVIDERS, providerNamed } from '../../../model/internet/dyndns/provider.ts'
import { type DynDnsSettings, namesOf } from '../../../model/internet/dyndns/settings.ts'
import { isSameRecipient } from '../../../model/recipient.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Vault } from '../../../store/vault.ts'

const MOST_NAMES = 32

type Settings = Pick<Required<GivenDynDns>, DynDnsField>

/** The settings by their field names, secrets masked. */
function fieldsOf({ SealedPassword, SealedLoginToken, SecretHost: _host, ...settings }: DynDnsSettings): {
  [F in DynDnsField]: NonNullable<Settings[F]>
} {
  return {
    ...settings,
    Password: SealedPassword && MASK,
    LoginToken: SealedLoginToken && MASK,
    IpType: 'IPv4',
    Socks5Proxy: '',
    RunOnce: true,
  }
}

/** The settings as clients read them: each once, in the spelling of current clients, secrets masked. */
export function shownDynDns(settings: DynDnsSettings): ShownDynDns {
  const fields = fieldsOf(settings)
  return {
    provider: fields.Provider,
    server: fields.Server,
    email: fields.Email,
    password: fields.Password,
    login_token: fields.LoginToken,
    domains: fields.Domains.map(({ DomainName, SubDomains }) => ({ domain_name: DomainName, sub_domains: SubDomains })),
    ip_url: fields.IpUrl,
    ip_urls: fields.IpUrls,
    ipv6_url: fields.Ipv6Url,
    ip_type: fields.IpType,
    interval: fields.Interval,
    socks5: fields.Socks5Proxy,
    resolver: fields.Resolver,
    run_once: fields.RunOnce,
  }
}

/**
 * The settings after a client's PUT. Clients send back what they were shown, so of two spellings the one that differs from the
 * present value applies. Throws `Invalid`, with the field as the client spelt it.
 */
export function revisedDynDns(stored: DynDnsSettings, given: GivenDynDns, vault: Vault): DynDnsSettings {
  const shown = fieldsOf(stored)
  const nameOf = (field: DynDnsField): string => nameIn(given, field)
  const value = <F extends DynDnsField>(field: F): NonNullable<GivenDynDns[F]> => {
    const both = [given[field], given[SPELLINGS[field]]].filter((one) => one !== undefined && one !== null)
    const changed = both.filter((one) => !isDeepStrictEqual(one, shown[field]))
    if (changed.length === 2 && !isDeepStrictEqual(changed[0], changed[1]))
      throw new Invalid(phrase('internet.spellingsDiffer', SPELLINGS[field]), field)
    return (changed[0] ?? shown[field]) as NonNullable<GivenDynDns[F]>
  }
  const provider = value('Provider') === '' ? undefined : demandProvider(value('Provider'), nameOf('Provider'))
  // Otherwise a client that may not read the secrets could have them sent to its own server.
  const host = provider ? (provider.host ?? value('Server')) : stored.SecretHost
  const user = provider?.login === 'user' ? { User: value('Email') } : {}
  const formerUser = provider?.login === 'user' ? { User: stored.Email } : {}
  const isSame = isSameRecipient({ Host: stored.SecretHost, ...formerUser }, { Host: host, ...user })
  const sealed = (field: 'Password' | 'LoginToken', before: string): string => {
    const text = value(field)
    if (text === MASK && before === '') throw new Invalid(phrase('field.noStoredSecret', MASK), nameOf(field))
    if (text === MASK) return isSame ? before : ''
    return text && vault.seal(text)
  }
  const settings: DynDnsSettings = {
    Provider: provider?.name ?? '',
    Server: value('Server'),
    Email: value('Email'),
    SealedPassword: sealed('Password', stored.SealedPassword),
    SealedLoginToken: sealed('LoginToken', stored.SealedLoginToken),
    SecretHost: host,
    Domains: value('Domains'),
    IpUrl: value('IpUrl'),
    IpUrls: value('IpUrls'),
    Ipv6Url: value('Ipv6Url'),
    Interval: value('Interval'),
    Resolver: value('Resolver'),
  }
  if (namesOf(settings).length > MOST_NAMES)
    throw new Invalid(phrase('internet.tooManyDynamicNames', MOST_NAMES), nameOf('Domains'))
  if (!provider) return settings
  const missing = missingIn(settings, provider)
  if (missing) throw new Invalid(phrase('internet.requiredByDnsProvider', provider.name), nameOf(missing))
  const urls = [given.IpUrl, given.ip_url, given.IpUrls, given.ip_urls]
  if (stored.SecretHost === '' && urls.every((url) => url === undefined || url === null))
    throw new Invalid(phrase('internet.addressUrlRequired'), nameOf('IpUrl'))
  return settings
}

/** In the spelling of the request; of API 0.3.0 unless only current names are used. */
function nameIn(given: GivenDynDns, field: DynDnsField): string {
  if (given[field] !== undefined) return field
  if (given[SPELLINGS[field]] !== undefined) return SPELLINGS[field]
  return Object.keys(given).some((name) => Object.hasOwn(SPELLINGS, name)) ? field : SPELLINGS[field]
}

function demandProvider(name: string, field: string): DynDnsProvider {
  const provider = providerNamed(name)
  if (provider) return provider
  throw new Invalid(phrase('internet.dnsProviderUnknown', name, PROVIDERS.map((one) => one.name).join(', ')), field)
}

/** A field that this provider needs and that is empty. */
function missingIn(settings: DynDnsSettings, provider: DynDnsProvider): DynDnsField | undefined {
  const { Domains, Email, SealedPassword, SealedLoginToken, Server } = settings
  if (Domains.length === 0) return 'Domains'
  if (provider.host === undefined && Server === '') return 'Server'
  if (SealedPassword === '' && SealedLoginToken === '') return provider.secret
  return provider.login === 'user' && Email === '' ? 'Email' : undefined
}
