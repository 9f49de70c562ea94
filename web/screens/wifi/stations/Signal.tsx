import { IconWifi, IconWifi0, IconWifi1, IconWifi2 } from '@tabler/icons-react'
import { stationTexts } from '../../../texts/wifi/stations.ts'
import styles from './Signal.module.css'

const texts = stationTexts.stations
const ICONS = { great: IconWifi, good: IconWifi2, fair: IconWifi1, weak: IconWifi0 } as const

/** A signal in dBm, with its strength in words and as arcs. */
export function Signal({ dbm }: { dbm: number | null }) {
  if (dbm === null) return <span className={styles.signal}>{texts.unknownSignal}</span>
  const strength = strengthOf(dbm)
  const Icon = ICONS[strength]
  return (
    <span className={styles.signal} data-strength={strength}>
      <span className={styles.icon}>
        <IconWifi size={18} stroke={1.8} aria-hidden />
        <Icon size={18} stroke={1.8} aria-hidden />
      </span>
      {texts.signals[strength]} <span className={styles.dbm}>{texts.signal(dbm)}</span>
    </span>
  )
}

/** How good a signal is. Below -75 dBm connections become unreliable. */
type Strength = 'great' | 'good' | 'fair' | 'weak'

function strengthOf(dbm: number): Strength {
  if (dbm >= -55) return 'great'
  if (dbm >= -67) return 'good'
  return dbm >= -75 ? 'fair' : 'weak'
}
