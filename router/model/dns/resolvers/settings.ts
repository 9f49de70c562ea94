import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'

/** Where questions go that the router cannot answer itself. */
export const DnsProvider = z.object({
  IPAddress: Ipv4Address.meta({ description: 'The IPv4 address of the resolver' }),
  TLSHost: z.string().meta({
    description:
      'The name its certificate must carry (DNS over TLS), or https://host/path (DNS over HTTPS); empty when TLS is off',
  }),
  DisableTls: z.boolean().meta({ description: 'Ask over plain UDP and TCP on port 53, without encryption' }),
})
export type DnsProvider = z.infer<typeof DnsProvider>

export const sameProvider = (a: DnsProvider, b: DnsProvider): boolean =>
  a.IPAddress === b.IPAddress && a.TLSHost === b.TLSHost && a.DisableTls === b.DisableTls

/** Only the lists are stored; each reply derives the single-provider fields of API 0.3.0 from their first entries. */
export const DnsSettings = z.object({
  UpstreamProviders: z.array(DnsProvider),
  FamilyProviders: z.array(DnsProvider),
})
export type DnsSettings = z.infer<typeof DnsSettings>

/** The query of operations that set where questions go. */
export const untested = {
  test: z.enum(['true', 'false']).optional().meta({
    description: '`false` saves resolvers that do not answer as well; they are not asked first',
    example: 'true',
  }),
}
