import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { del, get, put } from '../operation.ts'
import { BlockList, MOST_BLOCK_LISTS } from './blocklist.ts'
import { GivenList, GivenOverride, GivenOverrideList, GivenPause, OverrideChoice, PauseChoice } from './given.ts'
import { DEFAULT_LIST } from './key.ts'
import { BlockListStatus } from './lists/status.ts'
import { ListName, MOST_LISTS, MOST_OVERRIDES, Override, OverrideList } from './override.ts'
import { Pause } from './pause.ts'
import { DnsBlockSettings, LONGEST_REFRESH_S, MOST_EXCLUSIONS, SHORTEST_REFRESH_S } from './settings.ts'
import { DnsExplanation } from './why.ts'

const tag = 'dnsblock'
const BASE = '/plugins/dns/block'

const PermitDomains = z.array(Override).meta({ description: 'Overrides that permit a domain' })
const BlockDomains = z.array(Override).meta({ description: 'Overrides that block a domain' })

/** Everything the owner has said of the filter. */
export const DnsBlockConfig = DnsBlockSettings.extend({
  BlockLists: z.array(BlockList).meta({ description: 'The block lists' }),
  OverrideLists: z
    .array(OverrideList.omit({ Order: true }).extend({ PermitDomains, BlockDomains }).meta({ id: 'DNSOverrideList' }))
    .meta({ description: 'In the order in which they are asked' }),
  PermitDomains: PermitDomains.meta({ description: `Those of the list ${DEFAULT_LIST}, once more` }),
  BlockDomains: BlockDomains.meta({ description: `Those of the list ${DEFAULT_LIST}, once more` }),
  Pauses: z.array(Pause).meta({ description: 'For whom filtering is paused, and until when' }),
}).meta({ id: 'DNSBlockConfig' })
export type DnsBlockConfig = z.infer<typeof DnsBlockConfig>

const list = ListName.meta({ description: 'The name of an override list', example: DEFAULT_LIST })
const ownList = ListName.meta({ description: 'The name of an override list', example: 'Kids' })
const Lists = z.array(BlockList)
const ListChoice = BlockList.pick({ URI: true }).meta({ example: { URI: 'https://example.com/hosts' } })
const ip = Ip.meta({ example: '192.168.2.102' })
const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ description: '`true` to do what the summary says, `false` to stop', example: 'true' })

const override = {
  tag,
  summary: 'Permit or block a domain',
  description:
    'What is said of a domain holds for every name below it. A `permit` goes before all block lists; with `ResultIP` or ' +
    '`ResultCNAME` the name leads there, otherwise to what the internet says, even where that points into the home. A ' +
    '`block` makes that there is no such name. In a list permits go before blocks, then the nearest domain counts, then ' +
    'what is said of one device before what is said of all. `Expiration` is in seconds from now; a number above ' +
    '1000000000 is a time of day, and 0 is never. What has run out is gone. There is one override for a domain and a ' +
    `client: giving it again takes the place of the one before. At most ${MOST_OVERRIDES}.`,
  body: GivenOverride,
  errors: {
    400: 'A field that is not as described, an expiration that has passed, or too many overrides or lists',
  },
} as const
const lift = {
  tag,
  summary: 'Delete an override',
  description: 'Found by its domain and its client; a `Type`, if given, has to be right.',
  body: OverrideChoice,
  errors: { 400: 'A field that is not as described', 404: 'There is no such list, or no such override in it' },
} as const

const showLists = { tag, summary: 'Block lists', reply: Lists } as const
const putList = {
  tag,
  summary: 'Add or change a block list',
  description:
    'The list is fetched immediately; its names, and all below them, are blocked within seconds: `/blocklists/status` shows the ' +
    'progress. With `Tags` it applies only to devices that have one of them; with `DontBlock` it only labels queries ' +
    'with its `Category`. A list is identified by its URI; absent fields stay unchanged. Lists may be in the format of `hosts`, ' +
    `plain names, or written for ad blockers. At most ${MOST_BLOCK_LISTS} lists.`,
  body: GivenList,
  reply: Lists,
  errors: { 400: 'No such address, another field that is not as described, or too many lists' },
} as const
const removeList = {
  tag,
  summary: 'Delete a block list',
  body: ListChoice,
  reply: Lists,
  errors: { 400: 'No such address', 404: 'There is no such list' },
} as const

