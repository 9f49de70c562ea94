import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { packetLog } from '../../../../router/model/firewall/refused/contract.ts'
import { events } from '../../../../router/model/messages/events/contract.ts'
import { may } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { useAfterEvents } from '../../../client/useAfterEvents.ts'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { News } from '../../../parts/lists/ListUpdates.tsx'
import { usePausedList } from '../../../parts/lists/usePausedList.ts'
import { locale } from '../../../parts/values/locale.ts'
import { useMinute } from '../../../parts/values/useNow.ts'
import { refusedTexts as texts } from '../../../texts/firewall/refused.ts'
import { ownRules } from '../../dns/blocklists/rules/ownRules.ts'
import { usePfwRules } from '../../home/schedules/useSchedules.ts'
import { useHousehold } from '../../messages/events/useHousehold.ts'
import { AllowDialog, type AllowRequest } from './AllowDialog.tsx'
import { usePacketLog } from './packets/usePacketLog.ts'
import { type PeriodSpan, periodSpan, REFUSAL_PERIODS, type RefusalPeriod } from './period.ts'
import styles from './Refused.module.css'
import { RefusedRow } from './RefusedRow.tsx'
import { BLOCKED_NAME_TOPIC, byReason, DROP_TOPIC_PREFIX, REFUSAL_FIELDS, type Refusal, refusalsOf } from './refused.ts'

const clock = new Intl.DateTimeFormat(locale, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
type View = keyof typeof texts.views
const TOPICS: Readonly<Record<View, string>> = { connections: DROP_TOPIC_PREFIX, names: BLOCKED_NAME_TOPIC }

/** What the router has refused in a period, by reason; of one device, if `identity` is given. */
export function RefusedList({ identity }: { identity?: string }) {
  const [view, setView] = useState<View>('connections')
  const [period, setPeriod] = useState<RefusalPeriod>('recent')
  const [day, setDay] = useState('')
  return (
    <Section title={texts.deviceTab} hint={identity === undefined ? texts.hint : texts.deviceHint}>
      <div className={styles.view}>
        <SegmentedControl
          aria-label={texts.show}
          value={view}
          onChange={setView}
          data={(['connections', 'names'] as const).map((value) => ({ value, label: texts.views[value] }))}
        />
        <NativeSelect
          aria-label={texts.period}
          value={period}
          onChange={({ currentTarget }) =>
            setPeriod(REFUSAL_PERIODS.find((one) => one === currentTarget.value) ?? 'recent')
          }
          data={REFUSAL_PERIODS.map((value) => ({ value, label: texts.periods[value] }))}
        />
        {period === 'day' && (
          <TextInput
            type="date"
            aria-label={texts.day}
            value={day}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        )}
      </div>
      <Refusals key={`${view} ${period} ${day}`} {...{ view, identity, period, day }} />
    </Section>
  )
}

interface RefusalsProps {
  view: View
  identity: string | undefined
  period: RefusalPeriod
  day: string
}

function Refusals({ view, identity, period, day }: RefusalsProps) {
  const topic = TOPICS[view]
  const household = useHousehold()
  const [span] = useState(() => periodSpan(period, day, Date.now()))
  const isLive = span.to === undefined
  const { data, error, refetch } = useGroups(topic, identity, span)
  const since = new Date(periodSpan(period, day, useMinute()).from).toISOString()
  const refusals = useMemo(
    () => data && refusalsOf(data.Groups, household, identity).filter(({ at }) => at >= since),
    [data, household, identity, since],
  )
  if (!refusals) return <LoadState title={texts.failed} query={{ error, refetch }} height={420} radius="lg" />
  return (
    <>
      {data?.IsComplete === false && <p>{texts.reach(clock.format(new Date(data.Since)))}</p>}
      {refusals.length > 0 ? (
        <Groups refusals={refusals} isAlone={identity !== undefined} isLive={isLive} />
      ) : (
        <Nothing view={view} />
      )}
    </>
  )
}

interface GroupsProps {
  refusals: readonly Refusal[]
  isAlone: boolean
  isLive: boolean
}

/** By reason; paused while the user is about to press something in it. */
function Groups({ refusals, isAlone, isLive }: GroupsProps) {
  const { data: rules = [] } = usePfwRules()
  const { data: filter } = useQuery({ ...query(dnsBlock.config), enabled: may(dnsBlock.config) })
  const overrides = useMemo(() => (filter ? ownRules(filter) : []), [filter])
  const [request, setRequest] = useState<AllowRequest>()
  const still = usePausedList(refusals)
  return (
    <>
      <News
        isHeld={still.isHeld}
        count={still.fresh.length}
        onShow={still.goOn}
        order={isLive ? texts.order : texts.orderPast}
      />
      <div {...still.list}>
        {byReason(still.lines).map(([reason, all]) => (
          <div key={reason} className={styles.reason}>
            <h3>{reason}</h3>
            <ul className={styles.list} aria-label={reason}>
              {all.map((refusal) => (
                <RefusedRow key={refusal.key} {...{ refusal, rules, overrides, isAlone }} onAsk={setRequest} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <AllowDialog request={request} onClose={() => setRequest(undefined)} />
    </>
  )
}

function Nothing({ view }: { view: View }) {
  const { settings, change } = usePacketLog()
  const saved = settings.data
  return view === 'connections' && saved?.Dropped === false ? (
    <Face icon={<IconShieldOff size={32} stroke={1.5} />} title={texts.off} hint={texts.offHint}>
      <Permitted to={packetLog.configure}>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ ...saved, Dropped: true })}>
          {texts.turnOn}
        </Button>
      </Permitted>
    </Face>
  ) : (
    <Face
      icon={<IconShieldCheck size={32} stroke={1.5} />}
      title={texts.empty}
      hint={view === 'names' ? texts.emptyNames : texts.emptyHint}
    />
  )
}

/** Events of a period in groups, counted by the router; of one device, if it is given. They are counted again after new ones. */
function useGroups(topic: string, device: string | undefined, { from, to }: PeriodSpan) {
  const cache = useQueryClient()
  const [min, max] = [from, to].map((time) => (time === undefined ? undefined : new Date(time).toISOString()))
  const options = query(events.groups, { query: { topic, by: REFUSAL_FIELDS, device, min, max } })
  useAfterEvents(
    (one) => one.startsWith(topic),
    () => cache.invalidateQueries({ queryKey: options.queryKey }),
  )
  return useQuery({ ...options, staleTime: 0, refetchInterval: false, refetchOnWindowFocus: false })
}
