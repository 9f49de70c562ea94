import styles from './StackedBars.module.css'

interface StackedBarsProps {
  /** Accessible name. */
  label: string
  /** Names of the lower and the upper part of each bar. */
  names: readonly [lower: string, upper: string]
  bars: readonly {
    readonly key: string
    readonly name: string
    readonly values: readonly [lower: number, upper: number]
    /** Shown while the pointer is over the bar. */
    readonly title: string
  }[]
  /** How the second part is colored. */
  upper?: 'series' | 'alarm'
}

/** Sums of periods as bars of two parts, the oldest first. The numbers belong into a table next to it. */
export function StackedBars({ label, names, bars, upper = 'series' }: StackedBarsProps) {
  const most = Math.max(1, ...bars.map(({ values: [a, b] }) => a + b))
  const height = (value: number) => ({ height: `${(100 * value) / most}%` })
  return (
    <div data-upper={upper} className={styles.chart}>
      <div className={styles.bars} role="img" aria-label={label}>
        {bars.map(({ key, title, values: [lower, above] }) => (
          <span key={key} className={styles.bar} title={title}>
            <span className={styles.upper} style={height(above)} />
            <span className={styles.lower} style={height(lower)} />
          </span>
        ))}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </div>
      <p className={styles.legend}>
        {names.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </p>
    </div>
  )
}
