import { Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { lazyPart } from '../../../parts/navigation/lazyScreen.ts'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { HomeFigures } from './HomeFigures.tsx'
import styles from './HomeScreen.module.css'
import { InternetCard } from './InternetCard.tsx'
import { TrafficNow } from './TrafficNow.tsx'

// What appears late anyway, or further down, comes after the rest.
const Attention = lazyPart(() => import('./Attention.tsx'), 'Attention')
const Wifi = lazyPart(() => import('./WifiSection.tsx'), 'WifiSection')
const Events = lazyPart(() => import('./LatestEvents.tsx'), 'LatestEvents')
const Blocked = lazyPart(() => import('./MostBlockedDomains.tsx'), 'MostBlockedDomains')

/** Overview of the home. Where a request fails, the other parts are still shown. */
export function HomeScreen() {
  usePageTitle(homeTexts.title)
  // What needs attention moves the parts below, which are shown after it.
  const [isKnown, setKnown] = useState(false)
  return (
    <div className={styles.page}>
      <h1>{homeTexts.title}</h1>
      <InternetCard />
      <Suspense>
        <Attention onKnown={setKnown} />
      </Suspense>
      <div className={styles.rest} data-waiting={!isKnown || undefined}>
        <HomeFigures />
        <TrafficNow />
        <div className={styles.pair}>
          <Suspense fallback={<Skeleton height={320} radius="lg" />}>
            <Wifi />
            <Events />
            <Blocked />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
