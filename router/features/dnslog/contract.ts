import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { filled } from '../../values/text.ts'
import { del, get, put } from '../operation.ts'
import { sentBack } from '../sentback.ts'
import { DnsLogRecord, MOST_RECORDS } from './record.ts'
import { DnsLogSettings, MOST_IGNORED, MOST_PRIVATE } from './settings.ts'
import { DnsCounts, DnsTop, MOST_HOURS } from './toplist.ts'

const tag = 'dnslog'
const domain = filled(254).meta({ description: 'The domain, with or without the final dot', example: 'example.com' })
const Names = z.array(z.string().meta({ example: 'example.com' }))
const Ips = z.array(z.string().meta({ example: '192.168.2.10' }))
const ip = Ip.meta({ description: 'The address of a device', example: '192.168.2.6' })

export const dnsLog = {
  config: get('/plugins/dns/log/config', {
    roles: ['viewer'],
    tag,
    summary: 'Settings of the DNS log',
    reply: DnsLogSettings.meta({ id: 'DNSLogConfig' }),
  }),
  configure: put('/plugins/dns/log/config', {
    tag,
    summary: 'Turn the DNS log on or off',
    description:
      'With `StoreLocalMemory` off, new queries are not stored; stored ones stay until they are deleted. Events ' +
      'continue for subscribers.',
    body: z
      .object({
        StoreLocalMemory: z.boolean().meta({ description: 'Store queries on the router' }),
        HostPrivacyIPList: sentBack(Ips.max(MOST_PRIVATE), '`PUT /plugins/dns/log/host_privacy_list`'),
        DomainIgnoreList: sentBack(Names.max(MOST_IGNORED), '`PUT /plugins/dns/log/domain_ignore/{domain}`'),
      })
      .meta({ id: 'DNSLogUpdate', example: { StoreLocalMemory: true } }),
    reply: DnsLogSettings,
    errors: { 400: 'StoreLocalMemory must be true or false' },
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
  heed: del('/plugins/dns/log/domain_ignore/{domain}', {
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
  csv: get('/plugins/dns/log/csv', {
    roles: ['viewer'],
    tag,
    summary: 'The DNS log as CSV',
    description:
      'The stored queries of one client or of all, client by client, newest first: ' +
      '`Time,Client,Device,Name,Type,Result,Answer,Reason`. All filters apply together. ' +
      '`curl -u admin -o dns.csv "http://spr.local/plugins/dns/log/csv?name=example&result=BLOCKED"`',
    query: {
      client: ip.optional(),
      name: filled(254).optional().meta({ description: 'Only names that contain this text', example: 'example' }),
      result: DnsLogRecord.shape.Type.optional().meta({ description: 'Only this result', example: 'BLOCKED' }),
      from: z.iso
        .datetime({ offset: true })
        .optional()
        .meta({ description: 'Only queries at this time or later', example: '2026-03-01T00:00:00Z' }),
      to: z.iso
        .datetime({ offset: true })
        .optional()
        .meta({ description: 'Only queries before this time', example: '2026-03-02T00:00:00Z' }),
    },
    reply: z.string().meta({ contentMediaType: 'text/csv; charset=utf-8' }),
    errors: { 400: 'Not an IPv4 address, or an invalid result or time' },
  }),
  counts: get('/plugins/dns/log/counts', {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'DNS queries by hour',
    description: 'The number of queries of one client or of all, and how many were blocked. The oldest hour first.',
    query: {
      client: ip.optional(),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_HOURS)
        .default(MOST_HOURS)
        .meta({ description: 'Number of hours, up to the present one', example: 24 }),
    },
    reply: DnsCounts,
    errors: { 400: 'Not an IPv4 address, or invalid hours' },
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
