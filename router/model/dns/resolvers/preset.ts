import { z } from 'zod'

/** What a variant of a public resolver blocks. */
export const Filter = z.enum(['none', 'malware', 'ads', 'family'])

/** One service of a provider. A chosen resolver is queried over TLS, at its IPv4 addresses. */
const Variant = z.object({
  Name: z.string().meta({ description: 'The name of the service', example: 'Secured' }),
  Blocks: Filter.meta({
    description:
      '`none`: nothing. `malware`: dangerous domains. `ads`: advertising and trackers, mostly dangerous domains too. `family`: ' +
      'also adult content',
  }),
  IPv4: z
    .array(z.string().meta({ example: '9.9.9.9' }))
    .meta({ description: 'Its IPv4 addresses, which the router uses' }),
  IPv6: z.array(z.string().meta({ example: '2620:fe::fe' })).meta({ description: 'Its IPv6 addresses' }),
  TLSHost: z.string().meta({ description: 'The name for DNS over TLS', example: 'dns.quad9.net' }),
  HTTPS: z.string().meta({ description: 'The address for DNS over HTTPS', example: 'https://dns.quad9.net/dns-query' }),
  DNSSEC: z.boolean().meta({ description: 'The provider states that it validates signatures' }),
})

/** A public resolver, as its provider documents it. */
export const Preset = z
  .object({
    Name: z.string().meta({ description: 'The provider', example: 'Quad9' }),
    Operator: z.string().meta({ description: 'Who operates it', example: 'Quad9 Foundation' }),
    Country: z.string().meta({ description: 'The country whose law applies to the operator', example: 'CH' }),
    Source: z.string().meta({
      description: 'The documentation of the provider',
      example: 'https://quad9.net/service/service-addresses-and-features/',
    }),
    Checked: z.iso.date().optional().meta({
      description: 'When the entry was last compared with `Source`; absent if it was not yet',
      example: '2026-11-23',
    }),
    Variants: z.array(Variant).meta({ description: 'Its services' }),
  })
  .meta({ id: 'DNSPreset' })
export type Preset = z.infer<typeof Preset>
export type Variant = Preset['Variants'][number]
