import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dnsLog } from '../../../../router/features/dnslog/contract.ts'
import { ask } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { StackedBars } from '../../../parts/charts/StackedBars.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { notifyFailure } from '../../../parts/shell/notify.tsx'
import { countOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { saveFile } from '../../../parts/values/saveFile.ts'
import { dnsOverTimeTexts as words } from '../../../texts/dnsovertime.ts'
import styles from './OverTime.module.css'

const hourName = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' })

interface OverTimeProps {
  /** The address of one device; undefined for all. */
  client: string | undefined
  /** Filters of the list, which also apply to the file. */
  name: string | undefined
  isBlocked: boolean
}

/** Queries and blocked queries by hour, loaded when opened, and the log as a file. */
export function OverTime({ client, name, isBlocked }: OverTimeProps) {
  const [isOpen, setOpen] = useState(false)
  const { data = [], error } = useQuery({
    ...query(dnsLog.counts, { query: client === undefined ? {} : { client } }),
    enabled: isOpen,
    staleTime: 0,
  })
  const sum = (of: 'TotalQueries' | 'BlockedQueries') => data.reduce((count, hour) => count + hour[of], 0)
  const sums = words.sums(countOf(sum('TotalQueries')), countOf(sum('BlockedQueries')))
  const wanted = {
    ...(client !== undefined && { client }),
    ...(name && { name }),
    ...(isBlocked && { result: 'BLOCKED' as const }),
  }
  const saveCsv = async () => saveFile(await (await ask(dnsLog.csv, { query: wanted })).blob(), 'dns-log.csv')
  return (
    <details className={styles.over} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.title}</summary>
      <SaveError error={error} />
      {data.length > 0 && (
        <>
          <StackedBars
            label={`${words.title}. ${sums}`}
            names={[words.passed, words.blocked]}
            upper="alarm"
            bars={data.map(({ Start, TotalQueries, BlockedQueries }) => {
              const hour = hourName.format(new Date(Start))
              return {
                key: Start,
                name: hour,
                values: [TotalQueries - BlockedQueries, BlockedQueries],
                title: `${hour}: ${words.sums(countOf(TotalQueries), countOf(BlockedQueries))}`,
              }
            })}
          />
          <p className={styles.note}>{sums}</p>
        </>
      )}
      <Button variant="default" onClick={() => void saveCsv().catch(notifyFailure)}>
        {words.csv}
      </Button>
    </details>
  )
}
