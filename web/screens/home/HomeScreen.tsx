import { useDocumentTitle } from '@mantine/hooks'
import '@mantine/core/styles/Skeleton.css'
import { homeTexts } from '../../texts/home.ts'
import { texts } from '../../texts.ts'
import { Attention } from './Attention.tsx'
import { Blocked } from './Blocked.tsx'
import { Events } from './Events.tsx'
import { Figures } from './Figures.tsx'
import styles from './HomeScreen.module.css'
import { InternetCard } from './InternetCard.tsx'
import { TrafficNow } from './TrafficNow.tsx'

/** The home at a glance. Each part asks for itself, so that one that cannot be read leaves the others standing. */
export function HomeScreen() {
  useDocumentTitle(`${homeTexts.title} · ${texts.product}`)
  return (
    <div className={styles.page}>
      <h1>{homeTexts.title}</h1>
      <Attention />
      <InternetCard />
      <Figures />
      <TrafficNow />
      <div className={styles.pair}>
        <Events />
        <Blocked />
      </div>
    </div>
  )
}
