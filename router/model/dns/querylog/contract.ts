import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { filled } from '../../../values/text.ts'
import { del, get, put } from '../../operation.ts'
import { sentBack } from '../../sentback.ts'
import { MOST_DAYS } from './bounds.ts'
import { DECISIONS } from './filter.ts'
import { DnsLogRecord, MOST_RECORDS } from './record.ts'
import { DnsLogSettings, MaxMegabytes, MOST_IGNORED, MOST_PRIVATE, RetentionDays } from './settings.ts'
import { DnsClients, DnsCounts, DnsTop, MOST_HOURS } from './toplist.ts'

const tag = 'dnslog'
const domain = filled(254).meta({ description: 'The domain, with or without the final dot', example: 'example.com' })
const Names = z.array(z.string().meta({ example: 'example.com' }))
const Ips = z.array(z.string().meta({ example: '192.168.2.10' }))
const ip = Ipv4Address.meta({ description: 'The address of a device', example: '192.168.2.6' })

const time = z.iso.datetime({ offset: true })

/** Which queries are wanted. All filters apply together. */
const filters = {
  client: ip.optional(),
  name: filled(254).optional().meta({ description: 'Only names that contain this text', example: 'example' }),
  search: filled(254)
    .optional()
    .meta({
      description:
        'Only queries with all of these words: each in the name, the reason, a category, the address or name of the device, or as ' +
        'the record type. A whole IPv4 or IPv6 address is also found in answers; this reads every query of the period',
      example: 'phone example',
    }),
  result: DnsLogRecord.shape.Type.optional().meta({ description: 'Only this result', example: 'BLOCKED' }),
  decision: z
    .enum(DECISIONS)
    .optional()
    .meta({
      description:
        'Only queries that were `blocked` or `allowed`; of the allowed ones, those answered from the cache (`cached`), by the router ' +
        'itself (`local`), or not at all, because no upstream resolver gave an answer (`failed`)',
      example: 'blocked',
    }),
  from: time.optional().meta({ description: 'Only queries at this time or later', example: '2026-03-01T00:00:00Z' }),
  to: time.optional().meta({ description: 'Only queries before this time', example: '2026-03-02T00:00:00Z' }),
}
const FILTER_ERRORS = { 400: 'Not an IPv4 address, or an invalid result, decision or time' }
const hours = z.coerce
  .number()
  .int()
  .min(1)
  .max(24 * MOST_DAYS)
  .default(MOST_HOURS)
  .meta({ description: 'Number of hours, up to the present one', example: 24 })
/** Of one page. */
const MOST_ON_PAGE = 1000

