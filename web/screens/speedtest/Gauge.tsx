import { rateOf } from '../../parts/amount.ts'
import { needleOf } from './meter.ts'
import styles from './Speed.module.css'

/** Half a circle, whose marks stand at 1 Mbit/s, 10, 100, 1 Gbit/s and 10. The number below says the same. */
export function Gauge({ rate, words }: { rate: number; words: string }) {
  return (
    <div className={styles.gauge}>
      <svg viewBox="0 0 200 112" aria-hidden="true">
        <path className={styles.scale} d={HALF} pathLength={100} />
        <path className={styles.needle} d={HALF} pathLength={100} strokeDasharray={`${needleOf(rate) * 100} 200`} />
      </svg>
      <div className={styles.reading}>
        <strong>{rateOf(rate)}</strong>
        <span>{words}</span>
      </div>
    </div>
  )
}

const HALF = 'M 12 100 A 88 88 0 0 1 188 100'
