import { z } from 'zod'
import { padded } from '../../../values/text.ts'
import { Tags } from './override.ts'

export const MOST_BLOCK_LISTS = 64
const URI_RULE = 'must be an address such as https://example.com/hosts, without a password in it'

/** Where a list can be had: plain HTTP or HTTPS, and no password in it, since everybody who sees the lists sees it. */
export const ListUri = z
  .string()
  .max(2000)
  .regex(padded('[Hh][Tt][Tt][Pp][Ss]?://[\\s\\S]*'), URI_RULE)
  .trim()
  .refine((text) => {
    if (!URL.canParse(text)) return false
    const { hostname, username, password } = new URL(text)
    return hostname !== '' && username === '' && password === ''
  }, URI_RULE)
  .meta({ 'x-rule': 'A valid URL without a user name or password', example: 'https://example.com/hosts' })

/** A list of names somewhere out there, and what is done about the names in it. */
export const BlockList = z
  .object({
    URI: ListUri.meta({ description: 'The http or https address of the list' }),
    Enabled: z.boolean().meta({ description: 'The list is downloaded and used', example: true }),
    Tags: Tags.meta({ description: 'Counts only for devices with one of these tags; empty for all', example: [] }),
    Category: z
      .string()
      .max(64)
      .meta({ description: 'What a question for one of its names is labelled with', example: 'ads' }),
    DontBlock: z.boolean().meta({ description: 'Only label questions, and block nothing', example: false }),
    AllowPrivate: z.boolean().optional().meta({
      description:
        'The URI may have an address of a home, as http://192.168.2.9/hosts; otherwise only the internet is asked',
      example: false,
    }),
  })
  .meta({ id: 'DNSListEntry' })
export type BlockList = z.infer<typeof BlockList>
