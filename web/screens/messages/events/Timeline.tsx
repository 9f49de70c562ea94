import { type PointerEvent, useState } from 'react'
import { countOf } from '../../../parts/values/amount.ts'
import { dayFormat, minuteFormat, secondFormat } from '../../../parts/values/time.ts'
import { eventTexts as words } from '../../../texts/messages/events.ts'
import styles from './Timeline.module.css'
import { type EventBar, TONES } from './timeline.ts'

interface TimelineProps {
  bars: readonly EventBar[]
  /** Called with the time of a pressed bar. */
  onPick: (bar: EventBar) => void
}

const HEIGHT = 72
const GAP = 0.2

/** The number of events over time, as bars in the colours of the events, and as a table. */
export function Timeline({ bars, onPick }: TimelineProps) {
  const [pointed, setPointed] = useState<EventBar>()
  const [isOpen, setOpen] = useState(false)
  const most = Math.max(1, ...bars.map(({ total }) => total))
  const sum = bars.reduce((total, bar) => total + bar.total, 0)
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return null
  const form = formOf(last.to - first.from)
  const at = (seconds: number) => form.format(new Date(seconds * 1000))
  const barAt = ({ clientX, currentTarget }: Pick<PointerEvent, 'clientX' | 'currentTarget'>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return bars[Math.floor(((clientX - left) / width) * bars.length)]
  }
  const shown = pointed
    ? { from: pointed.from, to: pointed.to, total: pointed.total }
    : { ...endsOf(first, last), total: sum }
  return (
    <figure className={styles.timeline}>
      <figcaption className={styles.caption}>
        <strong>{words.eventsCount(countOf(shown.total), shown.total)}</strong> {at(shown.from)} – {at(shown.to)}
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${bars.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words.picture(countOf(sum), at(first.from), at(last.to))}
        onPointerMove={(event) => setPointed(barAt(event))}
        onPointerLeave={() => setPointed(undefined)}
        onPointerUp={(event) => {
          const bar = barAt(event)
          if (bar && bar.total > 0) onPick(bar)
        }}
      >
        {bars.map((bar, index) => (
          <Stack key={bar.from} bar={bar} x={index} most={most} isPointed={bar.from === pointed?.from} />
        ))}
      </svg>
      <div className={styles.ends} aria-hidden>
        <span>{at(first.from)}</span>
        <span>{at(last.to)}</span>
      </div>
      <details className={styles.more} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{words.pictureTable}</summary>
        {isOpen && <Rows bars={bars} at={at} />}
      </details>
    </figure>
  )
}

const endsOf = ({ from }: EventBar, { to }: EventBar) => ({ from, to })

function Stack({ bar, x, most, isPointed }: { bar: EventBar; x: number; most: number; isPointed: boolean }) {
  let top = HEIGHT
  return (
    <g data-pointed={isPointed || undefined}>
      <rect className={styles.ground} x={x} y={0} width={1} height={HEIGHT} />
      {TONES.map((tone) => {
        const count = bar.counts[tone]
        if (count === 0) return null
        // A single event is visible next to any larger number.
        const height = Math.max(2, (count / most) * (HEIGHT - 8))
        top -= height
        return <rect key={tone} data-tone={tone} x={x + GAP / 2} y={Math.max(0, top)} width={1 - GAP} height={height} />
      })}
    </g>
  )
}

const Rows = ({ bars, at }: { bars: readonly EventBar[]; at: (seconds: number) => string }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{words.time}</th>
        <th scope="col">{words.total}</th>
      </tr>
    </thead>
    <tbody>
      {bars
        .filter(({ total }) => total > 0)
        .map(({ from, total }) => (
          <tr key={from}>
            <th scope="row">{at(from)}</th>
            <td>{countOf(total)}</td>
          </tr>
        ))}
    </tbody>
  </table>
)

/** Times as precise as the length of the picture, in seconds, needs. */
const formOf = (length: number) => (length > 86_400 ? dayFormat : length > 600 ? minuteFormat : secondFormat)
