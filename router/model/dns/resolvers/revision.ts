import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { ipToNumber, isIp } from '../../../values/ip.ts'
import { isTlsHost, readEndpoint, writeEndpoint } from './endpoint.ts'
import { DnsProvider, type DnsSettings, sameProvider } from './settings.ts'

const tlsHost = z.string().meta({
  description: 'The name its certificate must carry, for DNS over TLS; https://host/path for DNS over HTTPS',
  example: 'dns.quad9.net',
})
const ipAddress = z.string().meta({ example: '9.9.9.9' })
const MOST_PROVIDERS = 16

/** The settings as clients see them: the lists, and the first of each once more in the single fields of API 0.3.0. */
export const ShownSettings = z
  .object({
    UpstreamTLSHost: tlsHost,
    UpstreamIPAddress: ipAddress.meta({ description: 'The IPv4 address of the first resolver' }),
    TlsDisable: z
      .boolean()
      .meta({ description: 'The first resolver is asked over plain UDP and TCP on port 53, without encryption' }),
    DisableTls: z.boolean().meta({ description: 'The same as TlsDisable' }),
    UpstreamFamilyTLSHost: z.string().meta({ description: 'As UpstreamTLSHost, of the first family resolver' }),
    UpstreamFamilyIPAddress: z.string().meta({ description: 'Empty when there is no family provider' }),
    DisableFamilyTls: z.boolean().meta({ description: 'As TlsDisable, of the first family resolver' }),
    UpstreamProviders: z
      .array(DnsProvider)
      .meta({ description: 'The resolvers that are asked; one that answers is chosen for each question' }),
    FamilyProviders: z
      .array(DnsProvider)
      .meta({ description: 'For clients with the policy dns:family; without any, these get no answers' }),
  })
  .meta({ id: 'DNSSettings' })
export type ShownSettings = z.infer<typeof ShownSettings>

/** In the one spelling that is kept; what is wrong with it is phrase when it is checked. */
const givenTlsHost = z
  .string()
  .trim()
  .transform((text) => {
    const endpoint = readEndpoint(text)
    return endpoint ? writeEndpoint(endpoint) : text
  })
export const GivenProvider = z.strictObject({
  IPAddress: ipAddress.meta({ description: 'The IPv4 address of the resolver' }),
  TLSHost: givenTlsHost.default('').meta({
    description: 'The name its certificate must carry, for DNS over TLS; https://host/path for DNS over HTTPS',
  }),
  DisableTls: z
    .boolean()
    .default(false)
    .meta({ description: 'Ask over plain UDP and TCP on port 53, without encryption' }),
})
const providers = z
  .array(GivenProvider)
  .max(MOST_PROVIDERS)
  .nullish()
  .transform((list) => list ?? undefined)

/** What a client may give: the three fields of API 0.3.0, or a list; both where it sends back what it was shown. */
export const GivenSettings = z.strictObject({
  UpstreamTLSHost: givenTlsHost.optional().meta({
    description:
      'The name the certificate of the first resolver must carry, for DNS over TLS; https://host/path for DNS over HTTPS',
  }),
  UpstreamIPAddress: z.string().trim().optional().meta({ description: 'The IPv4 address of the first resolver' }),
  TlsDisable: z
    .boolean()
    .optional()
    .meta({ description: 'Ask the first resolver over plain UDP and TCP on port 53, without encryption' }),
  DisableTls: z.boolean().optional().meta({ description: 'The same as TlsDisable' }),
  UpstreamFamilyTLSHost: givenTlsHost
    .optional()
    .meta({ description: 'As UpstreamTLSHost, of the first family resolver' }),
  UpstreamFamilyIPAddress: z
    .string()
    .trim()
    .optional()
    .meta({ description: 'The IPv4 address of the first family resolver; empty for none' }),
  DisableFamilyTls: z.boolean().optional().meta({ description: 'As TlsDisable, of the first family resolver' }),
  UpstreamProviders: providers.meta({
    description: 'All resolvers, in place of the ones before',
  }),
  FamilyProviders: providers.meta({
    description: 'All resolvers for clients with the policy dns:family, in place of the ones before',
  }),
})
export type GivenSettings = z.infer<typeof GivenSettings>

