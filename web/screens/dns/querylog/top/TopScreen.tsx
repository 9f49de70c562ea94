import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dnsLog } from '../../../../../router/model/dns/querylog/contract.ts'
import type { DnsTop } from '../../../../../router/model/dns/querylog/toplist.ts'
import { query } from '../../../../client/query.ts'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { countOf, shareOf } from '../../../../parts/values/amount.ts'
import { dnsTexts } from '../../../../texts/dns/dns.ts'
import { DeviceSelect } from '../../DeviceSelect.tsx'
import { useWho } from '../../useWho.ts'
import { CountBars } from './CountBars.tsx'
import styles from './TopScreen.module.css'

const { most: words } = dnsTexts
const LIMIT = 15
const LOOK_MS = 15_000
const SPANS = Object.entries(words.spans).map(([value, label]) => ({ value, label }))

/** The domains with the most queries and the most blocks, and the devices with the most queries. */
export function TopScreen() {
  const [hours, setHours] = useState('24')
  const [client, setClient] = useState<string>()
  const { data, error, refetch } = useQuery({
    ...query(dnsLog.top, { query: { hours: Number(hours), limit: LIMIT, client } }),
    refetchInterval: LOOK_MS,
  })
  return (
    <>
      <div className={styles.tools}>
        <SegmentedControl
          className={styles.spans}
          aria-label={words.hours}
          value={hours}
          onChange={setHours}
          data={SPANS}
        />
        <DeviceSelect label={dnsTexts.line.whose} value={client} onChange={setClient} />
      </div>
      {data ? (
        <Charts top={data} isAlone={client !== undefined} />
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={360} radius="lg" />
      )}
    </>
  )
}

function Charts({ top, isAlone }: { top: DnsTop; isAlone: boolean }) {
  const { nameOf } = useWho()
  const { TotalQueries, BlockedQueries, Domains, BlockedDomains, Clients } = top
  const byName = ({ Name, Count }: DnsTop['Domains'][number]) => ({
    key: Name,
    label: Name,
    count: Count,
    search: { words: Name },
  })
  return (
    <>
      <p className={styles.summary}>
        {words.summary(countOf(TotalQueries), countOf(BlockedQueries), shareOf(BlockedQueries, TotalQueries))}
      </p>
      <div className={styles.charts}>
        <CountBars title={words.names} bars={Domains.map(byName)} />
        <div className="stack">
          <CountBars title={words.blocked} bars={BlockedDomains.map(byName)} isAlarm />
          {!isAlone && (
            <CountBars
              title={words.clients}
              bars={Clients.map(({ IP, TotalQueries: count, BlockedQueries: blocked }) => ({
                key: IP,
                label: nameOf(IP),
                count,
                note: blocked > 0 ? words.ofThemBlocked(countOf(blocked)) : '',
                search: { client: IP },
              }))}
            />
          )}
        </div>
      </div>
      <p className={styles.note}>{words.note}</p>
    </>
  )
}
