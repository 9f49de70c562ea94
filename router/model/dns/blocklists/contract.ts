import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { del, get, put } from '../../operation.ts'
import { BlockList, BlockListStatus, MOST_BLOCK_LISTS } from './blocklist.ts'
import { GivenList, GivenOverride, GivenOverrideList, GivenPause, OverrideChoice, PauseChoice } from './given.ts'
import { DEFAULT_LIST } from './key.ts'
import { ListName, MOST_OVERRIDE_LISTS, MOST_OVERRIDES, Override, OverrideList } from './override.ts'
import { Catalogue } from './services/catalogue.ts'
import { DnsBlockSettings, LONGEST_REFRESH_S, MOST_EXCLUSIONS, Pause, SHORTEST_REFRESH_S } from './settings.ts'
import { DnsExplanation } from './why.ts'

const tag = 'dnsblock'
const BASE = '/plugins/dns/block'

const PermitDomains = z.array(Override).meta({ description: 'Overrides that permit a domain' })
const BlockDomains = z.array(Override).meta({ description: 'Overrides that block a domain' })

/** All settings of the filter. */
export const DnsBlockConfig = DnsBlockSettings.extend({
  BlockLists: z.array(BlockList).meta({ description: 'The block lists' }),
  OverrideLists: z
    .array(OverrideList.omit({ Order: true }).extend({ PermitDomains, BlockDomains }).meta({ id: 'DNSOverrideList' }))
    .meta({ description: 'In the order of evaluation' }),
  PermitDomains: PermitDomains.meta({ description: `Those of the list ${DEFAULT_LIST}, repeated` }),
  BlockDomains: BlockDomains.meta({ description: `Those of the list ${DEFAULT_LIST}, repeated` }),
  Pauses: z.array(Pause).meta({ description: 'Devices for which filtering is paused, and until when' }),
}).meta({ id: 'DNSBlockConfig' })
export type DnsBlockConfig = z.infer<typeof DnsBlockConfig>

/** The services that rules can block, and whether the list came with the router. */
const ShownServices = Catalogue.extend({
  BuiltIn: z.boolean().meta({ description: 'The list came with the router; false for one that was uploaded' }),
}).meta({ id: 'DNSServiceList' })

const list = ListName.meta({ description: 'The name of an override list', example: DEFAULT_LIST })
const ownList = ListName.meta({ description: 'The name of an override list', example: 'Kids' })
const Lists = z.array(BlockList)
const ListChoice = BlockList.pick({ URI: true }).meta({ example: { URI: 'https://example.com/hosts' } })
const RefreshChoice = BlockList.pick({ URI: true })
  .extend({
    Accept: z
      .boolean()
      .nullish()
      .meta({ description: 'Also a document that differs too much from the version before', example: false }),
  })
  .meta({ example: { URI: 'https://example.com/hosts' } })
const ip = Ipv4Address.meta({ example: '192.168.2.102' })
const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ description: '`true` or `false`: see the operation', example: 'true' })

const override = {
  tag,
  summary: 'Permit or block a domain',
  description:
    'An override applies to the domain and its subdomains. A `permit` takes precedence over all block lists. With ' +
    '`ResultIP` or `ResultCNAME` the domain resolves to that address or name; otherwise it resolves as on the ' +
    'internet, also to private addresses. A `block` answers NXDOMAIN. Within a list, permits take precedence over ' +
    'blocks, then the closest domain decides, then an override for one device before one for all. `Expiration` is in ' +
    'seconds from now; a number above 1000000000 is a Unix time, and 0 is never. Expired overrides are deleted. ' +
    'There is one override for each domain and client: a new one replaces it. One that expires only suspends a permanent ' +
    `one, which applies again when it expires or is deleted. At most ${MOST_OVERRIDES}.`,
  body: GivenOverride,
  errors: {
    400: 'An invalid field, an expiration in the past, or too many overrides or lists',
  },
} as const
const lift = {
  tag,
  summary: 'Delete an override',
  description:
    'Identified by its domain and client; if `Type` is set, it must match. A permanent override that it suspends applies again.',
  body: OverrideChoice,
  errors: { 400: 'An invalid field', 404: 'No such list, or no such override in it' },
} as const

