import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { padded } from '../../../values/text.ts'
import { Tags } from './override.ts'

export const MOST_BLOCK_LISTS = 64
const URI_RULE = schemaPhrase('dns.listAddress')

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

/** The state of a block list: what is in force, and the result of fetching it. */
export const BlockListStatus = z
  .object({
    URI: z
      .string()
      .meta({ description: 'The http or https address of the list', example: 'https://example.com/hosts' }),
    State: z.enum(['off', 'waiting', 'fetching', 'compiling', 'ready', 'failed']).meta({
      description:
        '`failed`: it could not be fetched when it was tried last; what was there before still counts, and it is tried again',
    }),
    Entries: z.int().meta({ description: 'Names of it that are in force', example: 100_000 }),
    Exceptions: z.int().meta({ description: 'Names that it takes out of all lists', example: 12 }),
    Ignored: z.int().meta({
      description: 'Lines without effect: rules for browsers only, local and invalid names, other text',
      example: 3,
    }),
    LeftOut: z.int().meta({ description: 'Names for which there was no more room', example: 0 }),
    Bytes: z
      .int()
      .meta({ description: 'Its length; while it is fetched, how much is here already', example: 3_145_728 }),
    FetchedAt: z.int().meta({ description: 'Unix seconds; 0 for never', example: 1_767_225_600 }),
    NextAt: z
      .int()
      .meta({ description: 'When it is fetched again, in Unix seconds; 0 for not at all', example: 1_767_830_400 }),
    Error: z.string().meta({ description: 'Why it failed last; empty when it did not', example: '' }),
    Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values; absent if it did not' }),
    Acceptable: z.boolean().meta({
      description:
        'It failed because the document differs too much from a list or from the version before; `Accept` of the refresh uses it',
      example: false,
    }),
  })
  .meta({ id: 'DNSListStatus' })
export type BlockListStatus = z.infer<typeof BlockListStatus>
