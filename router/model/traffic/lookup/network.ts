import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { IP_SOURCE, isIp } from '../../../values/ip.ts'
import { isMac, MAC_SOURCE, macOf } from '../../../values/mac.ts'
import { padded } from '../../../values/text.ts'

/** Maximum number of items of one call. */
export const MOST_ASKED = 256

/** Which network of the internet an address is in. */
export const LookupASN = z
  .object({
    IP: z.string().meta({ description: 'The IPv4 address', example: '1.1.1.1' }),
    ASN: z.number().int().meta({ description: 'The number of the network: RFC 6793', example: 13335 }),
    Name: z.string().meta({ description: 'Who runs it', example: 'Cloudflare, Inc.' }),
    Country: z.string().meta({ description: 'Two letters of ISO 3166-1; empty when it is not known', example: 'US' }),
  })
  .meta({ id: 'LookupASN' })
export type LookupASN = z.infer<typeof LookupASN>

/** A network by its number. */
export const FoundNetwork = LookupASN.pick({ ASN: true, Name: true })
  .extend({
    Country: z
      .string()
      .meta({ description: 'Where most of its addresses are: two letters of ISO 3166-1, or empty', example: 'US' }),
    RangeCount: z.number().int().meta({ description: 'How many ranges of addresses it has', example: 981 }),
  })
  .meta({ id: 'FoundNetwork' })

/** The addresses of a network, or of a country. */
export const LookupRanges = FoundNetwork.omit({ RangeCount: true })
  .extend({
    Ranges: z
      .array(
        z.object({
          Start: z.string().meta({ description: 'The first address', example: '1.1.1.0' }),
          End: z.string().meta({ description: 'The last address', example: '1.1.1.255' }),
        }),
      )
      .meta({ description: 'In ascending order' }),
  })
  .meta({ id: 'LookupRanges' })

/** Where in the internet an address is, for traffic that is shown. */
export const Place = z.object({
  ASN: z.number().int().meta({ description: 'The number of its network; 0 when none is known', example: 13335 }),
  ASNName: z.string().meta({ description: 'Who runs that; empty when it is not known', example: 'Cloudflare, Inc.' }),
  Country: z.string().meta({ description: 'Two letters of ISO 3166-1; empty when it is not known', example: 'US' }),
})
export type Place = z.infer<typeof Place>

/** Who made a device. */
export const Maker = z
  .object({
    MAC: z.string().meta({ description: 'The MAC address', example: '00:11:22:33:44:66' }),
    Vendor: z.string().meta({ description: 'The manufacturer', example: 'CIMSYS Inc' }),
  })
  .meta({ id: 'LookupOUI' })
export type Maker = z.infer<typeof Maker>

interface ItemRule {
  /** The expression of an item as clients write it. */
  readonly source: string
  /** An item in its one spelling. */
  readonly tidy: (item: string) => string
  readonly isItem: (item: string) => boolean
  /** The code of what an item must be. */
  readonly must: 'traffic.address' | 'traffic.asNumber' | 'traffic.country' | 'traffic.macAddress'
  /** What `isItem` checks and `source` does not. */
  readonly rule?: string
}

/** Items of a path, separated by commas. An error names the first item that is not valid. */
const listOf = ({ source, tidy, isItem, must, rule }: ItemRule) =>
  z
    .string()
    .transform((text, context): string[] => {
      const items = text.split(',').map(tidy)
      const wrong = items.find((item) => !isItem(item))
      if (items.length > MOST_ASKED) context.addIssue(schemaPhrase('traffic.itemsAtMost', MOST_ASKED))
      else if (wrong !== undefined) context.addIssue(schemaPhrase(must, JSON.stringify(wrong.slice(0, 64))))
      return items
    })
    .meta({
      pattern: padded(`(${source})(\\s*,\\s*(${source})){0,${MOST_ASKED - 1}}`).source,
      ...(rule ? { 'x-rule': rule } : {}),
    })

export const Addresses = listOf({
  source: IP_SOURCE,
  tidy: (item) => item.trim(),
  isItem: isIp,
  must: 'traffic.address',
})

export const Asns = listOf({
  source: '([Aa][Ss])?\\d{1,10}',
  tidy: (item) => item.trim().replace(/^as/i, ''),
  isItem: (item) => /^\d{1,10}$/.test(item) && Number(item) < 2 ** 32,
  must: 'traffic.asNumber',
  rule: 'Numbers up to 4294967295',
})

export const Countries = listOf({
  source: '[A-Za-z]{2}',
  tidy: (item) => item.trim().toUpperCase(),
  isItem: (item) => /^[A-Z]{2}$/.test(item),
  must: 'traffic.country',
})

export const Macs = listOf({
  source: MAC_SOURCE,
  tidy: macOf,
  isItem: isMac,
  must: 'traffic.macAddress',
})
