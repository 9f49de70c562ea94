import { z } from 'zod'

/** A domain and names in it. */
const Domain = z.object({ DomainName: z.string(), SubDomains: z.array(z.string()) })

/** The settings as they are saved. The secrets are sealed by the vault; empty for none. */
export const DynDnsSettings = z.object({
  /** A name of `PROVIDERS`; empty while dynamic DNS is off. */
  Provider: z.string(),
  Server: z.string(),
  Email: z.string(),
  SealedPassword: z.string(),
  SealedLoginToken: z.string(),
  /** The host that the secrets are for; they are sent to no other. */
  SecretHost: z.string(),
  Domains: z.array(Domain),
  IpUrl: z.string(),
  IpUrls: z.array(z.string()),
  Ipv6Url: z.string(),
  /** Seconds. */
  Interval: z.int(),
  Resolver: z.string(),
})
export type DynDnsSettings = z.infer<typeof DynDnsSettings>

export const defaultDynDns = (): DynDnsSettings => ({
  Provider: '',
  Server: '',
  Email: '',
  SealedPassword: '',
  SealedLoginToken: '',
  SecretHost: '',
  Domains: [],
  IpUrl: '',
  IpUrls: [],
  Ipv6Url: '',
  Interval: 300,
  Resolver: '',
})

/** A name that is updated, with its domain. */
export interface DynDnsName {
  readonly name: string
  readonly domain: string
}

/** The names that the settings update, each once. `@` or an empty sub-domain is the domain itself. */
export function namesOf({ Domains }: Pick<DynDnsSettings, 'Domains'>): DynDnsName[] {
  const names = Domains.flatMap(({ DomainName: domain, SubDomains }) =>
    (SubDomains.length > 0 ? SubDomains : ['@']).map((sub) => ({
      name: sub === '' || sub === '@' ? domain : `${sub}.${domain}`,
      domain,
    })),
  )
  return [...new Map(names.map((one) => [one.name, one])).values()]
}

/** What the provider has accepted: valid for the account with this key only. */
export const Published = z.object({
  Account: z.string(),
  /** `Time` in milliseconds since 1970. */
  Names: z.array(z.object({ Name: z.string(), Address: z.string(), Time: z.number() })),
})
export type Published = z.infer<typeof Published>

export const nothingPublished = (): Published => ({ Account: '', Names: [] })
