import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { HOST_LABEL_SOURCE, HOST_NAME_SOURCE, line, padded } from '../../../values/text.ts'
import { MASK } from '../../home/devices/device.ts'
import { get, put } from '../../operation.ts'
import { PROVIDERS } from './provider.ts'

const tag = 'dyndns'
const MOST_DOMAINS = 32

/** Not in any of these: white space, quotes, and what shells and configuration files give a meaning to. */
const text = z
  .string()
  .max(255, schemaPhrase('field.tooLong', 255))
  .regex(/^[A-Za-z0-9:/=@._+-]*$/u, schemaPhrase('internet.dyndnsTextCharacters'))
const url = z
  .string()
  .max(1024, schemaPhrase('field.tooLong', 1024))
  .regex(/^([Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9:/=@._+?%~-]+)?$/u, schemaPhrase('internet.httpUrl'))
  .refine(isFetchable, schemaPhrase('internet.urlWithoutUserName'))
  .meta({ 'x-rule': 'A valid URL without a user name or password' })
const secret = z
  .string()
  .max(1024, schemaPhrase('field.tooLong', 1024))
  .regex(/^[!#-&(-[\]-_a-~]*$/u, schemaPhrase('internet.dyndnsSecretCharacters'))

const lowered = (source: string, message: string) =>
  z
    .string()
    .max(253, schemaPhrase('field.tooLong', 253))
    .regex(padded(source), message)
    .transform((given) => given.trim().toLowerCase())
const domainName = lowered(`${HOST_LABEL_SOURCE}(?:\\.${HOST_LABEL_SOURCE})+`, schemaPhrase('firewall.domain'))
const subDomain = lowered(`(?:@|${HOST_NAME_SOURCE})?`, schemaPhrase('internet.subDomain'))
const server = lowered(
  `(?:${HOST_LABEL_SOURCE}(?:\\.${HOST_LABEL_SOURCE})+(?::[1-9][0-9]{0,4})?)?`,
  schemaPhrase('internet.dyndnsServer'),
)

function isFetchable(given: string): boolean {
  if (given === '') return true
  const parsed = URL.parse(given)
  return parsed !== null && parsed.hostname !== '' && parsed.username === '' && parsed.password === ''
}

const provider = text.meta({
  description: `${PROVIDERS.map(({ name }) => `\`${name}\``).join(', ')}, in any case; empty turns dynamic DNS off`,
  example: 'Cloudflare',
})

/** Each field in the spelling of API 0.3.0, with the spelling of current clients. */
export const SPELLINGS = {
  Provider: 'provider',
  Server: 'server',
  Email: 'email',
  Password: 'password',
  LoginToken: 'login_token',
  Domains: 'domains',
  IpUrl: 'ip_url',
  IpUrls: 'ip_urls',
  Ipv6Url: 'ipv6_url',
  IpType: 'ip_type',
  Interval: 'interval',
  Socks5Proxy: 'socks5',
  Resolver: 'resolver',
  RunOnce: 'run_once',
} as const
export type DynDnsField = keyof typeof SPELLINGS
type Spelt<Shape extends Record<DynDnsField, unknown>> = Shape & {
  [F in DynDnsField as (typeof SPELLINGS)[F]]: Shape[F]
}

/** The fields in both spellings. */
function inBothSpellings<Shape extends Record<DynDnsField, z.ZodType>>(shape: Shape): Spelt<Shape> {
  const current = Object.entries(SPELLINGS).map(([field, name]) => [
    name,
    shape[field as DynDnsField].meta({ description: `The same as ${field}` }),
  ])
  return { ...shape, ...Object.fromEntries(current) }
}

const givenDomain = domainName.meta({ description: 'The domain', example: 'example.org' })
const givenNames = z
  .array(subDomain)
  .max(MOST_DOMAINS)
  .nullish()
  .meta({ description: 'Names in it; `@` for the domain itself. Absent: the domain itself', example: ['home'] })

const GivenDomain = z
  .union(
    [
      z.strictObject({ DomainName: givenDomain, SubDomains: givenNames }),
      z
        .strictObject({ domain_name: givenDomain, sub_domains: givenNames })
        .transform(({ domain_name, sub_domains }) => ({ DomainName: domain_name, SubDomains: sub_domains })),
    ],
    schemaPhrase('internet.dyndnsDomains'),
  )
  .transform(({ DomainName, SubDomains }) => ({ DomainName, SubDomains: SubDomains ?? [] }))

const kept = 'Kept for clients, and not used'

export const GivenDynDns = z
  .strictObject(
    inBothSpellings({
      Provider: provider.nullish(),
      Server: server.nullish().meta({
        description: 'The server, with the provider `dyndns2`; it is asked over HTTPS',
        example: 'dyndns.example.org',
      }),
      Email: text.nullish().meta({ description: 'The user name at the provider', example: 'ada@example.org' }),
      Password: secret
        .nullish()
        .meta({ description: `The password. Absent or \`${MASK}\`: unchanged; empty: none`, example: 'correct-horse' }),
      LoginToken: secret
        .nullish()
        .meta({ description: `The token. Absent or \`${MASK}\`: unchanged; empty: none`, example: 'token' }),
      Domains: z
        .array(GivenDomain)
        .max(MOST_DOMAINS)
        .nullish()
        .meta({ description: 'The names to update, at most 32' }),
      IpUrl: url.nullish().meta({
        description:
          'An address that returns the public IPv4 address as text. It is fetched if the uplink’s own address is ' +
          'private. Required with a provider, and may be empty',
        example: 'https://ip4.seeip.org',
      }),
      IpUrls: z.array(url).max(8).nullish().meta({ description: 'More of these, for when `IpUrl` does not answer' }),
      Ipv6Url: url.nullish().meta({ description: kept, example: 'https://ip6.seeip.org' }),
      IpType: z
        .string()
        .regex(/^([Ii][Pp][Vv]4)?$/u, schemaPhrase('internet.ipTypeIpv4'))
        .nullish()
        .meta({ description: '`IPv4`: this version does not route IPv6', example: 'IPv4' }),
      Interval: z
        .int()
        .min(60)
        .max(86_400)
        .nullish()
        .meta({ description: 'Seconds between two checks of the address', example: 300 }),
      Socks5Proxy: z
        .string()
        .max(0, schemaPhrase('internet.noProxy'))
        .nullish()
        .meta({ description: 'Empty: a proxy is not supported' }),
      Resolver: text.nullish().meta({ description: kept, example: '8.8.8.8' }),
      RunOnce: z.boolean().nullish().meta({ description: 'Ignored: always true', example: true }),
    }),
  )
  .meta({
    example: {
      Provider: 'Cloudflare',
      LoginToken: 'token',
      Domains: [{ DomainName: 'example.org', SubDomains: ['home'] }],
      IpUrl: '',
    },
  })
