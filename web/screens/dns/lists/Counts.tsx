import { useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../../router/features/dnsblock/contract.ts'
import { query } from '../../../client/query.ts'
import { countOf, shareOf } from '../../../parts/values/amount.ts'
import { dnsTexts } from '../../../texts/dns.ts'
import styles from './Counts.module.css'

const LOOK_MS = 5000

/** Numbers of queries and of blocked ones. Omitted where they cannot be loaded. */
export function Counts() {
  const { data, error } = useQuery({ ...query(dnsBlock.metrics), refetchInterval: LOOK_MS })
  if (error) return null
  const blocked = data && `${countOf(data.BlockedQueries)} (${shareOf(data.BlockedQueries, data.TotalQueries)})`
  const counts = [
    [dnsTexts.counts.asked, data && countOf(data.TotalQueries)],
    [dnsTexts.counts.blocked, blocked],
    [dnsTexts.counts.names, data && countOf(data.BlockedDomains)],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count ?? dnsTexts.counts.unknown}</dd>
        </div>
      ))}
    </dl>
  )
}
