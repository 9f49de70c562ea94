import { Button, SegmentedControl } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { Scale } from '../../../../router/model/traffic/usage/calendar.ts'
import { usage } from '../../../../router/model/traffic/usage/contract.ts'
import type { TrafficUsage } from '../../../../router/model/traffic/usage/usage.ts'
import { ask } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { OneOrAll } from '../../../parts/lists/FilterBar.tsx'
import { notifyFailure } from '../../../parts/notices/showResult.tsx'
import { bytesOf } from '../../../parts/values/amount.ts'
import { saveFile, useDownload } from '../../../parts/values/saveFile.ts'
import { historyTexts } from '../../../texts/traffic/usage.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import type { Amount } from '../flows/slice.ts'
import { TopAmounts } from '../flows/TrafficAmounts.tsx'
import styles from '../flows/TrafficScreen.module.css'
import type { AmountRow } from '../flows/topRows.ts'
import { ZoomButton } from '../flows/Zoom.tsx'
import own from './History.module.css'
import { Insights } from './Insights.tsx'
import { Limit } from './Limit.tsx'
import type { WantedHistory } from './searchParams.ts'
import { earlierEnd, laterEnd, spanName } from './span.ts'
import { UsageBars } from './UsageBars.tsx'

const words = historyTexts
const POLL_MS = 60_000
const SCALES = (['hour', 'day', 'month'] as const).map((value) => ({ value, label: words.scales[value] }))
const isShorter = (one: Scale, other: Scale): boolean =>
  SCALES.findIndex(({ value }) => value === one) < SCALES.findIndex(({ value }) => value === other)
/** Marks a group in the list of devices and groups. */
const GROUP = 'group '

