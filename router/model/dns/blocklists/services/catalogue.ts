import { z } from 'zod'
import { schemaPhrase } from '../../../../phrases/phrase.ts'
import { line } from '../../../../values/text.ts'
import { domainOf } from '../domain.ts'
import services from './services.json' with { type: 'json' }

/** So many services, each with so many domains: each answering thread has those of the rules in memory. */
const MOST_SERVICES = 200
const MOST_DOMAINS = 500

export const OnlineServiceId = z
  .string()
  .regex(/^[a-z0-9-]{1,32}$/u, schemaPhrase('dns.serviceId'))
  .meta({ description: 'The identifier of the service', example: 'tiktok' })

/** A domain in lower case, without a dot at the end. */
const ServiceDomain = z
  .string()
  .max(253)
  .refine((text) => domainOf(text) === `${text}.` && text.includes('.'), schemaPhrase('dns.serviceDomain'))
  .meta({ 'x-rule': 'A domain in lower case with at least one dot, and none at the end', example: 'tiktok.com' })

/** An online service, and the domains without which it does not work. */
export const OnlineService = z
  .strictObject({
    Id: OnlineServiceId,
    Name: line(64).meta({ description: 'The name of the service', example: 'TikTok' }),
    Kind: z
      .enum(['video', 'social', 'messaging', 'games', 'music', 'ai', 'other'])
      .meta({ description: 'What it is for', example: 'social' }),
    Domains: z
      .array(ServiceDomain)
      .min(1)
      .max(MOST_DOMAINS)
      .meta({ description: 'Its domains, each with its subdomains' }),
    Source: z
      .string()
      .max(500)
      .regex(/^https:\/\/[a-z0-9.-]+\/[!-~]*$/u, schemaPhrase('dns.serviceListUrl'))
      .meta({
        description: 'The public list from which the domains are updated',
        example: 'https://raw.githubusercontent.com/v2fly/domain-list-community/master/data/tiktok',
      }),
    Checked: z.iso.date().optional().meta({
      description: 'When the domains were last compared with `Source`; absent if they were not yet',
      example: '2026-11-23',
    }),
  })
  .meta({ id: 'DNSService' })
export type OnlineService = z.infer<typeof OnlineService>

/** The services that rules can block. */
export const Catalogue = z
  .strictObject({
    Version: z.iso.date().meta({ description: 'The date of the list', example: '2026-11-23' }),
    Services: z
      .array(OnlineService)
      .min(1)
      .max(MOST_SERVICES)
      .refine((all) => new Set(all.map(({ Id }) => Id)).size === all.length, schemaPhrase('dns.serviceIdUnique'))
      .meta({ description: 'The services', 'x-rule': 'Each Id once' }),
  })
  .meta({
    id: 'DNSServices',
    example: {
      Version: '2026-11-23',
      Services: [
        {
          ...{ Id: 'tiktok', Name: 'TikTok', Kind: 'social', Domains: ['tiktok.com', 'tiktokcdn.com'] },
          Source: 'https://raw.githubusercontent.com/v2fly/domain-list-community/master/data/tiktok',
          Checked: '2026-11-23',
        },
      ],
    },
  })
export type Catalogue = z.infer<typeof Catalogue>

/** A list of services that replaces the built-in one; null for none. */
export const DnsServices = z.object({ Catalogue: Catalogue.nullable() })
export type DnsServices = z.infer<typeof DnsServices>

export const defaultDnsServices = (): DnsServices => ({ Catalogue: null })

/** The list that the router comes with. Written by `npm run services`. */
export const BUILT_IN = services as Catalogue

/** The list in use: the owner's, if there is one. */
export const catalogueOf = ({ Catalogue: own }: DnsServices): Catalogue => own ?? BUILT_IN
