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
    IP: z.string().meta({ example: '192.168.2.6' }),
    Domain: z.string().meta({ description: 'The name of the device; empty when it has none', example: 'laptop.lan' }),
    Packets: z.number().int(),
    Bytes: z.number().int(),
  })
  .meta({ id: 'TrafficElement' })
export type TrafficElement = z.infer<typeof TrafficElement>

/** Cumulative bytes of one device. */
export const NetCount = z
  .object({ LanIn: z.number().int(), LanOut: z.number().int(), WanIn: z.number().int(), WanOut: z.number().int() })
  .meta({ id: 'NetCount' })
export type NetCount = z.infer<typeof NetCount>
