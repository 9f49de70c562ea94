import { z } from 'zod'
import { NetCount } from '../flows/counters.ts'
import { SCALES } from './calendar.ts'

const bytes = (description: string) => z.number().int().meta({ description })

const Sums = {
  BytesIn: bytes('Bytes received from there'),
  BytesOut: bytes('Bytes sent there'),
}

/** Traffic by hour, day or month. */
export const TrafficUsage = z
  .object({
    Scale: z.enum(SCALES).meta({ description: 'The length of the periods' }),
    Since: z.iso.datetime().meta({ description: 'The start of the first period', example: '2026-03-01T00:00:00.000Z' }),
    Until: z.iso.datetime().meta({ description: 'The end of the last period, or now' }),
    Zone: z
      .string()
      .meta({ description: 'The time zone of days and months: that of the router', example: 'Europe/Oslo' }),
    Periods: z
      .array(
        z.object({
          Start: z.iso.datetime().meta({ description: 'When the hour, day or month begins' }),
          ...NetCount.shape,
        }),
      )
      .meta({ description: 'The oldest first; periods without traffic have zeros' }),
    Devices: z
      .array(
        z.object({
          Identity: z.string().meta({
            description: 'MAC address or WireGuard key; empty for the sum of devices that do not exist any more',
            example: '02:00:00:00:00:06',
          }),
          Name: z.string().meta({ description: 'The name of the device; may be empty', example: 'laptop' }),
          IP: z.string().meta({ description: 'Its present address; may be empty', example: '192.168.2.6' }),
          ...NetCount.shape,
        }),
      )
      .meta({ description: 'The one with the most bytes first; devices without traffic are left out' }),
    Groups: z
      .array(
        z.object({
          Name: z.string().meta({ description: 'The name of the group', example: 'children' }),
          ...NetCount.shape,
        }),
      )
      .meta({ description: 'Sums of the devices that are in each group now' }),
    Networks: z
      .array(
        z.object({
          ASN: z.number().int().meta({ description: 'The number of the network; 0 for unknown and small ones' }),
          ASNName: z.string().meta({ description: 'Who runs it; may be empty', example: 'Cloudflare, Inc.' }),
          Country: z.string().meta({ description: 'Two letters of ISO 3166-1; may be empty', example: 'US' }),
          ...Sums,
        }),
      )
      .meta({
        description:
          'Networks of the internet, the one with the most bytes first. Their bytes add up to those of the periods: what ' +
          'belongs to no network is in network 0 without a country, such as short connections, and hours before ' +
          '`RetentionDays` of `/traffic_insights/config`.',
      }),
  })
  .meta({ id: 'TrafficUsage' })
export type TrafficUsage = z.infer<typeof TrafficUsage>

/** The largest limit: 1 PB. */
export const MOST_LIMIT = 1e15
export const MOST_LIMITS = 256

/** A monthly limit of internet traffic, received and sent together. */
export const TrafficLimit = z
  .object({
    Device: z.string().max(64).meta({
      description: 'MAC address or WireGuard key of the device; empty for a group',
      example: '02:00:00:00:00:06',
    }),
    Group: z.string().max(64).meta({ description: 'Name of the group; empty for a device', example: '' }),
    Bytes: z.number().int().min(1).max(MOST_LIMIT).meta({ description: 'Bytes in a month', example: 50_000_000_000 }),
  })
  .meta({ id: 'TrafficLimit' })
export type TrafficLimit = z.infer<typeof TrafficLimit>

export const LimitUse = TrafficLimit.extend({
  Name: z.string().meta({ description: 'The name of the device or group', example: 'laptop' }),
  Used: bytes('Bytes of this month so far'),
  Since: z.iso.datetime().meta({ description: 'When this month began' }),
}).meta({ id: 'TrafficLimitUse' })
export type LimitUse = z.infer<typeof LimitUse>

export const MOST_INSIGHTS_DAYS = 90

/** Whether destination networks are counted, and for how long they are kept by hour. */
export const InsightsConfig = z
  .strictObject({
    Enabled: z.boolean().meta({ description: 'Count traffic by destination network' }),
    RetentionDays: z
      .number()
      .int()
      .min(1)
      .max(MOST_INSIGHTS_DAYS)
      .meta({ description: 'Days for which networks are kept by hour', example: 7 }),
  })
  .meta({ id: 'TrafficInsightsConfig' })
export type InsightsConfig = z.infer<typeof InsightsConfig>

export const defaultInsights = (): InsightsConfig => ({ Enabled: true, RetentionDays: 7 })

const DeviceBytes = z.array(
  z.object({
    IP: z.string().meta({ description: 'The address of the device', example: '192.168.2.6' }),
    ...Sums,
  }),
)

const ByNetwork = z.object({
  ASN: z
    .number()
    .int()
    .meta({ description: 'The number of the network; 0 for unknown and small ones', example: 13335 }),
  Name: z.string().meta({ description: 'Who runs it; may be empty', example: 'Cloudflare, Inc.' }),
  Country: z.string().meta({ description: 'Two letters of ISO 3166-1; empty when it is not known', example: 'US' }),
  ...Sums,
  Devices: DeviceBytes.meta({ description: 'The one with the most bytes first' }),
})

export const InsightsOverview = z
  .object({
    Start: z.iso
      .datetime()
      .meta({ description: 'When the period begins: at the start of an hour if it is longer than one' }),
    End: z.iso.datetime().meta({ description: 'When it ends: now' }),
    TotalIn: bytes('Bytes received by all devices, which is the sum of `ASNs`'),
    TotalOut: bytes('Bytes sent by all devices, which is the sum of `ASNs`'),
    Countries: z
      .array(
        z.object({
          Country: z.string().meta({ description: 'Two letters of ISO 3166-1; empty when it is not known' }),
          ...Sums,
          Devices: DeviceBytes.meta({ description: 'The one with the most bytes first' }),
          ASNs: z.array(ByNetwork).meta({ description: 'Its networks' }),
        }),
      )
      .meta({ description: 'The one with the most bytes first' }),
    ASNs: z.array(ByNetwork).meta({ description: 'The one with the most bytes first' }),
    ContainerNets: z.array(z.string()).meta({ description: 'Networks of containers; empty' }),
  })
  .meta({ id: 'TrafficInsightsOverview' })
export type InsightsOverview = z.infer<typeof InsightsOverview>
