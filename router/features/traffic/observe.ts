import { z } from 'zod'
import type { CounterName, NetCount } from './counters.ts'

/** After a day without a packet a counter is no news any more. */
const FORGET_AFTER_MS = 24 * 3600_000

/** A counter as it was last read, and since when it has stood still. Milliseconds since 1970. */
export interface Reading {
  readonly packets: number
  readonly bytes: number
  readonly changedAt: number
}

/** The readings of one of the kernel's sets, by address. */
export type Readings = ReadonlyMap<string, Reading>

const Listing = z.object({
  nftables: z.array(z.object({ set: z.object({ elem: z.array(z.unknown()).optional() }).optional() })),
})
const Element = z.object({
  elem: z.object({ val: z.string(), counter: z.object({ packets: z.number(), bytes: z.number() }) }),
})

/** The readings in nftables' listing of a set with counters, told what they were before. */
export function observe(listing: unknown, before: Readings, now: number): Readings {
  const elements = Listing.parse(listing).nftables.flatMap(({ set }) => set?.elem ?? [])
  return new Map(
    elements.map((element) => {
      const { val, counter } = Element.parse(element).elem
      const had = before.get(val)
      return [val, { ...counter, changedAt: had?.packets === counter.packets ? had.changedAt : now }]
    }),
  )
}

/** Whether a counter has anything to tell. */
export const isNews = ({ packets, changedAt }: Reading, now: number): boolean =>
  packets > 0 && now - changedAt < FORGET_AFTER_MS

/** The bytes of each device in all four directions; without those that have nothing to tell in any. */
export function totals(readings: ReadonlyMap<CounterName, Readings>, now: number): Map<string, NetCount> {
  const bytes = (name: CounterName, ip: string): number => readings.get(name)?.get(ip)?.bytes ?? 0
  const talking = [...readings.values()].flatMap((set) =>
    [...set].filter(([, reading]) => isNews(reading, now)).map(([ip]) => ip),
  )
  return new Map(
    [...new Set(talking)].map((ip) => [
      ip,
      {
        LanIn: bytes('incoming_traffic_lan', ip),
        LanOut: bytes('outgoing_traffic_lan', ip),
        WanIn: bytes('incoming_traffic_wan', ip),
        WanOut: bytes('outgoing_traffic_wan', ip),
      },
    ]),
  )
}
