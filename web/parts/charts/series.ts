import { chartTexts } from '../../texts/chart.ts'

/** A period, in seconds since 1970. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** One value for each time of a chart; null where there is none. */
export interface ChartLine {
  readonly name: string
  readonly values: readonly (number | null)[]
}

/** The text alternative of a chart for screen readers. */
export function summaryOf(lines: readonly ChartLine[], format: (value: number) => string): string {
  const sentences = lines.flatMap(({ name, values }) => {
    const known = values.filter((value) => value !== null)
    if (known.length === 0) return []
    const most = known.reduce((a, b) => Math.max(a, b))
    return [chartTexts.most(name, format(most), format(meanOf(known)))]
  })
  return sentences.join(' ') || chartTexts.nothing
}

/** A row of the table: the mean of each line since the previous row. */
export interface ChartRow {
  readonly time: number
  readonly values: readonly number[]
}

const MOST_ROWS = 24

/** The values of a chart as a table with a limited number of rows. */
export function rowsOfChart(times: readonly number[], lines: readonly ChartLine[], most = MOST_ROWS): ChartRow[] {
  const step = Math.max(1, Math.ceil(times.length / most))
  const rows = Math.ceil(times.length / step)
  return Array.from({ length: rows }, (_, row) => {
    const [first, end] = [row * step, Math.min((row + 1) * step, times.length)]
    return {
      time: times[end - 1] ?? 0,
      values: lines.map(({ values }) => meanOf(values.slice(first, end).filter((value) => value !== null))),
    }
  })
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
