import { Skeleton } from '@mantine/core'
import { IconMinus, IconPencil, IconPlus, IconWorld, IconWorldOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { audit } from '../../../../router/model/access/audit/contract.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { query } from '../../../client/query.ts'
import { Failed } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { ago } from '../devices/ago.ts'
import { FaultReason } from './FaultReason.tsx'
import { type Happened, latest } from './happened.ts'
import styles from './List.module.css'

const words = homeTexts.events
const MOST = 6
/** More than are shown: some are passed over. */
const ASKED = 30
const POLL_MS = 30_000
const ICONS = { added: IconPlus, changed: IconPencil, removed: IconMinus, down: IconWorldOff, back: IconWorld }

/** The latest changes, by any user or the router, and outages. */
export function LatestEvents() {
  const changes = useQuery({ ...query(audit.list, { query: { limit: ASKED } }), refetchInterval: POLL_MS })
  const outages = useQuery(query(wan.outages))
  return (
    <Section
      title={words.title}
      note={
        <Link to="/admin/logs" search={{ view: 'changes' }} className={styles.more} aria-label={words.moreLabel}>
          {words.more}
        </Link>
      }
    >
      {changes.data && !outages.isPending ? (
        <EventList events={latest(changes.data, outages.data ?? [], MOST)} />
      ) : changes.error ? (
        <Failed title={words.failed} error={changes.error} onRetry={() => void changes.refetch()} />
      ) : (
        <Skeleton height={240} mt="sm" />
      )}
    </Section>
  )
}

function EventList({ events }: { events: readonly Happened[] }) {
  const now = new Date()
  if (events.length === 0) return <p className={styles.empty}>{words.empty}</p>
  return (
    <ul className={styles.list}>
      {events.map(({ key, kind, at, title, note, fault }) => {
        const Icon = ICONS[kind]
        return (
          <li key={key} className={styles.item} data-kind={kind}>
            <Icon size={18} stroke={1.6} className={styles.icon} aria-hidden />
            <span className={styles.what}>
              <span className={styles.title}>{title}</span>
              <span className={styles.note}>{fault ? <FaultReason fault={fault} /> : note}</span>
            </span>
            <time className={styles.when} dateTime={at.toISOString()} title={at.toLocaleString(locale)}>
              {ago(at, now)}
            </time>
          </li>
        )
      })}
    </ul>
  )
}
