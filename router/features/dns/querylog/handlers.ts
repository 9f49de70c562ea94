import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import type { dnsLog } from '../../../model/dns/querylog/contract.ts'
import { type DnsLogSettings, ignoredName, MOST_IGNORED, privateIps } from '../../../model/dns/querylog/settings.ts'
import type { DnsClients, DnsCounts } from '../../../model/dns/querylog/toplist.ts'
import { ByteStream, type Handlers } from '../../../model/operation.ts'
import { demandUnchanged } from '../../../model/sentback.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Position } from '../../../store/querylog/querylog.ts'
import { withoutDot } from '../../../values/domain.ts'
import { csvOf, jsonOf } from './csv.ts'
import { openFilters } from './filters.ts'
import type { DnsLog } from './log.ts'

export function dnsLogHandlers(
  { facts, change, clock }: Pick<Core, 'facts' | 'change' | 'clock'>,
  log: Pick<DnsLog, 'records' | 'page' | 'all' | 'hours' | 'forget' | 'clear' | 'top'>,
): Handlers<typeof dnsLog> {
  const revise = async (revised: (settings: DnsLogSettings) => Partial<DnsLogSettings>): Promise<DnsLogSettings> => {
    await change((draft) => {
      const settings = draft.setting('dnsLog')
      draft.set('dnsLog', { ...settings, ...revised(settings) })
    })
    return facts.setting('dnsLog')
  }

  const filterOf = openFilters(facts)
  const nameOf = (ip: string): string => facts.devices.by('RecentIP', ip)?.Name ?? ''

  return {
    config: () => facts.setting('dnsLog'),
    configure: ({ body }) => {
      const now = facts.setting('dnsLog')
      demandUnchanged(now, body, ['HostPrivacyIPList'], 'PUT /plugins/dns/log/host_privacy_list')
      demandUnchanged(now, body, ['DomainIgnoreList'], 'PUT /plugins/dns/log/domain_ignore/{domain}')
      const { StoreLocalMemory, RetentionDays = now.RetentionDays, MaxMegabytes = now.MaxMegabytes } = body
      return revise(() => ({ StoreLocalMemory, RetentionDays, MaxMegabytes }))
    },

    privacy: () => facts.setting('dnsLog').HostPrivacyIPList,
    async setPrivacy({ body }) {
      const HostPrivacyIPList = privateIps(body)
      return (await revise(() => ({ HostPrivacyIPList }))).HostPrivacyIPList
    },

    ignored: () => facts.setting('dnsLog').DomainIgnoreList,
    async ignore({ params }) {
      const name = ignoredName(params.domain)
      const { DomainIgnoreList } = await revise(({ DomainIgnoreList: before }) => {
        if (before.some((one) => withoutDot(one) === withoutDot(name)))
          throw new Invalid(phrase('dns.domainAlreadyIgnored', name))
        if (before.length >= MOST_IGNORED) throw new Invalid(phrase('dns.namesFull', MOST_IGNORED))
        return { DomainIgnoreList: [...before, name] }
      })
      return DomainIgnoreList
    },
    async unignore({ params }) {
      const name = withoutDot(ignoredName(params.domain))
      const { DomainIgnoreList } = await revise(({ DomainIgnoreList: before }) => {
        const after = before.filter((one) => withoutDot(one) !== name)
        if (after.length === before.length)
          throw new NotFound(phrase('dns.domainNotIgnored', JSON.stringify(params.domain)))
        return { DomainIgnoreList: after }
      })
      return DomainIgnoreList
    },

    async history({ params, query }) {
      if (!facts.setting('dnsLog').StoreLocalMemory) throw new Invalid(phrase('dns.queryLogOff'))
      const records = await log.records(params.ip, query.limit)
      if (records.length === 0) throw new NotFound(phrase('dns.noStoredQueries', params.ip))
      return records
    },
    forget: ({ params }) => log.forget(params.ip),
    clear: () => log.clear(),
    async queries({ query: { limit, before, ...query } }) {
      const { records, next } = await log.page({ filter: filterOf(query), limit, before: positionOf(before) })
      return { Queries: records, ...(next && { Next: `${next.segment}.${next.row}` }) }
    },
    csv: ({ query }) => new ByteStream(csvOf(log.all(filterOf(query)), nameOf)),
    json: ({ query }) => jsonOf(log.all(filterOf(query))),
    counts: ({ query: { hours, client } }) => hourlyCounts(log, clock.now(), hours, client),
    clients: ({ query: { hours } }) => clientTotals(log, clock.now(), hours),
    top: ({ query }) => log.top.read({ ...query, client: query.client }),
  }
}

function positionOf(text: string | undefined): Position | undefined {
  if (text === undefined) return undefined
  const [segment, row] = text.split('.').map(Number)
  return { segment: segment!, row: row! }
}

const HOUR_MS = 3600_000

/** The number of queries of one client, or of all, in each of the last `hours` hours, the present one last. */
async function hourlyCounts(
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
async function clientTotals(log: Pick<DnsLog, 'hours'>, now: number, hours: number): Promise<DnsClients> {
  const last = Math.floor(now / HOUR_MS)
  const sums = new Map<string, { TotalQueries: number; BlockedQueries: number }>()
  for await (const { client, total, blocked } of log.hours(last - hours + 1)) {
    const sum = sums.getOrInsertComputed(client, () => ({ TotalQueries: 0, BlockedQueries: 0 }))
    sum.TotalQueries += total
    sum.BlockedQueries += blocked
  }
  return [...sums].map(([IP, sum]) => ({ IP, ...sum })).sort((a, b) => b.TotalQueries - a.TotalQueries)
}
