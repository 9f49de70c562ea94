import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Chart } from '../../../parts/charts/Chart.tsx'
import { Failed } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { rateOf } from '../../../parts/values/amount.ts'
import { homeTexts } from '../../../texts/home/dashboard.ts'
import { joinedSlices, ratesOf, slicesWithin } from '../../traffic/flows/slice.ts'
import { LIVE_SECONDS, useLive } from '../../traffic/flows/useLive.ts'
import { useMinutes } from '../../traffic/flows/useMinutes.ts'
import styles from './List.module.css'

const words = homeTexts.now
const HEIGHT = 180

/** What goes to and from the internet now, and in the minutes before. */
export function TrafficNow() {
  const live = useLive('wan')
  const { data: minutes } = useMinutes('wan', LIVE_SECONDS / 60)
  const now = live.data?.newest.at ?? 0
  const { times, down, up } = useMemo(() => {
    const slices = joinedSlices(minutes?.slices ?? [], live.data?.slices ?? [])
    return ratesOf(slicesWithin(slices, { from: now - LIVE_SECONDS, to: now }))
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
  if (!live.data) return <Skeleton height={HEIGHT + 145} radius="lg" />
  return (
    <Section
      title={words.title}
      note={
        <Link to="/admin/traffic" className={styles.more}>
          {words.more}
        </Link>
      }
    >
      <Chart
        label={words.chart}
        times={times}
        lines={lines}
        format={rateOf}
        span={{ from: now - LIVE_SECONDS, to: now }}
        height={HEIGHT}
      />
    </Section>
  )
}
