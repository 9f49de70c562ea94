import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { rateOf } from '../../parts/amount.ts'
import { Chart } from '../../parts/Chart.tsx'
import { Failed } from '../../parts/Face.tsx'
import { Section } from '../../parts/Section.tsx'
import { homeTexts } from '../../texts/home.ts'
import { joined, ratesOf, within } from '../traffic/slice.ts'
import { LIVE_SECONDS, useLive } from '../traffic/useLive.ts'
import { useMinutes } from '../traffic/useMinutes.ts'
import styles from './TrafficNow.module.css'

const words = homeTexts.now

/** What goes to and from the internet now, and in the minutes before. */
export function TrafficNow() {
  const live = useLive('wan')
  const { data: minutes } = useMinutes('wan')
  const now = live.data?.newest.at ?? 0
  const { times, down, up } = useMemo(() => {
    const slices = joined(minutes?.slices ?? [], live.data?.slices ?? [])
    return ratesOf(within(slices, { from: now - LIVE_SECONDS, to: now }))
  }, [minutes, live.data, now])
  const lines = useMemo(
    () => [
      { name: words.down, values: down },
      { name: words.up, values: up },
    ],
    [down, up],
  )
  if (live.error && !live.data)
    return <Failed title={words.failed} error={live.error} onRetry={() => void live.refetch()} />
  const isMeasured = (live.data?.slices.length ?? 0) > 0
  return (
    <Section title={words.title}>
      <dl className={styles.rates}>
        <Rate name={words.down} icon={<IconArrowDown size={18} stroke={2} aria-hidden />}>
          {isMeasured ? rateOf(down.at(-1) ?? 0) : words.waiting}
        </Rate>
        <Rate name={words.up} icon={<IconArrowUp size={18} stroke={2} aria-hidden />}>
          {isMeasured ? rateOf(up.at(-1) ?? 0) : words.waiting}
        </Rate>
      </dl>
      <Chart
        label={words.chart}
        times={times}
        lines={lines}
        format={rateOf}
        span={{ from: now - LIVE_SECONDS, to: now }}
        height={180}
      />
    </Section>
  )
}

const Rate = ({ name, icon, children }: { name: string; icon: ReactNode; children: string }) => (
  <div className={styles.rate}>
    <dt>
      {icon} {name}
    </dt>
    <dd>{children}</dd>
  </div>
)
