import type { Ip } from '../../../values/ip.ts'
import type { Counter } from '../../../wire/nft-counters.ts'
import type { Counts } from './change.ts'
import type { CounterName } from './counters.ts'

/** After a day without a packet a counter is no news any more. */
const FORGET_AFTER_MS = 24 * 3600_000

/** The last value of a counter, and the time of its last change. Milliseconds since 1970. */
export interface Reading {
  readonly packets: number
  readonly bytes: number
  readonly changedAt: number
}

/** The readings of one of the kernel's sets, by address. */
export type Readings = ReadonlyMap<Ip, Reading>

/** Readings out of the kernel's counters, given what they were before. A counter that has not changed keeps its reading. */
export function observe(counters: ReadonlyMap<Ip, Counter>, before: Readings, now: number): Readings {
  const readings = new Map<Ip, Reading>()
  for (const [ip, { packets, bytes }] of counters) {
    const had = before.get(ip)
    if (had?.packets !== packets) readings.set(ip, { packets, bytes, changedAt: now })
    else readings.set(ip, had.bytes === bytes ? had : { packets, bytes, changedAt: had.changedAt })
  }
  return readings
}

/** Whether a counter is listed: it is not zero and has changed recently. */
export const isNews = ({ packets, changedAt }: Reading, now: number): boolean =>
  packets > 0 && now - changedAt < FORGET_AFTER_MS

/** The bytes of each address in all four directions; without those that never sent or received. */
export function totals(readings: ReadonlyMap<CounterName, Readings>): Map<Ip, Counts> {
  const bytes = (name: CounterName, ip: Ip): number => readings.get(name)?.get(ip)?.bytes ?? 0
  const all = new Map<Ip, Counts>()
  for (const set of readings.values())
    for (const [ip, { packets }] of set)
      if (packets > 0 && !all.has(ip))
        all.set(ip, [
          bytes('incoming_traffic_lan', ip),
          bytes('outgoing_traffic_lan', ip),
          bytes('incoming_traffic_wan', ip),
          bytes('outgoing_traffic_wan', ip),
        ])
  return all
}
