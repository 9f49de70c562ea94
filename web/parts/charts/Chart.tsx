import { Skeleton } from '@mantine/core'
import { Suspense, useState } from 'react'
import { chartTexts } from '../../texts/chart.ts'
import { WhenNear } from '../layout/WhenNear.tsx'
import { lazyPart } from '../navigation/lazyScreen.ts'
import { locale } from '../values/locale.ts'
import styles from './Chart.module.css'
import { type ChartLine, rowsOfChart, type Span, summaryOf } from './series.ts'

/** Loaded with its library when the first chart is near the visible part of the page. */
const Plot = lazyPart(() => import('./Plot.tsx'), 'Plot')

interface ChartProps {
  /** Accessible name, and caption of the table. */
  label: string
  /** Seconds since 1970, rising. */
  times: readonly number[]
  /** At most two, distinguished by stroke and color. */
  lines: readonly ChartLine[]
  /** A value with its unit. */
  format: (value: number) => string
  /** The visible period; all of `times` by default. */
  span?: Span
  height?: number
  /** Called with a selected period, and with undefined to reset. Without it, nothing can be selected. */
  onZoom?: (span: Span | undefined) => void
}

/** Values over time as a chart with a legend, and as a table. */
export function Chart({ label, times, lines, format, span, height = 220, onZoom }: ChartProps) {
  const [point, setPoint] = useState<number>()
  const [isOpen, setOpen] = useState(false)
  const at = point ?? times.length - 1
  const time = times[at]
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        {lines.map(({ name, values }, index) => (
          <span key={name} className={styles.entry} data-line={index}>
            {name} <strong>{format(values[at] ?? 0)}</strong>
          </span>
        ))}
        {point !== undefined && time !== undefined && (
          <time className={styles.time}>{new Date(time * 1000).toLocaleTimeString(locale)}</time>
        )}
      </figcaption>
      <div className={styles.plot} role="img" aria-label={`${label}. ${summaryOf(lines, format)}`}>
        <WhenNear placeholder={<Skeleton height={height} />}>
          <Suspense fallback={<Skeleton height={height} />}>
            <Plot
              times={times}
              lines={lines}
              format={format}
              height={height}
              onPoint={setPoint}
              {...(span && { span })}
              {...(onZoom && { onZoom })}
            />
          </Suspense>
        </WhenNear>
      </div>
      <details className={styles.table} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{chartTexts.table}</summary>
        {isOpen && <Rows label={label} times={times} lines={lines} format={format} />}
      </details>
    </figure>
  )
}

const Rows = ({ label, times, lines, format }: Pick<ChartProps, 'label' | 'times' | 'lines' | 'format'>) => (
  <table>
    <caption>{label}</caption>
    <thead>
      <tr>
        <th scope="col">{chartTexts.until}</th>
        {lines.map(({ name }) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rowsOfChart(times, lines).map(({ time, values }) => (
        <tr key={time}>
          <th scope="row">{new Date(time * 1000).toLocaleTimeString(locale)}</th>
          {values.map((value, index) => (
            <td key={lines[index]?.name}>{format(value)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
