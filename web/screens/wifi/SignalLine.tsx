import type { WifiSample } from '../../../router/features/stations/station.ts'
import { wifiTexts } from '../../texts/wifi.ts'
import { signalChart } from './history.ts'
import styles from './SignalLine.module.css'

const texts = wifiTexts.device
const HOURS = 6

/** The signal of a device in the last hours. */
export function SignalLine({ samples }: { samples: readonly WifiSample[] }) {
  const chart = signalChart(samples, Date.now() / 1000, HOURS * 3600)
  return (
    <figure className={styles.figure}>
      {chart ? (
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={texts.chart(chart.least, chart.most, HOURS)}
        >
          <path className={styles.line} d={chart.line} vectorEffect="non-scaling-stroke" />
        </svg>
      ) : (
        <svg aria-hidden="true" />
      )}
      <figcaption>
        <span>{texts.hours(HOURS)}</span>
        <span>{chart ? texts.range(chart.least, chart.most) : texts.noChart}</span>
      </figcaption>
    </figure>
  )
}
