import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { bytesOf } from '../../../parts/values/amount.ts'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { Controls } from './Controls.tsx'
import { slicesWithin, sumByAddress, sumOf } from './slice.ts'
import { TrafficAmounts } from './TrafficAmounts.tsx'
import { TrafficOverTime } from './TrafficOverTime.tsx'
import styles from './TrafficScreen.module.css'
import { useView, type Viewing } from './useView.ts'

const words = trafficTexts.devices

/** What goes through the router, now and over the last day, and whose it is. */
export function TrafficScreen() {
  usePageTitle(trafficTexts.title)
  const view = useView()
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <div>
          <h1>{trafficTexts.title}</h1>
          <Link to="/admin/traffic/history">{trafficTexts.history}</Link>
        </div>
        <Controls view={view} />
      </div>
      <TrafficOverTime view={view} name={trafficTexts.everybody} />
      <ByDevice view={view} />
    </div>
  )
}

/** How much each device had in the stretch that is shown, the largest first. */
function ByDevice({ view: { slices, span, isPending } }: { view: Viewing }) {
  const { entries = [] } = useEntries()
  const owners = new Map(entries.map((entry) => [entry.device.RecentIP, entry]))
  const shown = slicesWithin(slices, span)
  const { down, up } = sumOf(shown)
  const rows = [...sumByAddress(shown)]
    .sort(([, a], [, b]) => b.down + b.up - a.down - a.up)
    .map(([ip, amount]) => ({ key: ip, amount, label: <Owner ip={ip} entry={owners.get(ip)} /> }))
  return (
    <Section title={words.title} hint={words.sums(bytesOf(down), bytesOf(up))}>
      {isPending ? (
        <Skeleton height={200} />
      ) : rows.length > 0 ? (
        <TrafficAmounts heading={words.name} rows={rows} />
      ) : (
        <p className="quiet">{words.empty}</p>
      )}
    </Section>
  )
}

const Owner = ({ ip, entry }: { ip: string; entry: ShownDevice | undefined }) =>
  entry ? (
    <Link
      to="/admin/traffic/$identity"
      params={{ identity: entry.identity }}
      search={(view) => view}
      className={styles.owner}
      title={words.only(entry.name)}
    >
      {entry.name}
    </Link>
  ) : (
    <>
      <code>{ip}</code>
      <span className="quiet">{words.gone}</span>
    </>
  )
