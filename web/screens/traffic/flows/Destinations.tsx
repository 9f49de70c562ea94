import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { traffic } from '../../../../router/model/traffic/flows/contract.ts'
import { type DeviceTraffic, restOf } from '../../../../router/model/traffic/flows/destinations.ts'
import { query } from '../../../client/query.ts'
import { Failed } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import { ago } from '../../home/devices/ago.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { destinationGroupsOf, GROUPINGS, type Grouping, sumsText } from './destinations.ts'
import { TopAmounts } from './TrafficAmounts.tsx'
import styles from './TrafficScreen.module.css'

const words = trafficTexts.destinations
const POLL_MS = 10_000
const CHOICES = GROUPINGS.map((value) => ({ value, label: words.groupings[value] }))

/** The destinations of a device within the last hour, by name, by network or by country. */
export function Destinations({ identity }: { identity: string }) {
  const { data, error, refetch } = useQuery({
    ...query(traffic.ofDevice, { params: { identity } }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  })
  return (
    <Section title={words.title} hint={data && sumsText(data)}>
      {data ? (
        data.Destinations.length > 0 ? (
          <Groups device={data} />
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

function Groups({ device }: { device: DeviceTraffic }) {
  const [grouping, setGrouping] = useState<Grouping>('name')
  const { entries = [] } = useEntries()
  const names = new Map(entries.map(({ device, name }) => [device.RecentIP, name]))
  const groups = destinationGroupsOf(device.Destinations, grouping, names)
  const { BytesIn, BytesOut } = restOf(device)
  const now = new Date()
  return (
    <>
      <SegmentedControl<Grouping> aria-label={words.by} data={CHOICES} value={grouping} onChange={setGrouping} />
      <TopAmounts
        heading={words.groupings[grouping]}
        rest={{ down: BytesIn, up: BytesOut }}
        rows={groups.map(({ key, name, code, seenAt, ...amount }) => ({
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
    </>
  )
}
