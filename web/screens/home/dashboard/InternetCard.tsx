import { Skeleton } from '@mantine/core'
import { IconWorld, IconWorldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import type { UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import { query } from '../../../client/query.ts'
import { Failed } from '../../../parts/layout/Face.tsx'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { FaultReason } from './FaultReason.tsx'
import styles from './InternetCard.module.css'
import { type InternetState, internetOf, pastOf, timeWithDay } from './uplinks.ts'

const words = homeTexts.internet
const POLL_MS = 30_000

/** Whether the internet is there, and where not, why. */
export function InternetCard() {
  const status = useQuery({ ...query(wan.status), refetchInterval: POLL_MS })
  const outages = useQuery(query(wan.outages))
  if (status.error && !status.data)
    return <Failed title={words.unknown} error={status.error} onRetry={() => void status.refetch()} />
  if (!status.data || outages.isPending) return <Skeleton height={108} radius="lg" />
  const internet = internetOf(status.data, outages.data ?? [], status.dataUpdatedAt)
  const Icon = internet.state === 'down' || internet.state === 'none' ? IconWorldOff : IconWorld
  return (
    <section className={styles.card} data-state={internet.state} aria-label={words.title}>
      <span className={styles.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <div>
        <div className={styles.head}>
          <div role="status">
            <h2>{words[internet.state]}</h2>
          </div>
          <Link to="/admin/links" className={styles.more} aria-label={words.moreLabel}>
            {words.more}
          </Link>
        </div>
        <p className={styles.why}>
          {internet.outage && internet.state !== 'up' && (
            <FaultReason
              fault={{ kind: 'uplink', of: internet.outage }}
              as={(reason) => `${words.because(reason, internet.state === 'partly' ? internet.away : undefined)} `}
            />
          )}
          {whyOf(internet)}
        </p>
      </div>
      {status.data.length > 1 && <Links statuses={status.data} />}
    </section>
  )
}

function whyOf(internet: InternetState): string {
  const { state, since, latencyMs } = internet
  if (state === 'none') return words.noneHint
  const sentences =
    state === 'up'
      ? [latencyMs !== undefined && words.answers(latencyMs), pastOf(internet)]
      : [since && words.since(timeWithDay(since, new Date()))]
  return sentences.filter(Boolean).join(' ')
}

const Links = ({ statuses }: { statuses: readonly UplinkStatus[] }) => (
  <ul className={styles.links} aria-label={words.links}>
    {statuses.map(({ Iface, Up, Active }) => (
      <li key={Iface} data-up={Up}>
        <code>{Iface}</code> {words.link[!Up ? 'down' : Active ? 'active' : 'spare']}
      </li>
    ))}
  </ul>
)