export function shownSettings({ UpstreamProviders, FamilyProviders }: DnsSettings): ShownSettings {
  const first = UpstreamProviders[0]
  const family = FamilyProviders[0]
  return {
    UpstreamTLSHost: first?.TLSHost ?? '',
    UpstreamIPAddress: first?.IPAddress ?? '',
    TlsDisable: first?.DisableTls ?? false,
    DisableTls: first?.DisableTls ?? false,
    UpstreamFamilyTLSHost: family?.TLSHost ?? '',
    UpstreamFamilyIPAddress: family?.IPAddress ?? '',
    DisableFamilyTls: family?.DisableTls ?? false,
    UpstreamProviders,
    FamilyProviders,
  }
}

/**
 * The settings after a client's PUT. Throws `Invalid`. A client sends back what it does not know as it was, so of two
 * spellings of the same thing the one that differs from what is stored is meant.
 */
export function revisedDns(stored: DnsSettings, given: GivenSettings): DnsSettings {
  const UpstreamProviders = merged(stored.UpstreamProviders, given.UpstreamProviders, single(stored, given))
  const FamilyProviders = merged(stored.FamilyProviders, given.FamilyProviders, singleFamily(stored, given))
  if (UpstreamProviders.length === 0) throw new Invalid(phrase('dns.providerNeeded'), 'UpstreamProviders')
  for (const provider of UpstreamProviders) checkProvider(provider, (name) => `Upstream${name}`)
  for (const provider of FamilyProviders) checkProvider(provider, (name) => `UpstreamFamily${name}`)
  return { UpstreamProviders, FamilyProviders }
}

/** One provider in the single fields; `none` when they were emptied, undefined when they are not all there. */
type Single = DnsProvider | 'none' | undefined

function single(stored: DnsSettings, given: GivenSettings): Single {
  const { UpstreamTLSHost, UpstreamIPAddress, TlsDisable, DisableTls } = given
  const was = stored.UpstreamProviders[0]?.DisableTls ?? false
  const off = TlsDisable !== undefined && TlsDisable !== was ? TlsDisable : (DisableTls ?? TlsDisable)
  const listed = (given.UpstreamProviders?.length ?? 0) > 0
  if (UpstreamIPAddress !== undefined && UpstreamTLSHost !== undefined && off !== undefined) {
    return { IPAddress: UpstreamIPAddress, TLSHost: UpstreamTLSHost, DisableTls: off }
  }
  if (listed) return undefined
  const missing = Object.entries({ UpstreamTLSHost, UpstreamIPAddress, TlsDisable: off }).find(
    ([, value]) => value === undefined,
  )
  throw new Invalid(phrase('field.required'), missing?.[0])
}

function singleFamily(stored: DnsSettings, given: GivenSettings): Single {
  const { UpstreamFamilyIPAddress, UpstreamFamilyTLSHost, DisableFamilyTls } = given
  if (UpstreamFamilyIPAddress === undefined) return undefined
  if (UpstreamFamilyIPAddress === '') return 'none'
  const was = stored.FamilyProviders[0]
  return {
    IPAddress: UpstreamFamilyIPAddress,
    TLSHost: UpstreamFamilyTLSHost ?? was?.TLSHost ?? '',
    DisableTls: DisableFamilyTls ?? was?.DisableTls ?? false,
  }
}

function merged(stored: readonly DnsProvider[], list: readonly DnsProvider[] | undefined, one: Single): DnsProvider[] {
  if (one === undefined) return [...(list ?? stored)]
  const first = one === 'none' ? [] : [one]
  if (list?.length === 0) return first
  const untouched = list === undefined || sameList(list, stored)
  return untouched ? [...first, ...stored.slice(1)] : [...list]
}

const sameList = (a: readonly DnsProvider[], b: readonly DnsProvider[]): boolean =>
  a.length === b.length && a.every((one, i) => sameProvider(one, b[i]!))

/** Throws `Invalid` for what is no resolver. `field`: the path of one of its fields. */
export function checkProvider(
  { IPAddress, TLSHost, DisableTls }: DnsProvider,
  field: (name: keyof DnsProvider) => string,
): void {
  if (!isIp(IPAddress)) throw new Invalid(phrase('dns.resolverAddress'), field('IPAddress'))
  const firstByte = ipToNumber(IPAddress) >>> 24
  if (firstByte === 0 || firstByte >= 224) throw new Invalid(phrase('dns.hostAddress'), field('IPAddress'))
  if (DisableTls && TLSHost !== '') throw new Invalid(phrase('dns.emptyWithoutTls'), field('TLSHost'))
  if (!DisableTls && !isTlsHost(TLSHost) && !readEndpoint(TLSHost)) {
    throw new Invalid(phrase('dns.tlsHostOrUrl'), field('TLSHost'))
  }
}
