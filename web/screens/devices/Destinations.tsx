import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useState } from 'react'
import type { DeviceTraffic } from '../../../router/features/traffic/destinations.ts'
import { bytesOf } from '../../parts/amount.ts'
import { Section } from '../../parts/Section.tsx'
import { restText, sumsText } from '../../parts/trafficsums.ts'
import { deviceTexts } from '../../texts/device.ts'
import { type Exchange, exchangesBy, GROUPINGS, type Grouping } from './destinations.ts'
import { ago } from './seen.ts'
import styles from './Traffic.module.css'

const words = deviceTexts.traffic
const AT_ONCE = 12
const regions = new Intl.DisplayNames(undefined, { type: 'region' })

interface DestinationsProps {
  traffic: DeviceTraffic
  nameAt: (ip: string) => string | undefined
}

/** What was exchanged with each place, network or country, with bars to compare them by. */
export function Destinations({ traffic, nameAt }: DestinationsProps) {
  const [grouping, setGrouping] = useState<Grouping>('address')
  const [isWhole, setWhole] = useState(false)
  const exchanges = exchangesBy(grouping, traffic.Destinations, {
    deviceAt: nameAt,
    home: words.home,
    unknown: words.unknown,
    country: (code) => regions.of(code) ?? code,
  })
  const rest = restText(traffic, words)
  const most = Math.max(1, ...exchanges.map(({ received, sent }) => received + sent))
  const shown = isWhole ? exchanges : exchanges.slice(0, AT_ONCE)
  return (
    <Section title={words.title} hint={sumsText(traffic, words)}>
      <SegmentedControl
        aria-label={words.by}
        value={grouping}
        onChange={setGrouping}
        data={GROUPINGS.map((value) => ({ value, label: words.bys[value] }))}
      />
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.bys[grouping]}</th>
            <th scope="col">{words.received}</th>
            <th scope="col">{words.sent}</th>
            <th scope="col" className={styles.spare}>
              {words.lastSeen}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((exchange) => (
            <Row key={exchange.key} exchange={exchange} most={most} />
          ))}
        </tbody>
      </table>
      {shown.length < exchanges.length && (
        <Button variant="default" mt="sm" onClick={() => setWhole(true)}>
          {words.more(exchanges.length)}
        </Button>
      )}
      {rest && <p className={styles.hint}>{rest}</p>}
    </Section>
  )
}

const Row = ({ exchange: { name, detail, received, sent, lastSeen }, most }: { exchange: Exchange; most: number }) => (
  <tr>
    <th scope="row">
      <span className={styles.name}>{name}</span> {detail && <code className={styles.detail}>{detail}</code>}
      <progress className={styles.bar} value={received + sent} max={most} aria-hidden />
    </th>
    <td>{bytesOf(received)}</td>
    <td>{bytesOf(sent)}</td>
    <td className={styles.spare}>
      <time dateTime={lastSeen}>{ago(new Date(lastSeen), new Date())}</time>
    </td>
  </tr>
)