export type GivenDynDns = z.output<typeof GivenDynDns>

const shownText = (description: string, example: string) => z.string().meta({ description, example })

export const ShownDynDns = z
  .object({
    provider: shownText('The provider; empty while dynamic DNS is off', 'Cloudflare'),
    server: shownText('The server of the provider `dyndns2`', ''),
    email: shownText('The user name at the provider', 'ada@example.org'),
    password: shownText(`\`${MASK}\` if there is one, otherwise empty`, ''),
    login_token: shownText(`\`${MASK}\` if there is one, otherwise empty`, MASK),
    domains: z
      .array(
        z.object({
          domain_name: shownText('The domain', 'example.org'),
          sub_domains: z
            .array(z.string())
            .meta({ description: 'Names in it; `@` for the domain itself', example: ['home'] }),
        }),
      )
      .meta({ description: 'The names to update' }),
    ip_url: shownText('Returns the public address; fetched if the uplink’s own address is private', ''),
    ip_urls: z.array(z.string()).meta({ description: 'More of these', example: [] }),
    ipv6_url: shownText('Not used', ''),
    ip_type: shownText('Always `IPv4`', 'IPv4'),
    interval: z.int().meta({ description: 'Seconds between two checks of the address', example: 300 }),
    socks5: shownText('Always empty', ''),
    resolver: shownText('Not used', ''),
    run_once: z.boolean().meta({ description: 'Always true: the router runs the updates', example: true }),
  })
  .meta({ id: 'GodyndnsConfig' })
