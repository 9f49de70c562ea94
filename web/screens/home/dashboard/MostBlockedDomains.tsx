import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { withoutDot } from '../../../../router/values/domain.ts'
import { query } from '../../../client/query.ts'
import { Failed } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import styles from './List.module.css'
import { LAST_DAY } from './useNamesAsked.ts'

const words = homeTexts.blocked

/** The names that were kept away most often. */
export function MostBlockedDomains() {
  const { data, error, refetch } = useQuery(query(dnsLog.top, LAST_DAY))
  return (
    <Section
      title={words.title}
      {...(data?.BlockedDomains.length !== 0 && { hint: words.hint })}
      note={
        <Link to="/admin/dns/top" className={styles.more} aria-label={words.moreLabel}>
          {words.more}
        </Link>
      }
    >
      {data ? (
        data.BlockedDomains.length > 0 ? (
          <ul className={styles.list}>
            {data.BlockedDomains.map(({ Name, Count }) => (
              <Row key={Name} name={withoutDot(Name)} count={Count} />
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

/** The domain links to the rules and lists that block it, and the devices it is blocked for. */
const Row = ({ name, count }: { name: string; count: number }) => (
  <li className={styles.item}>
    <span className={styles.what}>
      <Link to="/admin/dns/check" search={{ name }} className={styles.name}>
        {name}
      </Link>
    </span>
    <span className={styles.when}>{words.times(count)}</span>
  </li>
)
