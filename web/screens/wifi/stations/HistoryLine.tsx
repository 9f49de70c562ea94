import type { WifiSample } from '../../../../router/model/wifi/stations/station.ts'
import { stationTexts } from '../../../texts/wifi/stations.ts'
import styles from './HistoryLine.module.css'
import { rateChart, signalChart } from './history.ts'

const HOURS = 6
const CHARTS = {
  signal: { chartOf: signalChart, texts: stationTexts.device.signalChart },
  rate: { chartOf: rateChart, texts: stationTexts.device.rateChart },
}

/** The signal of a device, or its link rate, in the last hours. */
export function HistoryLine({ samples, shows }: { samples: readonly WifiSample[]; shows: keyof typeof CHARTS }) {
  const { chartOf, texts } = CHARTS[shows]
  const chart = chartOf(samples, Date.now() / 1000, HOURS * 3600)
  const range = chart && texts.range(chart.least, chart.most)
  return (
    <figure className={styles.figure}>
      {chart && range ? (
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={texts.label(range, HOURS)}>
          <path className={styles.line} d={chart.line} vectorEffect="non-scaling-stroke" />
        </svg>
      ) : (
        <svg aria-hidden="true" />
      )}
      <figcaption>
        <span>{texts.caption(HOURS)}</span>
        <span>{range ?? stationTexts.device.noChart}</span>
      </figcaption>
    </figure>
  )
}