export const dnsLog = {
  config: get('/plugins/dns/log/config', {
    roles: ['viewer'],
    tag,
    summary: 'Settings of the DNS log',
    reply: DnsLogSettings.meta({ id: 'DNSLogConfig' }),
  }),
  configure: put('/plugins/dns/log/config', {
    tag,
    summary: 'Turn the DNS log on or off, and limit it',
    description:
      'With `StoreLocalMemory` off, new queries are not stored; stored ones stay until they are deleted. Events ' +
      'continue for subscribers. Queries older than `RetentionDays` are deleted, and the oldest ones if the log is larger ' +
      'than `MaxMegabytes`. Missing limits are not changed.',
    body: z
      .object({
        StoreLocalMemory: z.boolean().meta({ description: 'Store queries on the router' }),
        RetentionDays: RetentionDays.optional(),
        MaxMegabytes: MaxMegabytes.optional(),
        HostPrivacyIPList: sentBack(Ips.max(MOST_PRIVATE), '`PUT /plugins/dns/log/host_privacy_list`'),
        DomainIgnoreList: sentBack(Names.max(MOST_IGNORED), '`PUT /plugins/dns/log/domain_ignore/{domain}`'),
      })
      .meta({ id: 'DNSLogUpdate', example: { StoreLocalMemory: true } }),
    reply: DnsLogSettings,
    errors: { 400: 'StoreLocalMemory must be true or false, or a limit is out of range' },
  }),
  privacy: get('/plugins/dns/log/host_privacy_list', {
    roles: ['viewer'],
    tag,
    summary: 'Devices that are not logged',
    reply: Ips,
  }),
  setPrivacy: put('/plugins/dns/log/host_privacy_list', {
    tag,
    summary: 'Set the devices that are not logged',
    description:
      'Replaces the whole list. New queries of these clients are neither stored nor published as events, only counted; ' +
      'stored ones stay until they are deleted. When the address of a device changes, the list is updated. At most ' +
      `${MOST_PRIVATE} addresses.`,
    body: Ips.meta({ example: ['192.168.2.10'] }),
    reply: Ips,
    errors: { 400: 'An entry is not an IPv4 address, or there are too many' },
  }),
  ignored: get('/plugins/dns/log/domain_ignores', {
    roles: ['viewer'],
    tag,
    summary: 'Domains that are not logged',
    reply: Names,
  }),
  ignore: put('/plugins/dns/log/domain_ignore/{domain}', {
    tag,
    summary: 'Exclude a domain from the log',
    description: `Applies to queries for exactly this domain, not to subdomains. At most ${MOST_IGNORED} domains.`,
    params: { domain },
    reply: Names,
    errors: { 400: 'Not a domain, already in the list, or too many' },
  }),
  unignore: del('/plugins/dns/log/domain_ignore/{domain}', {
    tag,
    summary: 'Log a domain again',
    params: { domain },
    reply: Names,
    errors: { 400: 'Not a domain', 404: 'The domain is not in the list' },
  }),
  history: get('/plugins/dns/log/history/{ip}', {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'DNS queries of a device',
    description:
      `Newest first, at most ${MOST_RECORDS}, also from before a restart. A query is listed within a second. Queries ` +
      'above a thousand per second and client may be left out.',
    params: { ip },
    query: {
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_RECORDS)
        .optional()
        .meta({ description: 'Maximum number of queries', example: 100 }),
    },
    reply: z.array(DnsLogRecord),
    errors: {
      400: 'Not an IPv4 address, an invalid limit, or queries are not stored (StoreLocalMemory)',
      404: 'No stored queries of this client',
    },
  }),
  forget: del('/plugins/dns/log/history/{ip}', {
    tag,
    summary: 'Delete the DNS log of a device',
    description:
      'Also deletes its share of the most frequent queries, and the domains of its addresses in `/iptraffic`.',
    params: { ip },
    errors: { 400: 'No IPv4 address' },
  }),
  clear: del('/plugins/dns/log/history', {
    tag,
    summary: 'Delete the whole DNS log',
    description: 'Deletes the stored queries and counts of all clients.',
  }),
  queries: get('/plugins/dns/log/queries', {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'Search the DNS log',
    description:
      'Stored queries of one client or of all, newest first. `Next` is missing on the last page; a page may have fewer queries ' +
      'than `limit`, or none, and a next one. A query is listed within a second, and is on the disk within five minutes. ' +
      '`curl -u admin "http://spr.local/plugins/dns/log/queries?search=example&decision=blocked&from=2026-03-01T00:00:00Z"`',
    query: {
      ...filters,
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_ON_PAGE)
        .default(100)
        .meta({ description: 'Maximum number of queries', example: 100 }),
      before: z
        .string()
        .regex(/^\d{1,15}\.\d{1,15}$/)
        .optional()
        .meta({ description: '`Next` of the page before', example: '12.3456' }),
    },
    reply: z
      .object({
        Queries: z.array(DnsLogRecord).meta({ description: 'Newest first' }),
        Next: z.string().optional().meta({ description: 'Where the next page begins', example: '12.3456' }),
      })
      .meta({ id: 'DNSLogPage' }),
    errors: { 400: 'Not an IPv4 address, or an invalid result, decision, time, limit or position' },
  }),
  json: get('/plugins/dns/log/json', {
    roles: ['viewer'],
    tag,
    summary: 'The DNS log as JSON',
    description: 'All stored queries that match the filters, newest first.',
    query: filters,
    reply: z.array(DnsLogRecord),
    errors: FILTER_ERRORS,
  }),
  csv: get('/plugins/dns/log/csv', {
    roles: ['viewer'],
    tag,
    summary: 'The DNS log as CSV',
    description:
      'The stored queries that match the filters, newest first: `Time,Client,Device,Name,Type,Result,Answer,Reason`. ' +
      'Texts that a spreadsheet would calculate begin with an apostrophe. ' +
      '`curl -u admin -o dns.csv "http://spr.local/plugins/dns/log/csv?name=example&result=BLOCKED"`',
    query: filters,
    reply: z.string().meta({ contentMediaType: 'text/csv; charset=utf-8' }),
    errors: FILTER_ERRORS,
  }),
  counts: get('/plugins/dns/log/counts', {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'DNS queries by hour',
    description:
      'The number of queries of one client or of all, and how many were blocked, as far as the log reaches. The oldest hour first.',
    query: { client: ip.optional(), hours },
    reply: DnsCounts,
    errors: { 400: 'Not an IPv4 address, or invalid hours' },
  }),
  clients: get('/plugins/dns/log/clients', {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'DNS queries by client',
    description: 'The number of queries of each client, and how many were blocked. The client with most queries first.',
    query: { hours },
    reply: DnsClients,
    errors: { 400: 'Invalid hours' },
  }),
  top: get('/plugins/dns/log/top', {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'Most frequent DNS queries',
    description:
      'The most frequent domains, blocked domains and clients, of one client or of all. Rare domains may be missing: ' +
      '64 per client are stored every ten minutes. Totals are exact, except for private clients and ignored domains. ' +
      '`curl -u admin "http://spr.local/plugins/dns/log/top?client=192.168.2.6&hours=1"`',
    query: {
      client: ip.optional(),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_HOURS)
        .default(24)
        .meta({ description: 'Period in hours, up to now', example: 24 }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(100)
        .default(20)
        .meta({ description: 'Maximum number of entries in each list', example: 10 }),
    },
    reply: DnsTop,
    errors: { 400: 'Not an IPv4 address, or invalid hours or limit' },
  }),
}
