import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dnsLog } from '../../../router/features/dnslog/contract.ts'
import { query } from '../../client/query.ts'
import { countOf } from '../../parts/amount.ts'
import { Failed } from '../../parts/Face.tsx'
import { Section } from '../../parts/Section.tsx'
import { homeTexts } from '../../texts/home.ts'
import styles from './List.module.css'
import { LAST_DAY } from './lastDay.ts'

const words = homeTexts.blocked

/** The names that were kept away most often. */
export function Blocked() {
  const { data, error, refetch } = useQuery(query(dnsLog.top, LAST_DAY))
  return (
    <Section title={words.title} {...(data?.BlockedDomains.length !== 0 && { hint: words.hint })}>
      {data ? (
        data.BlockedDomains.length > 0 ? (
          <ul className={styles.list}>
            {data.BlockedDomains.map(({ Name, Count }) => (
              <li key={Name} className={styles.item}>
                <span className={styles.what}>
                  <span className={styles.title} title={Name}>
                    {Name.replace(/\.$/, '')}
                  </span>
                </span>
                <span className={styles.when}>{words.times(countOf(Count))}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.empty}>{words.empty}</p>
        )
      ) : error ? (
        <Failed title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={200} />
      )}
    </Section>
  )
}
