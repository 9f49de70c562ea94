import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { FoundOne } from '../../../parts/layout/OnePage.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { deviceTexts } from '../../../texts/home/devices/device.ts'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import { texts } from '../../../texts.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { Controls } from './Controls.tsx'
import { Destinations } from './Destinations.tsx'
import { TrafficOverTime } from './TrafficOverTime.tsx'
import styles from './TrafficScreen.module.css'
import { useView } from './useView.ts'

const words = trafficTexts.one
const WORDS = { ...words, missingHint: deviceTexts.missingHint, failed: texts.devices.failed }

/** The traffic of one device: amounts and destinations. */
export function OneScreen() {
  const { identity } = useParams({ from: '/admin/traffic/$identity' })
  const { entries, error, refetch } = useEntries()
  const entry = entries?.find((one) => one.identity === identity)
  usePageTitle(entry?.name ?? trafficTexts.title)
  return (
    <div className={styles.page}>
      <Link to="/admin/traffic" search={(view) => view} className={styles.back}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden />
        {words.back}
      </Link>
      <FoundOne list="/admin/traffic" words={WORDS} query={{ data: entries, error, refetch }} height={360}>
        {entry ? <One key={identity} entry={entry} /> : null}
      </FoundOne>
    </div>
  )
}

function One({ entry: { identity, name, device } }: { entry: ShownDevice }) {
  const view = useView()
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{name}</h1>
          <Link to="/admin/devices/$identity" params={{ identity }}>
            {words.page}
          </Link>
          {' · '}
          <Link to="/admin/traffic/history" search={{ device: identity }}>
            {trafficTexts.history}
          </Link>
        </div>
        <Controls view={view} />
      </div>
      <TrafficOverTime view={view} ip={device.RecentIP} name={name} />
      <Destinations identity={identity} />
    </>
  )
}
