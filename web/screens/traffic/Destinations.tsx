import { SegmentedControl, Skeleton } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import '@mantine/core/styles/Skeleton.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { traffic } from '../../../router/features/traffic/contract.ts'
import type { DeviceTraffic } from '../../../router/features/traffic/destinations.ts'
import { query } from '../../client/query.ts'
import { Failed } from '../../parts/Face.tsx'
import { Section } from '../../parts/Section.tsx'
import { restText, sumsText } from '../../parts/trafficsums.ts'
import { trafficTexts } from '../../texts/traffic.ts'
import { ago } from '../devices/seen.ts'
import { useEntries } from '../devices/useEntries.ts'
import { Amounts } from './Amounts.tsx'
import styles from './Destinations.module.css'
import { partiesOf, type Way } from './destinations.ts'

const words = trafficTexts.destinations
const POLL_MS = 60_000
const MOST_SHOWN = 50
const WAYS = (['name', 'network', 'country'] as const).map((value) => ({ value, label: words.ways[value] }))

/** With whom a device talks, by name, by network or by country. */
export function Destinations({ identity }: { identity: string }) {
  const { data, error, refetch } = useQuery({
    ...query(traffic.ofDevice, { params: { identity } }),
    refetchInterval: POLL_MS,
  })
  return (
    <Section title={words.title} hint={data && sumsText(data, words)}>
      {data ? (
        data.Destinations.length > 0 ? (
          <Parties device={data} />
        ) : (
          <p className={styles.quiet}>{words.empty}</p>
        )
      ) : error ? (
        <Failed title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={200} />
      )}
    </Section>
  )
}

function Parties({ device }: { device: DeviceTraffic }) {
  const [way, setWay] = useState<Way>('name')
  const { entries = [] } = useEntries()
  const names = new Map(entries.map(({ device, name }) => [device.RecentIP, name]))
  const parties = partiesOf(device.Destinations, way, names)
  const rest = restText(device, words)
  const now = new Date()
  return (
    <>
      <SegmentedControl<Way> aria-label={words.by} data={WAYS} value={way} onChange={setWay} />
      <Amounts
        heading={words.ways[way]}
        rows={parties.slice(0, MOST_SHOWN).map(({ key, name, code, seenAt, ...amount }) => ({
          key,
          amount,
          label: (
            <>
              <span className={styles.name} title={name}>
                {name}
              </span>
              <span className={styles.quiet}>
                {code && <code>{code}</code>} <time dateTime={seenAt.toISOString()}>{ago(seenAt, now)}</time>
              </span>
            </>
          ),
        }))}
      />
      {parties.length > MOST_SHOWN && <p className={styles.quiet}>{words.more(parties.length - MOST_SHOWN)}</p>}
      {rest && <p className={styles.quiet}>{rest}</p>}
    </>
  )
}
