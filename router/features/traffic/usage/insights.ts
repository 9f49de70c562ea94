import type { DestinationTraffic } from '../../../model/traffic/flows/destinations.ts'
import type { InsightsOverview } from '../../../model/traffic/usage/usage.ts'
import type { Ip } from '../../../values/ip.ts'
import type { NetworkBytes } from './packed.ts'

/** The bytes that a device exchanged with a network. */
export interface DeviceNetwork extends NetworkBytes {
  readonly ip: Ip
}

interface Sum {
  BytesIn: number
  BytesOut: number
}
const most = (a: Sum, b: Sum): number => b.BytesIn + b.BytesOut - a.BytesIn - a.BytesOut

/** The rows by key, each list with its sum, the largest first. */
function grouped<T>(
  rows: readonly DeviceNetwork[],
  keyOf: (row: DeviceNetwork) => string,
  shape: (rows: DeviceNetwork[], sum: Sum) => T & Sum,
): (T & Sum)[] {
  return [...Map.groupBy(rows, keyOf).values()].map((some) => shape(some, sumOf(some))).sort(most)
}

const sumOf = (rows: readonly DeviceNetwork[]): Sum => ({
  BytesIn: rows.reduce((sum, { down }) => sum + down, 0),
  BytesOut: rows.reduce((sum, { up }) => sum + up, 0),
})

const devicesOf = (rows: readonly DeviceNetwork[]) =>
  grouped(
    rows,
    ({ ip }) => ip,
    (some, sum) => ({ IP: some[0]!.ip, ...sum }),
  )

const networksOf = (rows: readonly DeviceNetwork[]): InsightsOverview['ASNs'] =>
  grouped(
    rows,
    ({ asn, country }) => `${asn} ${country}`,
    (some, sum) => {
      const { asn: ASN, name: Name, country: Country } = some[0]!
      return { ASN, Name, Country, ...sum, Devices: devicesOf(some) }
    },
  )

/** Internet traffic by country and by network. `start` and `end` in milliseconds since 1970. */
export function overviewOf(rows: readonly DeviceNetwork[], start: number, end: number): InsightsOverview {
  const { BytesIn: TotalIn, BytesOut: TotalOut } = sumOf(rows)
  return {
    Start: new Date(start).toISOString(),
    End: new Date(end).toISOString(),
    TotalIn,
    TotalOut,
    Countries: grouped(
      rows,
      ({ country }) => country,
      (some, sum) => ({
        Country: some[0]!.country,
        ...sum,
        Devices: devicesOf(some),
        ASNs: networksOf(some),
      }),
    ),
    ASNs: networksOf(rows),
    ContainerNets: [],
  }
}

/** The networks of a device as destinations, each with the last hour in which it was seen; `end` is now. */
export function destinationsByNetwork(
  hours: readonly { readonly start: number; readonly value: readonly NetworkBytes[] }[],
  end: number,
): DestinationTraffic[] {
  const found = new Map<string, DestinationTraffic>()
  for (const { start, value } of hours)
    for (const { asn: ASN, name: ASNName, country: Country, down, up } of value) {
      const key = `${ASN} ${Country}`
      const had = found.get(key)
      found.set(key, {
        IP: '',
        Domain: '',
        ...{ ASN, ASNName, Country },
        BytesIn: (had?.BytesIn ?? 0) + down,
        BytesOut: (had?.BytesOut ?? 0) + up,
        LastSeen: new Date(Math.min(start + 3600_000, end)).toISOString(),
      })
    }
  return [...found.values()].sort(most)
}
