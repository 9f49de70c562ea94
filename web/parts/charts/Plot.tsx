import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import uPlot from 'uplot'
import { minuteFormat, secondFormat } from '../values/time.ts'
import 'uplot/dist/uPlot.min.css'
import type { ChartLine, Span } from './series.ts'

interface PlotProps {
  times: readonly number[]
  lines: readonly ChartLine[]
  format: (value: number) => string
  span?: Span
  height: number
  /** Index in `times` under the pointer; undefined for none. */
  onPoint: (index: number | undefined) => void
  onZoom?: (span: Span | undefined) => void
}

/** The font size of axis labels. */
const LETTER_PIXELS = 7.2
/** Narrower selections are accidental. */
const LEAST_PIXELS = 8
/** The second line is dashed, so that lines differ by more than color. */
const DASHES = [[], [6, 4]]

/** The canvas of a chart. Its values are in the legend and the table. */
export function Plot({ times, lines, format, span, height, onPoint, onZoom }: PlotProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<uPlot>(null)
  const scheme = useComputedColorScheme('light')

  const spanNow = useEffectEvent((): [number, number] => [span?.from ?? times[0] ?? 0, span?.to ?? times.at(-1) ?? 1])
  const words = useEffectEvent((values: number[]) => values.map((value) => format(value)))
  const point = useEffectEvent((index: number | null | undefined) => onPoint(index ?? undefined))
  const zoom = useEffectEvent((marked: Span | undefined) => onZoom?.(marked))
  const data = useEffectEvent((): uPlot.AlignedData => [[...times], ...lines.map(({ values }) => [...values])])

  const count = lines.length
  const canZoom = onZoom !== undefined
  useEffect(() => {
    const root = box.current
    if (!root) return
    const whole = () => {
      zoom(undefined)
      return null
    }
    const colour = (name: string) => getComputedStyle(root).getPropertyValue(name)
    const plot = new uPlot(
      {
        width: root.clientWidth,
        height,
        legend: { show: false },
        cursor: {
          y: false,
          drag: { x: canZoom, y: false, setScale: false },
          bind: { dblclick: () => whole },
        },
        scales: {
          x: { time: true, range: () => spanNow() },
          y: { range: (_, __, most) => [0, Math.max(most ?? 0, 1000) * 1.08] },
        },
        axes: [
          {
            stroke: () => colour('--quiet'),
            grid: { show: false },
            ticks: { stroke: () => colour('--line') },
            values: (_, splits, __, ___, seconds) => splits.map((at) => timeOf(at, seconds)),
            space: 60,
            size: 30,
          },
          {
            stroke: () => colour('--quiet'),
            grid: { stroke: () => colour('--line'), width: 1 },
            ticks: { show: false },
            values: (_, splits) => words(splits),
            // As wide as its longest label.
            size: (_, values) => 12 + LETTER_PIXELS * Math.max(0, ...(values ?? []).map(({ length }) => length)),
            space: 40,
          },
        ],
        series: [
          {},
          ...Array.from(
            { length: count },
            (_, index): uPlot.Series => ({
              stroke: () => colour(`--series-${index + 1}`),
              ...(index === 0 && { fill: () => `${colour('--series-1')}22` }),
              width: 1.75,
              dash: DASHES[index] ?? [],
              points: { show: false },
            }),
          ),
        ],
        hooks: {
          setCursor: [({ cursor }) => point(cursor.idx)],
          setSelect: [
            (self) => {
              const { left, width } = self.select
              if (width < LEAST_PIXELS) return
              zoom({ from: self.posToVal(left, 'x'), to: self.posToVal(left + width, 'x') })
              self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
            },
          ],
        },
      },
      data(),
      root,
    )
    drawn.current = plot
    const watcher = new ResizeObserver(() => plot.setSize({ width: root.clientWidth, height }))
    watcher.observe(root)
    return () => {
      watcher.disconnect()
      plot.destroy()
      drawn.current = null
    }
  }, [count, height, canZoom])

  // Setting data also updates axes and colors.
  // biome-ignore lint/correctness/useExhaustiveDependencies: dependencies of the drawing itself
  useEffect(() => drawn.current?.setData(data()), [times, lines, scheme, span?.from, span?.to])

  return <div ref={box} />
}

const timeOf = (seconds: number, step: number): string =>
  (step < 60 ? secondFormat : minuteFormat).format(new Date(seconds * 1000))