/** Internet traffic by hour, day and month, of all devices, one device or a group. */
export function HistoryScreen() {
  usePageTitle(words.title)
  const { scale = 'day', device, group, to }: WantedHistory = useSearch({ from: '/admin/traffic/history' })
  const navigate = useNavigate({ from: '/admin/traffic/history' })
  const wanted = { scale, ...(device && { device }), ...(group && { group }), ...(to && { to }) }
  const { entries = [] } = useEntries()
  const { data: allGroups = [] } = useQuery(query(groups.list))
  const { data, error, refetch } = useQuery({
    ...query(usage.read, { query: wanted }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
  const options = [
    ...entries.map(({ identity, name }) => ({ value: identity, label: name })),
    ...allGroups.map(({ Name }) => ({ value: `${GROUP}${Name}`, label: words.group(Name) })),
  ]
  const value = device ?? (group === undefined ? undefined : `${GROUP}${group}`)
  const choose = (next: string | undefined) =>
    void navigate({
      search: {
        scale,
        ...(to && { to }),
        ...(next?.startsWith(GROUP) ? { group: next.slice(GROUP.length) } : next !== undefined && { device: next }),
      },
      replace: true,
    })
  // Of longer periods, the end of a span of shorter ones would show a part.
  const chooseScale = (next: Scale) => {
    const { to: _end, ...others } = wanted
    void navigate({ search: { ...(isShorter(next, scale) ? wanted : others), scale: next }, replace: true })
  }
  const showUntil = (end: string | undefined) => {
    const { to: _end, ...others } = wanted
    void navigate({ search: { ...others, ...(end && { to: end }) } })
  }
  const name = options.find((option) => option.value === value)?.label ?? words.all
  return (
    <div className={styles.page}>
      <Link to="/admin/traffic" className={styles.back}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden />
        {words.back}
      </Link>
      <div className={styles.head}>
        <h1>{words.title}</h1>
        <SegmentedControl<Scale> aria-label={words.scale} data={SCALES} value={scale} onChange={chooseScale} />
        <OneOrAll label={words.who} all={words.all} options={options} value={value} onChange={choose} />
      </div>
      {data ? (
        <Shown data={data} name={name} wanted={wanted} showUntil={showUntil} />
      ) : (
        <LoadState title={words.failed} query={{ error, refetch }} height={360} radius="lg" />
      )}
      <Permitted to={usage.limits}>
        <Limit device={device} group={group} />
      </Permitted>
      <Permitted to={usage.insightsConfig}>
        <Insights />
      </Permitted>
    </div>
  )
}

interface ShownProps {
  data: TrafficUsage
  name: string
  wanted: WantedHistory & { scale: Scale }
  /** Shows the span that ends then; the latest one for undefined. */
  showUntil: (end: string | undefined) => void
}

function Shown({ data, name, wanted, showUntil }: ShownProps) {
  const sum = (of: 'WanIn' | 'WanOut') => data.Periods.reduce((bytes, period) => bytes + period[of], 0)
  const [down, up] = [sum('WanIn'), sum('WanOut')]
  const amountOf = ({ WanIn, WanOut }: { WanIn: number; WanOut: number }): Amount => ({ down: WanIn, up: WanOut })
  const isOther = ({ ASN, Country }: TrafficUsage['Networks'][number]) => ASN === 0 && Country === ''
  const other = data.Networks.find(isOther)
  return (
    <>
      <Section title={words.chart.title} hint={words.chart.sums(bytesOf(down), bytesOf(up))}>
        <Paging data={data} isLatest={wanted.to === undefined} showUntil={showUntil} />
        {down + up > 0 ? <UsageBars usage={data} name={name} /> : <p className="quiet">{words.chart.empty}</p>}
        <Exports data={data} wanted={wanted} />
      </Section>
      <Sums
        title={words.devices.title}
        heading={words.devices.name}
        rows={data.Devices.map((row) => ({
          key: row.Identity,
          label: row.Identity === '' ? words.devices.deleted : row.Name || row.IP || row.Identity,
          amount: amountOf(row),
        }))}
      />
      <Sums
        title={words.groups.title}
        heading={words.groups.name}
        rows={data.Groups.map((row) => ({ key: row.Name, label: row.Name, amount: amountOf(row) }))}
      />
      <Sums
        title={words.networks.title}
        heading={words.networks.name}
        hint={words.networks.hint}
        rest={other && { down: other.BytesIn, up: other.BytesOut }}
        rows={data.Networks.filter((one) => !isOther(one)).map(({ ASN, ASNName, Country, BytesIn, BytesOut }) => ({
          key: `${ASN} ${Country}`,
          label: (
            <span>
              {ASNName || words.networks.unknown} {Country && <code>{Country}</code>}
            </span>
          ),
          amount: { down: BytesIn, up: BytesOut },
        }))}
      />
    </>
  )
}

interface PagingProps {
  data: TrafficUsage
  isLatest: boolean
  showUntil: ShownProps['showUntil']
}

/** The span that is shown, between buttons for the one before and the one after. */
function Paging({ data, isLatest, showUntil }: PagingProps) {
  const now = Date.now()
  const earlier = earlierEnd(data, now)
  return (
    <fieldset className={own.paging} aria-label={words.span.label}>
      <ZoomButton
        label={words.span.earlier}
        icon={IconArrowLeft}
        disabled={earlier === undefined}
        onClick={() => showUntil(earlier)}
      />
      <span aria-live="polite">{spanName(data)}</span>
      <ZoomButton
        label={words.span.later}
        icon={IconArrowRight}
        disabled={isLatest}
        onClick={() => showUntil(laterEnd(data, now))}
      />
    </fieldset>
  )
}

interface SumsProps {
  title: string
  hint?: string
  heading: string
  rows: readonly AmountRow[]
  /** Bytes that belong to no row. */
  rest?: Amount | undefined
}

function Sums({ title, hint, heading, rows, rest }: SumsProps) {
  if (![...rows, ...(rest ? [{ amount: rest }] : [])].some(({ amount: { down, up } }) => down + up > 0)) return null
  return (
    <Section title={title} hint={hint}>
      <TopAmounts heading={heading} rows={rows} rest={rest} />
    </Section>
  )
}

function Exports({ data, wanted }: Pick<ShownProps, 'data' | 'wanted'>) {
  const { Since: from, Until: to } = data
  const file = (ending: string) => `traffic-${data.Scale}-${from.slice(0, 10)}.${ending}`
  const csv = useDownload()
  return (
    <div className={own.exports}>
      <Button
        variant="default"
        loading={csv.isPending}
        onClick={() =>
          csv.mutate(
            { name: file('csv'), ask: () => ask(usage.csv, { query: { ...wanted, from, to } }) },
            { onError: notifyFailure },
          )
        }
      >
        {words.export.csv}
      </Button>
      <Button
        variant="default"
        onClick={() => saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), file('json'))}
      >
        {words.export.json}
      </Button>
    </div>
  )
}
