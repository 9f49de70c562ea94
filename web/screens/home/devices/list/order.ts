import { ipToNumber, isIp } from '../../../../../router/values/ip.ts'
import { byName } from '../../../../parts/lists/natural.ts'
import { seenAt } from '../ago.ts'
import { isConnected, type ShownDevice } from '../entry.ts'
import type { DayTraffic } from './dayTraffic.ts'
import type { Order } from './searchParams.ts'

/** The devices in this order. Unknown values come last; equal ones keep their order. */
export function devicesInOrder(
  entries: readonly ShownDevice[],
  order: Order,
  trafficOf: (ip: string) => DayTraffic | undefined,
): readonly ShownDevice[] {
  if (order === 'status') return entries
  if (order === 'name') return entries.toSorted((a, b) => byName(a.name, b.name))
  const rank = {
    seen: (entry: ShownDevice) =>
      isConnected(entry) ? Number.NEGATIVE_INFINITY : -(seenAt(entry.device.DHCPLastTime)?.getTime() ?? 0),
    traffic: ({ device }: ShownDevice) => {
      const { received, sent } = trafficOf(device.RecentIP) ?? { received: 0, sent: 0 }
      return -received - sent
    },
    address: ({ device }: ShownDevice) =>
      isIp(device.RecentIP) ? ipToNumber(device.RecentIP) : Number.POSITIVE_INFINITY,
  }[order]
  const ranks = new Map(entries.map((entry) => [entry, rank(entry)]))
  return entries.toSorted((a, b) => compare(ranks.get(a) ?? 0, ranks.get(b) ?? 0))
}

/** Not by difference: the difference of two infinities is NaN. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)
