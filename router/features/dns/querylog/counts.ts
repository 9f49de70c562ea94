import type { DnsClients, DnsCounts } from '../../../model/dns/querylog/toplist.ts'
import type { DnsLog } from './log.ts'

const HOUR_MS = 3600_000

/** The number of queries of one client, or of all, in each of the last `hours` hours, the present one last. */
export async function hourlyCounts(
  log: Pick<DnsLog, 'hours'>,
  now: number,
  hours: number,
  client: string | undefined,
): Promise<DnsCounts> {
  const last = Math.floor(now / HOUR_MS)
  const sums = Array.from({ length: hours }, (_, index) => ({
    Start: new Date((last - hours + 1 + index) * HOUR_MS).toISOString(),
    TotalQueries: 0,
    BlockedQueries: 0,
  }))
  for await (const { hour, client: of, total, blocked } of log.hours(last - hours + 1)) {
    const sum = sums[hour - (last - hours + 1)]
    if (!sum || (client !== undefined && of !== client)) continue
    sum.TotalQueries += total
    sum.BlockedQueries += blocked
  }
  return sums
}

/** The number of queries of each client in the last `hours` hours. */
export async function clientTotals(log: Pick<DnsLog, 'hours'>, now: number, hours: number): Promise<DnsClients> {
  const last = Math.floor(now / HOUR_MS)
  const sums = new Map<string, { TotalQueries: number; BlockedQueries: number }>()
  for await (const { client, total, blocked } of log.hours(last - hours + 1)) {
    const sum = sums.get(client) ?? { TotalQueries: 0, BlockedQueries: 0 }
    sums.set(client, sum)
    sum.TotalQueries += total
    sum.BlockedQueries += blocked
  }
  return [...sums].map(([IP, sum]) => ({ IP, ...sum })).sort((a, b) => b.TotalQueries - a.TotalQueries)
}
