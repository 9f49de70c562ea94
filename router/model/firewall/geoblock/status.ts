import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'

/** What the geo block has in force. */
export const GeoBlockStatus = z
  .object({
    Enabled: z.boolean().meta({ description: 'Whether connections are blocked' }),
    LastRefresh: z.string().meta({
      description: 'When its networks were last compiled, in RFC 3339; empty while it is off',
      example: '2026-03-01T08:05:34.983Z',
    }),
    RangesProgrammed: z
      .int()
      .meta({ description: 'Ranges of addresses in the firewall; neighbours are merged', example: 14_644 }),
    RoutesProgrammed: z.int().meta({ description: 'Always 0' }),
    Sources: z
      .array(
        z.object({
          Type: z.enum(['country', 'asn', 'list']).meta({ description: 'What the key means' }),
          Key: z.string().meta({
            description: 'The code of the country, the number of the network, or the URI of the list',
            example: 'KP',
          }),
          Ranges: z
            .int()
            .meta({ description: 'Its ranges of addresses; 0 if none is known or the list was never fetched' }),
          ASNs: z.int().meta({ description: 'Its networks: for a list, those that it names by number' }),
          LastFetch: z.string().meta({ description: 'When the list was last fetched, in RFC 3339; else empty' }),
          Error: z.string().meta({ description: 'Why the list could not be fetched or is not used; else empty' }),
          Coded: CodedMessage.optional().meta({
            description: 'The same as a code with its values; absent if it is used',
          }),
          Acceptable: z.boolean().meta({
            description:
              'The document of the list was refused because it differs too much; `accept` of the refresh uses it once',
          }),
        }),
      )
      .meta({ description: 'The countries, the networks, and the enabled lists' }),
  })
  .meta({ id: 'GeoBlockStatus' })
export type GeoBlockStatus = z.infer<typeof GeoBlockStatus>