export type ShownDynDns = z.input<typeof ShownDynDns>

const DYNDNS_STATES = ['off', 'waiting', 'updating', 'current', 'failed'] as const

const time = (description: string) =>
  z
    .int()
    .nonnegative()
    .meta({ description: `Unix time in seconds; ${description}`, example: 1709287200 })

export const DynDnsStatus = z
  .object({
    State: z.enum(DYNDNS_STATES).meta({
      description:
        '`waiting`: nothing has been sent yet; `current`: all names have the address; `failed`: at least one does not',
    }),
    Message: line(1000).meta({
      description: 'The state in words',
      example: 'home.example.org is 203.0.113.5 since 2026-11-22 14:02 UTC',
    }),
    Coded: CodedMessage.meta({ description: 'The same as a code with its values' }),
    Address: z
      .string()
      .meta({ description: 'The address that the names are to have; empty if unknown', example: '203.0.113.5' }),
    LastAttempt: time('0 if the provider has not been asked since the router started'),
    NextAttempt: time('0 if nothing is tried before the address or the settings change'),
    Names: z
      .array(
        z.object({
          Name: z.string().meta({ description: 'The name', example: 'home.example.org' }),
          Address: z.string().meta({ description: 'The address that the provider has accepted; empty for none' }),
          Since: time('when the provider accepted it; 0 for never'),
          Error: z.string().meta({ description: 'Why the last update failed; empty if it did not', example: '' }),
          Coded: CodedMessage.optional().meta({
            description: 'The same as a code with its values; absent if it did not',
          }),
        }),
      )
      .meta({ description: 'The state of each name' }),
  })
  .meta({ id: 'DynDNSStatus' })
export type DynDnsStatus = z.input<typeof DynDnsStatus>

/** Dynamic DNS. */
export const dyndns = {
  config: get('/plugins/dyndns/config', {
    tag,
    summary: 'Settings of dynamic DNS',
    description: `Each setting once, in the spelling of current clients. Secrets are shown as \`${MASK}\`.`,
    reply: ShownDynDns,
  }),
  configure: put('/plugins/dyndns/config', {
    tag,
    summary: 'Change the settings of dynamic DNS',
    description:
      'Fields may have either spelling; absent ones are unchanged. If both are given, the one that differs from the ' +
      'present value applies. Stored secrets are deleted when the server changes. The names are updated immediately, and ' +
      'then when the address changes: see ' +
      '`GET /plugins/dyndns/status`.',
    body: GivenDynDns,
    errors: { 400: 'An invalid field, an unknown provider, or a field that the provider needs is missing' },
  }),
  refresh: get('/plugins/dyndns/refresh', {
    tag,
    summary: 'Update dynamic DNS now',
    description:
      'Sends the address to the provider even if it is unchanged, and returns when that has ended. While an update ' +
      'runs, returns its result.',
    effects: true,
    audit: 'updated dynamic DNS',
    reply: DynDnsStatus,
    errors: { 400: 'Dynamic DNS is off', 429: 'Less than 30 seconds after the last update' },
  }),
  status: get('/plugins/dyndns/status', {
    roles: ['viewer'],
    tag,
    summary: 'State of dynamic DNS',
    reply: DynDnsStatus,
  }),
}