/** The filter of the resolver: block lists, overrides, exclusions, pauses. */
export const dnsBlock = {
  config: get(`${BASE}/config`, { tag, summary: 'Settings of DNS filtering', reply: DnsBlockConfig }),

  override: put(`${BASE}/override`, {
    ...override,
    description: `${override.description} In the list ${DEFAULT_LIST}.`,
  }),
  overrideIn: put(`${BASE}/override/{list}`, {
    ...override,
    description: `${override.description} A list that does not exist is created, enabled and for all devices; there are at most ${MOST_LISTS}.`,
    params: { list },
  }),
  lift: del(`${BASE}/override`, { ...lift, description: `${lift.description} In the list ${DEFAULT_LIST}.` }),
  liftIn: del(`${BASE}/override/{list}`, { ...lift, params: { list } }),

  putOverrideList: put(`${BASE}/overrideList/{list}`, {
    tag,
    summary: 'Add or change an override list',
    description:
      'Lists are asked one after the other, in the order in which they were added; the first that says something of a name ' +
      'decides. Of a list that is not `Enabled` nothing counts; with `Tags` it counts only for devices that have one of ' +
      `them. \`Name\` gives it another name. What is left out stays as it was. At most ${MOST_LISTS} lists.`,
    params: { list: ownList },
    body: GivenOverrideList,
    bodyOptional: true,
    errors: {
      400: `A field that is not as described, a name that is taken, another name for ${DEFAULT_LIST}, or too many`,
    },
  }),
  removeOverrideList: del(`${BASE}/overrideList/{list}`, {
    tag,
    summary: 'Delete an override list with its overrides',
    params: { list: ownList },
    errors: { 400: `The list ${DEFAULT_LIST} cannot be removed`, 404: 'There is no such list' },
  }),

  blockList: get(`${BASE}/blocklist`, showLists),
  blockLists: get(`${BASE}/blocklists`, showLists),
  putBlockList: put(`${BASE}/blocklist`, putList),
  putBlockLists: put(`${BASE}/blocklists`, putList),
  removeBlockList: del(`${BASE}/blocklist`, removeList),
  removeBlockLists: del(`${BASE}/blocklists`, removeList),
  status: get(`${BASE}/blocklists/status`, {
    tag,
    summary: 'Status of the block lists',
    reply: z.array(BlockListStatus),
  }),
  refresh: put(`${BASE}/blocklists/refresh`, {
    tag,
    summary: 'Download a block list now',
    body: ListChoice,
    errors: { 400: 'No such address, or the list is not enabled', 404: 'There is no such list' },
  }),

  exclusions: get(`${BASE}/exclusions`, {
    tag,
    summary: 'Devices that are not filtered',
    reply: z.array(z.string().meta({ example: '192.168.2.102' })),
  }),
  exclude: put(`${BASE}/exclusions`, {
    tag,
    summary: 'Do not filter a device',
    description:
      'A JSON string: its address. Neither overrides nor block lists count for it, and canaries lead where they lead; the ' +
      'check against rebinding goes on, and so does quarantine. When the device gets another address, the exclusion ' +
      `follows. At most ${MOST_EXCLUSIONS}.`,
    body: ip,
    errors: { 400: 'No IPv4 address, or too many' },
  }),
  include: del(`${BASE}/exclusions`, {
    tag,
    summary: 'Filter a device again',
    description: 'A JSON string: its address.',
    body: ip,
    errors: { 400: 'No IPv4 address, or one that is not excluded' },
  }),

  pauses: get(`${BASE}/pause`, { tag, summary: 'Pauses of the filter', reply: z.array(Pause) }),
  pause: put(`${BASE}/pause`, {
    tag,
    summary: 'Pause the filter',
    description:
      'For one device, or for all with `ClientIP` empty: block lists and overrides that block do not count until the time is ' +
      'up, which also holds over a restart. Permits and quarantine go on. Asking again sets the time anew.',
    body: GivenPause,
    reply: Pause,
    errors: { 400: 'No IPv4 address, or not 1 to 1440 minutes' },
  }),
  resume: del(`${BASE}/pause`, {
    tag,
    summary: 'End a pause',
    body: PauseChoice,
    bodyOptional: true,
    errors: { 400: 'No IPv4 address', 404: 'Nothing is paused for it' },
  }),

  why: get(`${BASE}/why`, {
    tag,
    summary: 'How the resolver answers a name, and why',
    description: 'The present decision for a name; no upstream is queried.',
    query: {
      name: z.string().max(500).meta({ description: 'The name', example: 'ads.example.com' }),
      client: z
        .union([z.literal(''), Ip])
        .optional()
        .meta({
          description: 'Who asks; left out for a device of which nothing is said',
          example: '192.168.2.6',
        }),
    },
    reply: DnsExplanation,
    errors: { 400: 'No domain, or no IPv4 address', 503: 'The resolver is just being started' },
  }),
  domains: get(`${BASE}/dump_domains`, {
    tag,
    summary: 'Every name that a block list blocks',
    description: 'May be millions. Subdomains are blocked too, and are not listed.',
    reply: z.array(z.string().meta({ example: 'ads.example.com' })),
  }),
  metrics: get(`${BASE}/metrics`, {
    tag,
    summary: 'Numbers of queries and blocked queries',
    reply: z
      .object({
        TotalQueries: z.int().meta({ description: 'Since the start', example: 1024 }),
        BlockedQueries: z.int().meta({ description: 'Of those, answered with less than the truth', example: 512 }),
        BlockedDomains: z.int().meta({ description: 'Names in the block lists that count', example: 100_000 }),
      })
      .meta({ id: 'DNSBlockMetrics' }),
  }),

  setRefresh: put(`${BASE}/setRefresh`, {
    tag,
    summary: 'Set the refresh interval of block lists',
    query: {
      seconds: z.coerce
        .number()
        .int()
        .min(SHORTEST_REFRESH_S)
        .max(LONGEST_REFRESH_S)
        .meta({ description: 'Seconds between two downloads of a list', example: 86_400 }),
    },
    errors: { 400: `Not ${SHORTEST_REFRESH_S} to ${LONGEST_REFRESH_S} seconds` },
  }),
  disableRebinding: put(`${BASE}/disableRebinding`, {
    tag,
    summary: 'Turn DNS rebinding protection off or on',
    description:
      'With `value=true` answers from outside may point to addresses of a home, which browsers can be attacked with.',
    query: { value: flag },
    errors: { 400: 'Neither true nor false' },
  }),
  answerCanaries: put(`${BASE}/answerCanaries`, {
    tag,
    summary: 'Signal the filter to browsers and phones, or stop signalling it',
    description:
      'Some send their questions past the home’s resolver unless it says that a certain name does not exist: Firefox asks for ' +
      'use-application-dns.net before it uses DNS over HTTPS of its own, Apple’s devices for mask.icloud.com and ' +
      'mask-h2.icloud.com before they use Private Relay. With `value=true`, as it is at first, these names do not exist.',
    query: { value: flag },
    errors: { 400: 'Neither true nor false' },
  }),
  quarantineHost: put(`${BASE}/quarantineHost`, {
    tag,
    summary: 'Set the host that all names resolve to in quarantine',
    description: 'A JSON string: the address of a host, or empty for nowhere.',
    body: z.union([z.literal(''), Ip]).meta({ example: '192.168.2.1' }),
    errors: { 400: 'Neither an IPv4 address of a host nor empty' },
  }),
}
