import type { Scale } from '../../../../router/features/usage/calendar.ts'
import type { TrafficUsage } from '../../../../router/features/usage/usage.ts'
import { bytesOf } from '../../../parts/values/amount.ts'
import { trafficTexts } from '../../../texts/traffic.ts'
import { historyTexts } from '../../../texts/traffichistory.ts'
import { Amounts } from '../Amounts.tsx'
import styles from './Bars.module.css'

const { chart } = historyTexts

const FORMATS = {
  hour: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<Scale, Intl.DateTimeFormatOptions>

/** The start of a period in words, by the clock of the router. */
export const periodName = (start: string, scale: Scale, zone: string): string =>
  new Intl.DateTimeFormat(undefined, { ...FORMATS[scale], timeZone: zone }).format(new Date(start))

/** Bytes from and to the internet in each period, as bars and as a table. */
export function Bars({ usage: { Periods, Scale, Zone }, name }: { usage: TrafficUsage; name: string }) {
  const most = Math.max(1, ...Periods.map(({ WanIn, WanOut }) => WanIn + WanOut))
  const first = Periods[0]
  const last = Periods.at(-1)
  const nameOf = (start: string): string => periodName(start, Scale, Zone)
  return (
    <>
      <div className={styles.bars} role="img" aria-label={chart.label(name, bytesOf(most))}>
        {Periods.map(({ Start, WanIn, WanOut }) => (
          <span key={Start} className={styles.bar} title={`${nameOf(Start)}: ${bytesOf(WanIn)}, ${bytesOf(WanOut)}`}>
            <span className={styles.up} style={{ height: `${(100 * WanOut) / most}%` }} />
            <span className={styles.down} style={{ height: `${(100 * WanIn) / most}%` }} />
          </span>
        ))}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{first && nameOf(first.Start)}</span>
        <span>{last && nameOf(last.Start)}</span>
      </div>
      <p className={styles.legend}>
        <span>{trafficTexts.chart.down}</span>
        <span>{trafficTexts.chart.up}</span>
      </p>
      <details>
        <summary>{chart.table}</summary>
        <Amounts
          heading={chart.period}
          rows={[...Periods].reverse().map(({ Start, WanIn, WanOut }) => ({
            key: Start,
            label: <time dateTime={Start}>{nameOf(Start)}</time>,
            amount: { down: WanIn, up: WanOut },
          }))}
        />
      </details>
    </>
  )
}
