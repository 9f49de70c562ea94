import { z } from 'zod'
import { CodedMessage } from '../../../values/codedmessage.ts'
import { ConnectionNote } from '../connection/connection.ts'
import { UplinkFault } from './fault.ts'

const time = z.int().nonnegative().meta({ description: 'Unix time in seconds', example: 1709287200 })
const link = z.string().meta({ description: 'The link, with the name in the kernel', example: 'wan0' })
const latency = z.number().meta({ description: 'Of the nearest target that answered; 0 for none', example: 8.4 })
const jitter = z.number().meta({ description: 'How much one latency differs from the next, on average', example: 0.6 })
const loss = z.number().meta({ description: 'Questions of the last rounds that nobody answered', example: 0 })

/** The state of an uplink, by its probes and its link. */
export const UplinkStatus = z
  .object({
    Iface: link,
    Up: z.boolean().meta({ description: 'It leads somewhere, as far as is known' }),
    Active: z.boolean().meta({ description: 'New connections leave over it' }),
    Gateway: z
      .string()
      .meta({ description: 'The provider’s router; empty while there is none', example: '203.0.113.1' }),
    State: z.string().meta({
      description: 'The connection of an uplink over wifi or PPPoE, in words; empty for a cable',
      example: 'connected to cafe',
    }),
    Connection: z
      .array(ConnectionNote)
      .readonly()
      .meta({ description: 'The same for programs', example: [{ Code: 'connected', Text: 'cafe' }] }),
    DNS: z.array(z.string()).meta({
      description: 'Resolvers that the provider offers. The router uses them only if `PUT /dnsSettings` names them',
      example: ['203.0.113.53'],
    }),
    LatencyMs: latency,
    JitterMs: jitter,
    LossPct: loss,
    WatchedSince: time.meta({ description: 'Unix time in seconds since which it has been probed; 0 while it is not' }),
    LastChange: time.meta({ description: 'Unix time in seconds when it last went up or down; 0 if never' }),
    TotalOutages: z.int().meta({ description: 'Of the last 90 days' }),
    Downtime24h: z.number().meta({ description: 'Seconds without it, of the last 24 hours' }),
  })
  .meta({ id: 'UplinkStatus' })
export type UplinkStatus = z.infer<typeof UplinkStatus>

/** Probes of an uplink: of one round, or of all rounds of a minute or an hour. */
export const Sample = z
  .object({
    Time: time.meta({ description: 'Unix time in seconds: of the round, or of the start of the minute or hour' }),
    LatencyMs: latency,
    JitterMs: jitter,
    LossPct: loss,
    Up: z.boolean().meta({ description: 'It was up during all of this time' }),
  })
  .meta({ id: 'UplinkSample' })
export type Sample = z.infer<typeof Sample>

/** A time without an uplink. */
export const Outage = z
  .object({
    Iface: link,
    Start: time,
    End: time.meta({ description: 'Unix time in seconds; 0 while the outage lasts' }),
    ...UplinkFault.shape,
  })
  .meta({ id: 'UplinkOutage' })
export type Outage = z.infer<typeof Outage>

/** How fast something was fetched over an uplink. */
export const SpeedTest = z
  .object({
    Iface: link,
    Time: time,
    DownMbps: z.number().meta({ description: 'Millions of bits a second', example: 93.2 }),
    Seconds: z.number().meta({ description: 'Length of the download in seconds' }),
    Bytes: z.int().meta({ description: 'Bytes downloaded' }),
    URL: z.string().meta({ description: 'The address that was downloaded' }),
    Error: z.string().optional().meta({ description: 'Why it ended before the end, or did not begin' }),
    Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values' }),
  })
  .meta({ id: 'UplinkSpeedTest' })
export type SpeedTest = z.infer<typeof SpeedTest>
