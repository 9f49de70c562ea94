import { type DeviceTraffic, restOf } from '../../router/features/traffic/destinations.ts'
import { bytesOf } from './amount.ts'

interface Words {
  sums: (since: string, received: string, sent: string) => string
  rest: (received: string, sent: string) => string
}

/** What a device exchanged within the period that its destinations are of, and since when. */
export function sumsText({ Since, BytesIn, BytesOut }: DeviceTraffic, { sums }: Pick<Words, 'sums'>): string {
  const since = new Date(Since).toLocaleTimeString(undefined, { timeStyle: 'short' })
  return sums(since, bytesOf(BytesIn), bytesOf(BytesOut))
}

/** The part of it that belongs to no destination in the list; undefined when there is none. */
export function restText(traffic: DeviceTraffic, { rest }: Pick<Words, 'rest'>): string | undefined {
  const { BytesIn, BytesOut } = restOf(traffic)
  return BytesIn + BytesOut > 0 ? rest(bytesOf(BytesIn), bytesOf(BytesOut)) : undefined
}
