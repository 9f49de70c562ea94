import { z } from 'zod'
import { Place } from '../lookup/network.ts'
import type { Flow } from './flow.ts'

/** What a device has exchanged with one other address. */
export const DestinationTraffic = z
  .object({
    IP: z.string().meta({ description: 'The other address', example: '203.0.113.80' }),
    Domain: z.string().meta({
      description: 'By which name the device asked for it last; empty when it did not ask',
      example: 'www.example.org',
    }),
    ...Place.shape,
    BytesIn: z.number().int().meta({ description: 'What the device got from there' }),
    BytesOut: z.number().int().meta({ description: 'What it sent there' }),
    LastSeen: z.iso.datetime().meta({ description: 'When a packet was last seen' }),
  })
  .meta({ id: 'TrafficDestination' })
export type DestinationTraffic = z.infer<typeof DestinationTraffic>

/** The destinations of a device. */
export const DeviceTraffic = z
  .object({
    IP: z.string().meta({ description: 'Its address; empty while it has none', example: '192.168.2.6' }),
    Since: z.iso.datetime().meta({ description: 'When the period began that all counts are of: 55 to 60 minutes ago' }),
    BytesIn: z.number().int().meta({
      description:
        'Bytes received in that time; more than those of all destinations where connections were too short to be seen',
    }),
    BytesOut: z.number().int().meta({ description: 'Bytes sent in that time' }),
    Destinations: z.array(DestinationTraffic).meta({ description: 'The one with the most bytes first' }),
  })
  .meta({ id: 'DeviceTraffic' })
export type DeviceTraffic = z.infer<typeof DeviceTraffic>

/** The flows from and to an address. */
export const flowsOf = (flows: readonly Flow[], ip: string): Flow[] =>
  flows.filter(({ Src, Dst }) => Src === ip || Dst === ip)

/** An address's flows, both ways put together for each other end; `now` in milliseconds since 1970. */
export function destinationsOf(
  flows: readonly Flow[],
  ip: string,
  now: number,
  placeOf: (ip: string) => Place,
): DestinationTraffic[] {
  const all = new Map<string, DestinationTraffic>()
  for (const { Src, SrcDomain, Dst, DstDomain, Bytes, Timeout, Expires } of flowsOf(flows, ip)) {
    const [other, Domain] = Src === ip ? [Dst, DstDomain] : [Src, SrcDomain]
    const had = all.get(other) ?? { IP: other, Domain, ...placeOf(other), BytesIn: 0, BytesOut: 0, LastSeen: '' }
    const seen = new Date(now - (Timeout - Expires) * 1000).toISOString()
    all.set(other, {
      ...had,
      BytesIn: had.BytesIn + (Src === ip ? 0 : Bytes),
      BytesOut: had.BytesOut + (Src === ip ? Bytes : 0),
      LastSeen: seen > had.LastSeen ? seen : had.LastSeen,
    })
  }
  return [...all.values()].sort((a, b) => b.BytesIn + b.BytesOut - a.BytesIn - a.BytesOut)
}

/** What a device exchanged in connections that ended before anybody looked: the sums without those of its destinations. */
export function restOf({ BytesIn, BytesOut, Destinations }: DeviceTraffic): { BytesIn: number; BytesOut: number } {
  const sum = (of: 'BytesIn' | 'BytesOut'): number => Destinations.reduce((total, one) => total + one[of], 0)
  return { BytesIn: Math.max(0, BytesIn - sum('BytesIn')), BytesOut: Math.max(0, BytesOut - sum('BytesOut')) }
}
