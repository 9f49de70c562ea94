import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { health } from '../../../../router/model/machine/health/contract.ts'
import { query } from '../../../client/query.ts'
import { Chart } from '../../../parts/charts/Chart.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { shareOf } from '../../../parts/values/amount.ts'
import { machineHealthTexts } from '../../../texts/machine/health.ts'

const words = machineHealthTexts.history
const POLL_MS = 60_000
const HEIGHT = 160
const asPercent = (value: number): string => shareOf(value, 100)

/** Load, memory and temperature of the last day. */
export function HealthHistory() {
  const { data, error, refetch } = useQuery({ ...query(health.history), refetchInterval: POLL_MS })
  const charts = useMemo(() => {
    const points = data ?? []
    return {
      times: points.map(({ Time }) => Time),
      use: [
        { name: words.cpu, values: points.map(({ BusyPercent }) => BusyPercent) },
        { name: words.memory, values: points.map(({ MemoryPercent }) => MemoryPercent) },
      ],
      hottest: points.some(({ Celsius }) => Celsius !== null)
        ? [{ name: words.hottest, values: points.map(({ Celsius }) => Celsius ?? 0) }]
        : undefined,
    }
  }, [data])
  return (
    <Section title={words.title} hint={words.hint}>
      {data && data.length < 2 ? (
        <p>{words.empty}</p>
      ) : data ? (
        <>
          <Chart label={words.use} times={charts.times} lines={charts.use} format={asPercent} height={HEIGHT} />
          {charts.hottest && (
            <Chart
              label={words.temperature}
              times={charts.times}
              lines={charts.hottest}
              format={machineHealthTexts.now.celsius}
              height={HEIGHT}
            />
          )}
        </>
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={HEIGHT} />
      )}
    </Section>
  )
}