const showLists = { roles: ['viewer'], tag, summary: 'Block lists', reply: Lists } as const
const putList = {
  tag,
  summary: 'Add or change a block list',
  description:
    'The list is downloaded immediately, and its domains and their subdomains are blocked within seconds; ' +
    '`/blocklists/status` shows the progress. With `Tags` it applies only to devices with one of these tags; with ' +
    '`DontBlock` it only labels queries with its `Category`. A list is identified by its URI; absent fields are ' +
    `unchanged. Formats: \`hosts\` files, plain domains, ad blocker rules, and lines for dnsmasq, unbound and response policy zones. At most ${MOST_BLOCK_LISTS} lists.`,
  body: GivenList,
  reply: Lists,
  errors: { 400: 'An invalid URI or another invalid field, or too many lists' },
} as const
const removeList = {
  tag,
  summary: 'Delete a block list',
  body: ListChoice,
  reply: Lists,
  errors: { 400: 'An invalid URI', 404: 'No such list' },
} as const

/** The filter of the resolver: block lists, overrides, exclusions, pauses. */
export const dnsBlock = {
  config: get(`${BASE}/config`, {
    roles: ['viewer'],
    tag,
    summary: 'Settings of DNS filtering',
    reply: DnsBlockConfig,
  }),

  override: put(`${BASE}/override`, {
    ...override,
    description: `${override.description} In the list ${DEFAULT_LIST}.`,
  }),
  overrideIn: put(`${BASE}/override/{list}`, {
    ...override,
    description: `${override.description} A list that does not exist is created, enabled and for all devices; there are at most ${MOST_OVERRIDE_LISTS}.`,
    params: { list },
  }),
  lift: del(`${BASE}/override`, { ...lift, description: `${lift.description} In the list ${DEFAULT_LIST}.` }),
  liftIn: del(`${BASE}/override/{list}`, { ...lift, params: { list } }),

  putOverrideList: put(`${BASE}/overrideList/{list}`, {
    tag,
    summary: 'Add or change an override list',
    description:
      'Lists are evaluated in the order in which they were added; the first one with an override for the domain ' +
      'decides. A list that is not `Enabled` is skipped; with `Tags` it applies only to devices with one of these ' +
      `tags. \`Name\` renames it. Absent fields are unchanged. At most ${MOST_OVERRIDE_LISTS} lists.`,
    params: { list: ownList },
    body: GivenOverrideList,
    bodyOptional: true,
    errors: {
      400: `An invalid field, a name that is already used, another name for ${DEFAULT_LIST}, or too many lists`,
    },
  }),
  removeOverrideList: del(`${BASE}/overrideList/{list}`, {
    tag,
    summary: 'Delete an override list with its overrides',
    params: { list: ownList },
    errors: { 400: `The list ${DEFAULT_LIST} cannot be removed`, 404: 'No such list' },
  }),

  blockList: get(`${BASE}/blocklist`, showLists),
  blockLists: get(`${BASE}/blocklists`, showLists),
  putBlockList: put(`${BASE}/blocklist`, putList),
  putBlockLists: put(`${BASE}/blocklists`, putList),
  removeBlockList: del(`${BASE}/blocklist`, removeList),
  removeBlockLists: del(`${BASE}/blocklists`, removeList),
  status: get(`${BASE}/blocklists/status`, {
    roles: ['viewer'],
    tag,
    summary: 'Status of the block lists',
    reply: z.array(BlockListStatus),
  }),
  refresh: put(`${BASE}/blocklists/refresh`, {
    tag,
    summary: 'Download a block list now',
    description:
      'The version before stays in use if the document is a web page or another file, if most of its lines are no entries of a list, or if ' +
      'it has less than a tenth of the entries before. With `Accept` such a document is used once, if it has entries and is text. ' +
      'The status says whether it is `Acceptable`.',
    body: RefreshChoice,
    errors: { 400: 'An invalid URI, or the list is not enabled', 404: 'No such list' },
  }),

  exclusions: get(`${BASE}/exclusions`, {
    roles: ['viewer'],
    tag,
    summary: 'Devices that are not filtered',
    reply: z.array(z.string().meta({ example: '192.168.2.102' })),
  }),
  exclude: put(`${BASE}/exclusions`, {
    tag,
    summary: 'Do not filter a device',
    description:
      'A JSON string: the address of the device. Overrides, block lists and canary domains do not apply to it; DNS ' +
      'rebinding protection and quarantine do. The exclusion is kept when the address of the device changes. At most ' +
      `${MOST_EXCLUSIONS}.`,
    body: ip,
    errors: { 400: 'Not an IPv4 address, or too many' },
  }),
  include: del(`${BASE}/exclusions`, {
    tag,
    summary: 'Filter a device again',
    description: 'A JSON string: the address of the device.',
    body: ip,
    errors: { 400: 'Not an IPv4 address, or not excluded' },
  }),

  pauses: get(`${BASE}/pause`, { roles: ['viewer'], tag, summary: 'Pauses of the filter', reply: z.array(Pause) }),
  pause: put(`${BASE}/pause`, {
    tag,
    summary: 'Pause the filter',
    description:
      'For one device, or for all if `ClientIP` is empty: block lists and blocking overrides do not apply until the ' +
      'time has passed, also across a restart. Permits and quarantine stay in force. A further call sets a new time.',
    body: GivenPause,
    reply: Pause,
    errors: { 400: 'Not an IPv4 address, or not 1 to 1440 minutes' },
  }),
  resume: del(`${BASE}/pause`, {
    tag,
    summary: 'End a pause',
    body: PauseChoice,
    bodyOptional: true,
    errors: { 400: 'Not an IPv4 address', 404: 'Filtering is not paused for it' },
  }),

  why: get(`${BASE}/why`, {
    roles: ['viewer'],
    tag,
    summary: 'How the resolver answers a name, and why',
    description: 'The present decision for a domain, without a query to an upstream resolver.',
    query: {
      name: z.string().max(500).meta({ description: 'The name', example: 'ads.example.com' }),
      client: z
        .union([z.literal(''), Ipv4Address])
        .optional()
        .meta({
          description: 'The address of the client; absent if the client has no settings',
          example: '192.168.2.6',
        }),
    },
    reply: DnsExplanation,
    errors: { 400: 'Not a domain, or not an IPv4 address', 503: 'The resolver is starting' },
  }),
  services: get(`${BASE}/services`, {
    roles: ['viewer'],
    tag,
    summary: 'Online services that rules can block',
    description:
      'Each with its domains, the public list that they are updated from, and the day on which they were compared with it. A rule of ' +
      'the programmable firewall with the action `services` blocks them for devices, groups or tags, also at some times only.',
    reply: ShownServices,
  }),
  putServices: put(`${BASE}/services`, {
    tag,
    summary: 'Replace the list of online services',
    description:
      'In place of the list that came with the router, such as a newer one. In effect immediately. Rules keep the identifiers of services ' +
      'that the new list does not have, without effect.',
    body: Catalogue,
    reply: ShownServices,
    errors: { 400: 'An invalid domain or another invalid field' },
  }),
  resetServices: del(`${BASE}/services`, {
    tag,
    summary: 'Use the list of online services that came with the router',
    reply: ShownServices,
  }),
  domains: get(`${BASE}/dump_domains`, {
    roles: ['viewer'],
    tag,
    summary: 'Domains of all block lists',
    description: 'May be millions. Subdomains are blocked as well, and are not listed.',
    reply: z.array(z.string().meta({ example: 'ads.example.com' })),
  }),
  metrics: get(`${BASE}/metrics`, {
    roles: ['viewer'],
    tag,
    summary: 'Numbers of queries and blocked queries',
    reply: z
      .object({
        TotalQueries: z.int().meta({ description: 'Since the start', example: 1024 }),
        BlockedQueries: z
          .int()
          .meta({ description: 'Of those, queries that were blocked or redirected', example: 512 }),
        BlockedDomains: z.int().meta({ description: 'Domains in the enabled block lists', example: 100_000 }),
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
      'With `value=true`, answers from the internet may contain private addresses, which permits DNS rebinding attacks ' +
      'on browsers.',
    query: { value: flag },
    errors: { 400: 'Must be true or false' },
  }),
  answerCanaries: put(`${BASE}/answerCanaries`, {
    tag,
    summary: 'Set whether browsers and phones are asked to use this resolver',
    description:
      'Some clients use their own resolver unless a canary domain does not exist: Firefox queries ' +
      'use-application-dns.net before it uses DNS over HTTPS, Apple’s devices query mask.icloud.com and ' +
      'mask-h2.icloud.com before they use Private Relay. With `value=true`, the default, these domains do not exist.',
    query: { value: flag },
    errors: { 400: 'Must be true or false' },
  }),
  quarantineHost: put(`${BASE}/quarantineHost`, {
    tag,
    summary: 'Set the quarantine host',
    description: 'A JSON string: the address that all domains resolve to in quarantine, or empty for none.',
    body: z.union([z.literal(''), Ipv4Address]).meta({ example: '192.168.2.1' }),
    errors: { 400: 'Must be the IPv4 address of a host, or empty' },
  }),
}
