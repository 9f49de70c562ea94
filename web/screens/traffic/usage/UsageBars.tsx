import type { Scale } from '../../../../router/model/traffic/usage/calendar.ts'
import type { TrafficUsage } from '../../../../router/model/traffic/usage/usage.ts'
import { StackedBars } from '../../../parts/charts/StackedBars.tsx'
import { bytesOf } from '../../../parts/values/amount.ts'
import { locale } from '../../../parts/values/locale.ts'
import { chartTexts } from '../../../texts/chart.ts'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import { historyTexts } from '../../../texts/traffic/usage.ts'
import { TrafficAmounts } from '../flows/TrafficAmounts.tsx'

const { chart } = historyTexts

const FORMATS = {
  hour: { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
} as const satisfies Record<Scale, Intl.DateTimeFormatOptions>

/** The start of a period in words, by the clock of the router. */
const periodName = (start: string, scale: Scale, zone: string): string =>
  new Intl.DateTimeFormat(locale, { ...FORMATS[scale], timeZone: zone }).format(new Date(start))

/** Bytes from and to the internet in each period, as bars and as a table. */
export function UsageBars({ usage: { Periods, Scale, Zone }, name }: { usage: TrafficUsage; name: string }) {
  const most = Math.max(1, ...Periods.map(({ WanIn, WanOut }) => WanIn + WanOut))
  const nameOf = (start: string): string => periodName(start, Scale, Zone)
  return (
    <>
      <StackedBars
        label={chart.label(name, bytesOf(most))}
        names={[trafficTexts.chart.down, trafficTexts.chart.up]}
        bars={Periods.map(({ Start, WanIn, WanOut }) => ({
          key: Start,
          name: nameOf(Start),
          values: [WanIn, WanOut],
          title: `${nameOf(Start)}: ${bytesOf(WanIn)}, ${bytesOf(WanOut)}`,
        }))}
      />
      <details>
        <summary>{chartTexts.table}</summary>
        <TrafficAmounts
          heading={chart.period}
          rows={[...Periods].reverse().map(({ Start, WanIn, WanOut }) => ({
            key: Start,
            label: <time dateTime={Start}>{nameOf(Start)}</time>,
            amount: { down: WanIn, up: WanOut },
          }))}
        />
      </details>
    </>
  )
}
