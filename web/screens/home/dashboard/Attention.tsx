import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { dns } from '../../../../router/model/dns/resolvers/contract.ts'
import { remoteBackup } from '../../../../router/model/machine/backup/remote/contract.ts'
import { health } from '../../../../router/model/machine/health/contract.ts'
import { system } from '../../../../router/model/machine/system/contract.ts'
import { time } from '../../../../router/model/machine/time/contract.ts'
import { tunnels } from '../../../../router/model/vpn/tunnels/contract.ts'
import { radioState } from '../../../../router/model/wifi/radiostate/contract.ts'
import { may } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { lazyPart } from '../../../parts/navigation/lazyScreen.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { useUnread } from '../../messages/alerts/useUnread.ts'
import { useEntries } from '../devices/useEntries.ts'
import { useUnclassified } from '../devices/useUnclassified.ts'
import styles from './Attention.module.css'
import {
  brokenTunnels,
  type Concern,
  driftConcerns,
  failedBackup,
  failedLists,
  failedRadios,
  newDevices,
  paused,
  unhealthy,
  unread,
  unresolved,
  wrongClock,
} from './attention.ts'
import { FaultReason } from './FaultReason.tsx'
import notice from './Notice.module.css'

// Comes with the schemas of rules, for which the rest does not wait.
const WithoutInternet = lazyPart(() => import('../schedules/WithoutInternet.tsx'), 'WithoutInternet')

const words = homeTexts.attention
const POLL_MS = 30_000

/**
 * Faults and news that an owner should look at; nothing if there are none. Below, links to devices without internet and to those of an
 * unknown kind. `onKnown` is called with true once all but the former has been read.
 */
export function Attention({ onKnown }: { onKnown: (isKnown: boolean) => void }) {
  const { concerns, isKnown } = useConcerns()
  const unclassified = useUnclassified()
  const isAllKnown = isKnown && !unclassified.isPending
  useEffect(() => {
    if (isAllKnown) onKnown(true)
  }, [onKnown, isAllKnown])
  return (
    <>
      <div role="status" className={styles.place}>
        {concerns.length > 0 && (
          <section aria-label={words.title} className={styles.card}>
            <h2>{words.title}</h2>
            <ul>
              {concerns.map((concern) => (
                <Item key={concern.key} concern={concern} />
              ))}
            </ul>
          </section>
        )}
      </div>
      <Suspense>
        <WithoutInternet />
      </Suspense>
      <Unclassified count={unclassified.data?.size ?? 0} />
    </>
  )
}

function useConcerns(): { concerns: readonly Concern[]; isKnown: boolean } {
  const { entries, error } = useEntries()
  // Failures send an event; their end does not always.
  const lists = useQuery({ ...query(dnsBlock.status), refetchInterval: POLL_MS })
  const drift = useQuery({ ...query(system.drift), refetchInterval: POLL_MS })
  const filter = useQuery({ ...query(dnsBlock.config), refetchInterval: POLL_MS })
  const resolver = useQuery({ ...query(dns.getDnsHealth), refetchInterval: POLL_MS })
  const features = useQuery(query(system.features))
  const hasWifi = features.data?.includes('wifi') ?? false
  const radios = useQuery({ ...query(radioState.radios), enabled: hasWifi, refetchInterval: POLL_MS })
  const outgoing = useQuery({ ...query(tunnels.list), refetchInterval: POLL_MS })
  const machine = useQuery({ ...query(health.now), refetchInterval: POLL_MS })
  const backups = useQuery({
    ...query(remoteBackup.config),
    enabled: may(remoteBackup.config),
    refetchInterval: POLL_MS,
  })
  const clock = useQuery(query(time.now))
  const alerts = useUnread()
  const isRead = [lists, drift, filter, resolver, features, outgoing, machine, clock].every(
    ({ isPending }) => !isPending,
  )
  const concerns = [
    ...(resolver.data ? unresolved(resolver.data) : []),
    ...(machine.data ? unhealthy(machine.data) : []),
    ...(backups.data ? failedBackup(backups.data.Status) : []),
    ...failedRadios(radios.data ?? []),
    ...brokenTunnels(outgoing.data ?? []),
    ...unread(alerts ?? 0),
    ...newDevices(entries ?? []),
    ...driftConcerns(drift.data ?? []),
    ...failedLists(lists.data ?? []),
    ...paused(filter.data?.Pauses ?? [], Date.now()),
    ...(machine.data && clock.data ? wrongClock(machine.data, clock.data.unix, clock.dataUpdatedAt / 1000) : []),
  ]
  const isKnown =
    isRead &&
    !radios.isLoading &&
    !backups.isLoading &&
    (entries !== undefined || error !== null) &&
    alerts !== undefined
  return { concerns, isKnown }
}

function Hint({ of: hint }: { of: Concern['hint'] }) {
  if (typeof hint === 'string') return hint
  if (!('within' in hint)) return <FaultReason fault={hint} />
  return <TranslatedMessage of={hint.message} coded={hint.coded} within={hint.within} />
}

const Item = ({ concern: { title, hint, look } }: { concern: Concern }) => (
  <li>
    <Link {...look} className={styles.item}>
      <IconAlertTriangle size={20} stroke={1.6} className={styles.icon} aria-hidden />
      <span className={styles.words}>
        <strong>{title}</strong>
        <span className={styles.hint}>
          <Hint of={hint} />
        </span>
      </span>
      <IconChevronRight size={20} stroke={1.6} className={styles.on} aria-hidden />
    </Link>
  </li>
)

/** A link to the devices of an unknown kind; nothing without any. */
const Unclassified = ({ count }: { count: number }) =>
  count > 0 && (
    <Link to="/admin/devices" search={{ is: 'unclassified' }} className={notice.link}>
      {homeTexts.unclassified(count)}
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </Link>
  )
