import { useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../../router/features/dnsblock/contract.ts'
import { query } from '../../../client/query.ts'
import { countOf, shareOf } from '../../../parts/amount.ts'
import { dnsTexts } from '../../../texts/dns.ts'
import styles from './Counts.module.css'

const LOOK_MS = 5000

/** How much is asked and withheld. Left out where it cannot be read: it decides nothing. */
export function Counts() {
  const { data } = useQuery({ ...query(dnsBlock.metrics), refetchInterval: LOOK_MS })
  if (!data) return null
  const { TotalQueries, BlockedQueries, BlockedDomains } = data
  const counts = [
    [dnsTexts.counts.asked, countOf(TotalQueries)],
    [dnsTexts.counts.withheld, `${countOf(BlockedQueries)} (${shareOf(BlockedQueries, TotalQueries)})`],
    [dnsTexts.counts.names, countOf(BlockedDomains)],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  )
}
