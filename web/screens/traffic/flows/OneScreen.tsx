import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { deviceTexts } from '../../../texts/home/device.ts'
import { trafficTexts } from '../../../texts/traffic/traffic.ts'
import { texts } from '../../../texts.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { Controls } from './Controls.tsx'
import { Destinations } from './Destinations.tsx'
import { TrafficOverTime } from './TrafficOverTime.tsx'
import styles from './TrafficScreen.module.css'
import { useView } from './useView.ts'

const words = trafficTexts.one

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
      {entry ? (
        <One key={identity} entry={entry} />
      ) : entries ? (
        <Face title={words.missing} hint={deviceTexts.missingHint} isAlone>
          <ButtonLink to="/admin/traffic" variant="default">
            {words.back}
          </ButtonLink>
        </Face>
      ) : (
        <LoadState title={texts.devices.failed} query={{ error, refetch }} isAlone height={360} radius="lg" />
      )}
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
