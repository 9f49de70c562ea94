import { z } from 'zod'
import { Place } from '../lookup/network.ts'
import type { Flow } from './flow.ts'

/** What a device has exchanged with one other address. */
export const Destination = z
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
export type Destination = z.infer<typeof Destination>

/** With whom a device talks. */
export const DeviceTraffic = z
  .object({
    IP: z.string().meta({ description: 'Its address; empty while it has none', example: '192.168.2.6' }),
    BytesIn: z.number().int().meta({ description: 'Bytes received from all destinations' }),
    BytesOut: z.number().int().meta({ description: 'Bytes sent to all destinations' }),
    Destinations: z.array(Destination).meta({ description: 'The one with the most bytes first' }),
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
): DeviceTraffic {
  const all = new Map<string, Destination>()
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
  const Destinations = [...all.values()].sort((a, b) => b.BytesIn + b.BytesOut - a.BytesIn - a.BytesOut)
  const sum = (of: (one: Destination) => number): number => Destinations.reduce((total, one) => total + of(one), 0)
  return { IP: ip, BytesIn: sum(({ BytesIn }) => BytesIn), BytesOut: sum(({ BytesOut }) => BytesOut), Destinations }
}
