import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { line, padded } from '../../../values/text.ts'
import { Labels } from '../../home/groups/group.ts'
import { BlockList } from './blocklist.ts'
import { Domain } from './domain.ts'
import { EVERYBODY } from './key.ts'
import { Ip6, ListName } from './override.ts'
import { MOST_PAUSE_MINUTES } from './settings.ts'

const tags = Labels.nullish().meta({
  description: 'Only for devices with one of these tags; empty for all',
  example: ['child'],
})

const client = z
  .union([z.enum(['', EVERYBODY]), Ipv4Address])
  .nullish()
  .transform((text) => text || EVERYBODY)
  .meta({ description: 'The device it is for; empty or * for all', example: '192.168.2.6' })

const Type = z
  .string()
  .regex(padded('[Pp][Ee][Rr][Mm][Ii][Tt]|[Bb][Ll][Oo][Cc][Kk]'), schemaPhrase('dns.permitOrBlock'))
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum(['permit', 'block']))
  .meta({ description: 'Whether the domain is permitted or blocked', example: 'permit' })

const domain = Domain.meta({
  description: 'With or without a dot at the end; a dot alone is every name',
  example: 'example.com.',
})

/** An override as clients give it. */
export const GivenOverride = z
  .object({
    Type,
    Domain: domain,
    ResultIP: z
      .union([z.literal(''), Ipv4Address, Ip6])
      .nullish()
      .transform((ip) => ip ?? '')
      .meta({ description: 'For a permit: where it leads; an IPv4 or IPv6 address, or empty', example: '' }),
    ResultCNAME: z
      .union([z.literal(''), Domain])
      .nullish()
      .transform((name) => name ?? '')
      .meta({ description: 'For a permit: the name it is another name of, or empty', example: '' }),
    ClientIP: client,
    Expiration: z
      .int()
      .min(0)
      .nullish()
      .transform((seconds) => seconds ?? 0)
      .meta({ description: 'Seconds from now; above 1000000000, Unix seconds; 0 for never', example: 3600 }),
    Tags: tags,
  })
  .refine(({ ResultIP, ResultCNAME }) => ResultIP === '' || ResultCNAME === '', {
    path: ['ResultCNAME'],
    message: schemaPhrase('dns.emptyWithResultIp'),
  })
  .meta({
    id: 'DNSDomainOverrideRequest',
    example: { Type: 'permit', Domain: 'ads.example.com.', ResultIP: '', ClientIP: '192.168.2.6', Expiration: 3600 },
  })
export type GivenOverride = z.output<typeof GivenOverride>

/** What identifies an override in its list. */
export const OverrideChoice = z
  .object({
    Domain: domain,
    ClientIP: client,
    Type: Type.nullish().meta({ description: 'Only if the override is of this type' }),
  })
  .meta({
    id: 'DNSDomainOverrideChoice',
    example: { Type: 'permit', Domain: 'ads.example.com.', ClientIP: '192.168.2.6' },
  })

const flag = z
  .boolean()
  .nullish()
  .transform((given) => given ?? undefined)

export const GivenOverrideList = z
  .object({
    Name: ListName.nullish().meta({ description: 'Another name for the list' }),
    Enabled: flag.meta({ description: 'The overrides in the list are used', example: true }),
    Tags: tags,
  })
  .meta({
    id: 'DNSOverrideListRequest',
    example: { Enabled: true, Tags: ['child'] },
  })

export const GivenList = z
  .object({
    URI: BlockList.shape.URI,
    Enabled: flag.meta({ description: 'The list is downloaded and used', example: true }),
    Tags: tags,
    Category: line(64)
      .nullish()
      .meta({ description: 'What a question for one of its names is labelled with', example: 'ads' }),
    DontBlock: flag.meta({ description: 'Only label questions, and block nothing', example: false }),
    AllowPrivate: flag.meta({ description: 'The URI may have an address of a home', example: false }),
  })
  .meta({ id: 'DNSListEntryRequest', example: { URI: 'https://example.com/hosts', Enabled: true } })
export type GivenList = z.output<typeof GivenList>

export const GivenPause = z
  .object({
    ClientIP: client,
    Minutes: z
      .int()
      .min(1)
      .max(MOST_PAUSE_MINUTES)
      .meta({ description: 'Length of the pause in minutes', example: 10 }),
  })
  .meta({ id: 'DNSPauseRequest', example: { ClientIP: '192.168.2.6', Minutes: 10 } })

export const PauseChoice = z.object({ ClientIP: client }).meta({ example: { ClientIP: '192.168.2.6' } })
