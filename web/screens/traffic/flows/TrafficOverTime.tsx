import { Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { Chart } from '../../../parts/charts/Chart.tsx'
import { Failed } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { rateOf } from '../../../parts/values/amount.ts'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import { ratesOf } from './slice.ts'
import type { Viewing } from './useView.ts'
import { Zoom } from './Zoom.tsx'

const { chart, ranges, failed } = trafficTexts
const HEIGHT = 260

/** The traffic of one device, or of all, as a chart with zoom. */
export function TrafficOverTime({ view, ip, name }: { view: Viewing; ip?: string; name: string }) {
  const { slices, span, zoom, range, isPending, error, refetch } = view
  const { times, lines } = useMemo(() => {
    const { times, down, up } = ratesOf(slices, ip)
    return {
      times,
      lines: [
        { name: chart.down, values: down },
        { name: chart.up, values: up },
      ],
    }
  }, [slices, ip])
  return (
    <Section title={chart.title} hint={chart.hint} note={<Zoom view={view} />}>
      {error ? (
        <Failed title={failed} error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton height={HEIGHT + 64} />
      ) : (
        <Chart
          label={chart.label(name, ranges[range])}
          times={times}
          lines={lines}
          format={rateOf}
          span={span}
          height={HEIGHT}
          onZoom={zoom}
        />
      )}
    </Section>
  )
}
