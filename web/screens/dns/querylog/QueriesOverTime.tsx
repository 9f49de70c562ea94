import { Button, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { ask } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { BarsTable } from '../../../parts/charts/BarsTable.tsx'
import { StackedBars } from '../../../parts/charts/StackedBars.tsx'
import { Failed } from '../../../parts/layout/Face.tsx'
import { notifyFailure } from '../../../parts/notices/showResult.tsx'
import { countOf } from '../../../parts/values/amount.ts'
import { useDownload } from '../../../parts/values/saveFile.ts'
import { dnsOverTimeTexts as words } from '../../../texts/dns/querylog.ts'
import { useWho } from '../useWho.ts'
import { queryBarsOf } from './bars.ts'
import type { logFiltersOf } from './filters.ts'
import styles from './QueriesOverTime.module.css'

const DAY_HOURS = 24
/** Devices below the chart of all. */
const MOST_DEVICES = 10

interface QueriesOverTimeProps {
  /** The address of one device; undefined for all. */
  client: string | undefined
  /** Filters of the list, which also apply to the files. */
  filters: ReturnType<typeof logFiltersOf>
  /** How many days the log goes back. */
  days: number | undefined
  /** The filters cannot match: their period ends before it begins. */
  isReversed: boolean
}

/** Queries and blocked queries by hour or day, in total and by device, loaded when opened, and the log as a file. */
export function QueriesOverTime({ client, filters, days = 7, isReversed }: QueriesOverTimeProps) {
  const [isOpen, setOpen] = useState(false)
  const [hours, setHours] = useState(DAY_HOURS)
  const counts = useQuery({
    ...query(dnsLog.counts, { query: { hours, ...(client !== undefined && { client }) } }),
    enabled: isOpen,
    staleTime: 0,
  })
  const data = counts.data ?? []
  const sum = (of: 'TotalQueries' | 'BlockedQueries') => data.reduce((count, hour) => count + hour[of], 0)
  const sums = words.sums(countOf(sum('TotalQueries')), countOf(sum('BlockedQueries')))
  const [csv, json] = [useDownload(), useDownload()]
  const onError = notifyFailure
  const bars = queryBarsOf(data)
  return (
    <details className={styles.over} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.title}</summary>
      <SegmentedControl
        aria-label={words.period}
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
        data={[
          { value: String(DAY_HOURS), label: words.lastDay },
          ...(days > 1 ? [{ value: String(DAY_HOURS * days), label: words.lastDays(days) }] : []),
        ]}
      />
      {counts.error && data.length === 0 && (
        <Failed title={words.failed} error={counts.error} onRetry={() => void counts.refetch()} />
      )}
      {counts.isLoading && <Skeleton height={240} radius="lg" mt="sm" aria-busy="true" />}
      {data.length > 0 && (
        <>
          <StackedBars
            label={`${words.title}. ${sums}`}
            names={[words.passed, words.blocked]}
            upper="alarm"
            bars={bars.map(({ key, name, total, blocked }) => ({
              ...{ key, name, values: [total - blocked, blocked] as const },
              title: `${name}: ${words.sums(countOf(total), countOf(blocked))}`,
            }))}
          />
          <p className="quiet">{sums}</p>
          <BarsTable
            label={words.title}
            headings={[words.time, words.total, words.passed, words.blocked]}
            rows={bars.map(({ key, name, total, blocked }) => ({
              ...{ key, name, values: [total, total - blocked, blocked].map((count) => countOf(count)) },
            }))}
          />
        </>
      )}
      {isOpen && client === undefined && <Devices hours={hours} />}
      <Group gap="xs" mt="sm">
        <Button
          variant="default"
          disabled={isReversed}
          loading={csv.isPending}
          onClick={() =>
            csv.mutate({ name: 'dns-log.csv', ask: () => ask(dnsLog.csv, { query: filters }) }, { onError })
          }
        >
          {words.csv}
        </Button>
        <Button
          variant="default"
          disabled={isReversed}
          loading={json.isPending}
          onClick={() =>
            json.mutate({ name: 'dns-log.json', ask: () => ask(dnsLog.json, { query: filters }) }, { onError })
          }
        >
          {words.json}
        </Button>
      </Group>
    </details>
  )
}

/** The devices with most queries, as bars. */
function Devices({ hours }: { hours: number }) {
  const {
    data = [],
    error,
    isLoading,
    refetch,
  } = useQuery({
    ...query(dnsLog.clients, { query: { hours } }),
    staleTime: 0,
  })
  const { nameOf } = useWho()
  const most = data[0]?.TotalQueries ?? 1
  if (error && data.length === 0)
    return <Failed title={words.devicesFailed} error={error} onRetry={() => void refetch()} />
  if (isLoading) return <Skeleton height={120} radius="lg" aria-busy="true" />
  if (data.length === 0) return null
  return (
    <section aria-label={words.devices}>
      <h2 className={styles.title}>{words.devices}</h2>
      <ul className={styles.devices}>
        {data.slice(0, MOST_DEVICES).map(({ IP, TotalQueries, BlockedQueries }) => (
          <li key={IP}>
            <span className={styles.who}>{nameOf(IP)}</span>
            <span className="quiet">{words.sums(countOf(TotalQueries), countOf(BlockedQueries))}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ width: `${(100 * (TotalQueries - BlockedQueries)) / most}%` }} />
              <span data-blocked style={{ width: `${(100 * BlockedQueries) / most}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
