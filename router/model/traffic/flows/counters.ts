import { z } from 'zod'

/** The kernel's counters, one for each device. Directions are the device's: outgoing_wan is device to internet. */
export const COUNTERS = [
  'incoming_traffic_lan',
  'outgoing_traffic_lan',
  'incoming_traffic_wan',
  'outgoing_traffic_wan',
] as const
export const CounterName = z.enum(COUNTERS)
export type CounterName = z.infer<typeof CounterName>

/** All that was sent or received at an address, in one direction, since the device got it. */
export const TrafficElement = z
  .object({
    IP: z.string().meta({ description: 'The address of the device', example: '192.168.2.6' }),
    Domain: z.string().meta({ description: 'The name of the device; empty when it has none', example: 'laptop.lan' }),
    Packets: z.number().int().meta({ description: 'Number of packets' }),
    Bytes: z.number().int().meta({ description: 'Number of bytes' }),
  })
  .meta({ id: 'TrafficElement' })
export type TrafficElement = z.infer<typeof TrafficElement>

/** Cumulative bytes of one device. */
export const NetCount = z
  .object({
    LanIn: z.number().int().meta({ description: 'Bytes received from the household' }),
    LanOut: z.number().int().meta({ description: 'Bytes sent to the household' }),
    WanIn: z.number().int().meta({ description: 'Bytes received from the internet' }),
    WanOut: z.number().int().meta({ description: 'Bytes sent to the internet' }),
  })
  .meta({ id: 'NetCount' })
export type NetCount = z.infer<typeof NetCount>

/** A day of minutes: how far back the history goes. */
export const TRAFFIC_HISTORY_MINUTES = 1440

/** Bytes of each device within a period. */
export const TrafficTotals = z
  .object({
    Since: z.iso.datetime().meta({ description: 'When the period began', example: '2026-03-01T10:00:00.000Z' }),
    Totals: z.record(z.string(), NetCount).meta({ description: 'By address; devices without traffic are left out' }),
  })
  .meta({ id: 'TrafficTotals' })
export type TrafficTotals = z.infer<typeof TrafficTotals>
