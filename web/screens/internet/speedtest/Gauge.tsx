import { needleOf, TICKS, tickAt } from './meter.ts'
import styles from './Speed.module.css'

interface GaugeProps {
  /** Bits per second. */
  rate: number
  /** The value in the middle and the line below it, equivalent to the needle. */
  reading: string
  words: string
}

/** Half a circle, on whose scale each step is ten times the one before. */
export const Gauge = ({ rate, reading, words }: GaugeProps) => (
  <div className={styles.gauge}>
    <svg viewBox="-18 -14 236 128" aria-hidden="true">
      <path className={styles.scale} d={HALF} pathLength={100} />
      <path className={styles.needle} d={HALF} pathLength={100} strokeDasharray={`${needleOf(rate) * 100} 200`} />
      {TICKS.map(({ megabits, label }) => {
        const { x, y } = tickAt(megabits)
        return (
          <text key={label} className={styles.tick} x={x} y={y}>
            {label}
          </text>
        )
      })}
    </svg>
    <div className={styles.reading}>
      <strong>{reading}</strong>
      <span>{words}</span>
    </div>
  </div>
)

const HALF = 'M 12 100 A 88 88 0 0 1 188 100'
