import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { filled } from '../../values/text.ts'
import { del, get, put } from '../operation.ts'
import { sentBack } from '../sentback.ts'
import { DnsLogRecord, MOST_RECORDS } from './record.ts'
import { DnsLogSettings, MOST_IGNORED, MOST_PRIVATE } from './settings.ts'
import { DnsTop, MOST_HOURS } from './toplist.ts'

const tag = 'dnslog'
const domain = filled(254).meta({ description: 'The name, with or without its last dot', example: 'example.com' })
const Names = z.array(z.string().meta({ example: 'example.com' }))
const Ips = z.array(z.string().meta({ example: '192.168.2.10' }))
const ip = Ip.meta({ description: 'The address of a device', example: '192.168.2.6' })

export const dnsLog = {
  config: get('/plugins/dns/log/config', {
    tag,
    summary: 'Settings of the DNS log',
    reply: DnsLogSettings.meta({ id: 'DNSLogConfig' }),
  }),
  configure: put('/plugins/dns/log/config', {
    tag,
    summary: 'Turn the DNS log on or off',
    description:
      'With `StoreLocalMemory` off nothing new is kept; what was kept before stays until it is deleted. Events go on for ' +
      'whoever listens.',
    body: z
      .object({
        StoreLocalMemory: z.boolean().meta({ description: 'Store questions on the router' }),
        HostPrivacyIPList: sentBack(Ips.max(MOST_PRIVATE), '`PUT /plugins/dns/log/host_privacy_list`'),
        DomainIgnoreList: sentBack(Names.max(MOST_IGNORED), '`PUT /plugins/dns/log/domain_ignore/{domain}`'),
      })
      .meta({ id: 'DNSLogUpdate', example: { StoreLocalMemory: true } }),
    reply: DnsLogSettings,
    errors: { 400: 'StoreLocalMemory is missing, or neither true nor false' },
  }),
  privacy: get('/plugins/dns/log/host_privacy_list', {
    tag,
    summary: 'Devices that are not logged',
    reply: Ips,
  }),
  setPrivacy: put('/plugins/dns/log/host_privacy_list', {
    tag,
    summary: 'Set the devices that are not logged',
    description:
      'The whole list, in place of the one before. New queries of these clients are neither stored nor published as events, ' +
      'only counted; stored ones stay until they are deleted. When a device gets another address, its place in the ' +
      `list follows. At most ${MOST_PRIVATE} addresses.`,
    body: Ips.meta({ example: ['192.168.2.10'] }),
    reply: Ips,
    errors: { 400: 'Something in the list is no IPv4 address, or there are too many' },
  }),
  ignored: get('/plugins/dns/log/domain_ignores', {
    tag,
    summary: 'Names that are not logged',
    reply: Names,
  }),
  ignore: put('/plugins/dns/log/domain_ignore/{domain}', {
    tag,
    summary: 'Exclude a name from the log',
    description: `Questions for this very name, not for those below it. At most ${MOST_IGNORED} names.`,
    params: { domain },
    reply: Names,
    errors: { 400: 'No name, one that is in the list already, or too many' },
  }),
  heed: del('/plugins/dns/log/domain_ignore/{domain}', {
    tag,
    summary: 'Log a name again',
    params: { domain },
    reply: Names,
    errors: { 400: 'No name', 404: 'The name is not in the list' },
  }),
  history: get('/plugins/dns/log/history/{ip}', {
    tag,
    summary: 'DNS queries of a device',
    description:
      `The newest first, ${MOST_RECORDS} at most, also from before a restart. A query is listed within a second. For clients ` +
      'with more than a thousand queries a second, some are left out.',
    params: { ip },
    query: {
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_RECORDS)
        .optional()
        .meta({ description: 'How many at most', example: 100 }),
    },
    reply: z.array(DnsLogRecord),
    errors: {
      400: 'No IPv4 address, a limit out of bounds, or nothing is kept (StoreLocalMemory)',
      404: 'Nothing is known of this client',
    },
  }),
  forget: del('/plugins/dns/log/history/{ip}', {
    tag,
    summary: 'Delete the DNS log of a device',
    description: 'Also in the top lists, and by which names it knows the addresses in `/iptraffic`.',
    params: { ip },
    errors: { 400: 'No IPv4 address' },
  }),
  top: get('/plugins/dns/log/top', {
    tag,
    summary: 'Most frequent DNS queries',
    description:
      'Names, blocked names and clients, those asked for or asking most often first, of one client or of all. What is ' +
      'asked for rarely may be left out: of each client, 64 names are kept every ten minutes. Totals are exact, but for ' +
      'private clients and ignored names. `curl -u admin "http://spr.local/plugins/dns/log/top?client=192.168.2.6&hours=1"`',
    query: {
      client: ip.optional(),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(MOST_HOURS)
        .default(24)
        .meta({ description: 'Of the last so many hours', example: 24 }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(100)
        .default(20)
        .meta({ description: 'How many of each at most', example: 10 }),
    },
    reply: DnsTop,
    errors: { 400: 'No IPv4 address, or hours or limit out of bounds' },
  }),
}
