import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { padded } from '../../../values/text.ts'
import { ListUri } from '../../dns/blocklists/blocklist.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** `Unknown Region`. */
const NOT_A_COUNTRY = 'ZZ'

/** The English name of a country by its two letters of ISO 3166-1; undefined if there is none. */
export const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) && code !== NOT_A_COUNTRY ? NAMES.of(code) : undefined

const COUNTRY_RULE = schemaPhrase('firewall.country')
export const Country = z
  .string()
  .regex(padded('[A-Za-z]{2}'), COUNTRY_RULE)
  .transform((text) => text.trim().toUpperCase())
  .refine((code) => countryName(code) !== undefined, COUNTRY_RULE)
  .meta({ pattern: padded('[A-Za-z]{2}').source, 'x-rule': 'A country of ISO 3166-1', example: 'DE' })

export const MOST_ASN = 2 ** 32 - 1
const ASN_RULE = schemaPhrase('firewall.asNumber', MOST_ASN)
export const AsnText = z
  .string()
  .regex(padded('([Aa][Ss])?\\d{1,10}'), ASN_RULE)
  .transform((text) => Number(text.trim().replace(/^as/i, '')))
  .refine((asn) => asn >= 1 && asn <= MOST_ASN, ASN_RULE)
  .meta({
    pattern: padded('([Aa][Ss])?\\d{1,10}').source,
    'x-rule': `From 1 to ${MOST_ASN}`,
    description: 'The number of the network (RFC 6793)',
    example: '13335',
  })

const MOST_COUNTRIES = 250
export const MOST_ASNS = 1000
const MOST_LISTS = 16
const LONGEST_TEXT = 200

const DAY_S = 86_400
const SHORTEST_REFRESH_S = 3600
const LONGEST_REFRESH_S = 366 * DAY_S

const DeniedAsn = z.strictObject({
  ASN: z
    .int()
    .min(1, ASN_RULE)
    .max(MOST_ASN, ASN_RULE)
    .meta({ description: 'The number of the network (RFC 6793)', example: 13335 }),
  Name: z
    .string()
    .max(LONGEST_TEXT)
    .default('')
    .meta({ description: 'The name of the network, for the owner', example: 'Cloudflare, Inc.' }),
})

const List = z.strictObject({
  URI: ListUri.meta({
    description: 'The http or https address of a list of networks',
    example: 'https://www.spamhaus.org/drop/asndrop.json',
  }),
  Enabled: z.boolean().meta({ description: 'Whether its networks are blocked' }),
  Note: z.string().max(LONGEST_TEXT).default('').meta({ description: 'A remark of the owner' }),
})
export type GeoList = z.infer<typeof List>

/** An empty list; `null` of older clients counts as one. */
const unsupported = (rule: string) =>
  z
    .array(z.unknown())
    .max(0, rule)
    .nullish()
    .transform((): never[] => [])
const ROUTES = schemaPhrase('firewall.routesEmpty')

const once = <T>(name: string, key: (one: T) => unknown) =>
  [
    (list: readonly T[]): boolean => new Set(list.map(key)).size === list.length,
    schemaPhrase('firewall.entryTwice', name),
  ] as const

/** The countries and networks of the internet with which no connections are opened. */
export const GeoBlockConfig = z
  .strictObject({
    Enabled: z.boolean().meta({ description: 'Whether connections are blocked' }),
    DenyCountries: z
      .array(Country)
      .max(MOST_COUNTRIES)
      .refine(...once<string>('country', (code) => code))
      .meta({ description: 'Countries that are blocked: two letters of ISO 3166-1', example: ['KP'] }),
    DenyASNs: z
      .array(DeniedAsn)
      .max(MOST_ASNS)
      .refine(...once<{ ASN: number }>('network', ({ ASN }) => ASN))
      .meta({ description: 'Networks that are blocked', example: [{ ASN: 13_335, Name: 'Cloudflare, Inc.' }] }),
    RouteCountries: unsupported(ROUTES).meta({ description: 'Always empty' }),
    RouteASNs: unsupported(ROUTES).meta({ description: 'Always empty' }),
    RouteInterface: z.literal('', ROUTES).default('').meta({ description: 'Always empty' }),
    Lists: z
      .array(List)
      .max(MOST_LISTS)
      .refine(...once<{ URI: string }>('URI', ({ URI }) => URI))
      .meta({
        description:
          'Lists of networks to block, each a number such as `AS64496` or addresses such as `192.0.2.0/24`, one a line, as text or as JSON',
        example: [{ URI: 'https://www.spamhaus.org/drop/asndrop.json', Enabled: false, Note: 'Spamhaus ASN-DROP' }],
      }),
    RefreshSeconds: z
      .int()
      .max(LONGEST_REFRESH_S)
      .transform((seconds) => (seconds < SHORTEST_REFRESH_S ? DAY_S : seconds))
      .meta({
        description: `Interval of fetching the lists; less than ${SHORTEST_REFRESH_S} means ${DAY_S}`,
        example: DAY_S,
      }),
  })
  .meta({ id: 'GeoBlockConfig' })
export type GeoBlockConfig = z.output<typeof GeoBlockConfig>

export const defaultGeoBlock = (): GeoBlockConfig => ({
  Enabled: false,
  DenyCountries: [],
  DenyASNs: [],
  RouteCountries: [],
  RouteASNs: [],
  RouteInterface: '',
  Lists: [
    {
      URI: 'https://www.spamhaus.org/drop/asndrop.json',
      Enabled: false,
      Note: 'Spamhaus ASN-DROP: networks of criminals',
    },
  ],
  RefreshSeconds: DAY_S,
})
