import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { filled } from '../../../values/text.ts'
import { get, put } from '../../operation.ts'
import { DeviceTraffic } from '../flows/destinations.ts'
import { SCALES } from './calendar.ts'
import { InsightsConfig, InsightsOverview, LimitUse, MOST_LIMITS, TrafficLimit, TrafficUsage } from './usage.ts'

const tag = 'traffic'
const DAY_MINUTES = 24 * 60
/** So many periods are returned at most, and without `from`. */
export const MOST_PERIODS = { hour: 31 * 24, day: 397, month: 13 } as const
export const DEFAULT_PERIODS = { hour: 48, day: 31, month: 12 } as const

const period = {
  scale: z.enum(SCALES).default('day').meta({ description: 'Length of the periods', example: 'day' }),
  device: filled(64)
    .optional()
    .meta({ description: 'Only this device: a MAC address, a WireGuard key, or an address', example: '192.168.2.6' }),
  group: filled(64).optional().meta({ description: 'Only the devices of this group', example: 'children' }),
  from: z.iso.datetime({ offset: true }).optional().meta({
    description: 'A moment of the first period; default: 48 hours, 31 days or 12 months',
    example: '2026-03-01T00:00:00Z',
  }),
  to: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'End of the last period; default: now', example: '2026-03-02T00:00:00Z' }),
}
const errors = { 400: 'An invalid scale or time', 404: 'No such device or group' }
const minutes = z.coerce
  .number()
  .int()
  .min(1)
  .max(90 * DAY_MINUTES)
  .default(DAY_MINUTES)
  .meta({ description: 'Length of the period in minutes, up to now', example: 60 })

export const usage = {
  read: get('/traffic_usage', {
    roles: ['viewer', 'parent'],
    tag,
    summary: 'Traffic by hour, day or month',
    description:
      'Hours are kept for a year, days and months for 13 months, also from before the address of a device changed. The ' +
      `present period ends now. At most ${MOST_PERIODS.hour} hours, ${MOST_PERIODS.day} days or ${MOST_PERIODS.month} ` +
      'months, the latest ones.',
    query: period,
    reply: TrafficUsage,
    errors,
  }),
  csv: get('/traffic_usage/csv', {
    roles: ['viewer'],
    tag,
    summary: 'Traffic by hour, day or month as CSV',
    description:
      'A line for each device and period with traffic: `Start,Device,Identity,LanIn,LanOut,WanIn,WanOut`. ' +
      '`curl -u admin -o traffic.csv "http://spr.local/traffic_usage/csv?scale=month"`',
    query: period,
    reply: z.string().meta({ contentMediaType: 'text/csv; charset=utf-8' }),
    errors,
  }),
  limits: get('/traffic_limits', {
    roles: ['viewer'],
    tag,
    summary: 'Monthly traffic limits',
    description: 'Internet traffic of this month by the clock of the router, received and sent together.',
    reply: z.array(LimitUse),
  }),
  setLimits: put('/traffic_limits', {
    tag,
    summary: 'Set monthly traffic limits',
    description:
      'Replaces all limits. Nothing is blocked: the event `traffic:limit` is published when a device or group has used 80 ' +
      'percent of its limit and when it has used all of it, once a month each.',
    body: z
      .array(TrafficLimit)
      .max(MOST_LIMITS)
      .meta({ example: [{ Device: '02:11:22:33:44:55', Group: '', Bytes: 50_000_000_000 }] }),
    reply: z.array(LimitUse),
    errors: {
      400: 'An invalid number of bytes, two limits for one device or group, or neither or both of the names',
      404: 'No such device or group',
    },
  }),
  insightsConfig: get('/traffic_insights/config', {
    roles: ['viewer'],
    tag,
    summary: 'Settings of destination networks',
    reply: InsightsConfig,
  }),
  setInsights: put('/traffic_insights/config', {
    tag,
    summary: 'Set whether destination networks are counted',
    description: 'Networks that are kept already stay until they are older than `RetentionDays`.',
    body: InsightsConfig,
    reply: InsightsConfig,
    errors: { 400: 'Enabled is not true or false, or RetentionDays is not 1 to 90' },
  }),
  overview: get('/traffic_insights/overview', {
    roles: ['viewer'],
    tag,
    summary: 'Traffic by country and network',
    description:
      'Internet traffic of all devices. A period of more than an hour begins with a whole hour. Bytes whose network is not ' +
      'known, also those before `RetentionDays`, are in network 0 without a country.',
    query: { minutes },
    reply: InsightsOverview,
    errors: { 400: 'Invalid minutes' },
  }),
  ofDevice: get('/traffic_insights/device/{ip}', {
    roles: ['viewer'],
    tag,
    summary: 'Destinations of a device',
    description:
      'Up to 60 minutes: by address. Longer periods: by network, with an empty `IP` and `Domain`. Empty lists for an address ' +
      'without traffic.',
    params: { ip: Ipv4Address.meta({ description: 'The address of a device', example: '192.168.2.6' }) },
    query: { minutes },
    reply: DeviceTraffic,
    errors: { 400: 'Not an IPv4 address, or invalid minutes' },
  }),
}
