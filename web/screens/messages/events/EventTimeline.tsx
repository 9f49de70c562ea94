import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { events as contract } from '../../../../router/model/messages/events/contract.ts'
import { query } from '../../../client/query.ts'
import { describe } from './describe.ts'
import type { Household } from './household.ts'
import type { ListedEvent } from './storedEvent.ts'
import { Timeline } from './Timeline.tsx'
import { barsOf, type Counted, type EventBar } from './timeline.ts'
import type { EventFilter } from './useEvents.ts'
import { useHousehold } from './useHousehold.ts'

const BARS = 48
const POLL_MS = 60_000

interface EventTimelineProps {
  filter: EventFilter
  /** The loaded events. */
  events: readonly ListedEvent[]
  isShown: (topic: string) => boolean
  onPick: (bar: EventBar) => void
}

/**
 * The number of events over time. The router counts all events of the wanted topics, by default of the last day; with a search or
 * a device, the loaded events are counted.
 */
export function EventTimeline(props: EventTimelineProps) {
  const { text, device } = props.filter
  return text === undefined && device === undefined ? <OfAll {...props} /> : <OfLoaded {...props} />
}

function OfAll({ filter: { topic, min, max }, isShown, onPick }: EventTimelineProps) {
  const household = useHousehold()
  const { data } = useQuery({
    ...query(contract.counts, { query: { topic, min, max, steps: BARS } }),
    refetchInterval: max === undefined ? POLL_MS : false,
    placeholderData: (before) => before,
  })
  const bars = useMemo(() => {
    if (!data) return undefined
    const [from, to] = [Date.parse(data.Min) / 1000, Date.parse(data.Max) / 1000]
    const length = (to - from) / BARS
    const counts = Object.entries(data.Counts)
      .filter(([topic]) => isShown(topic))
      .flatMap(([topic, parts]): Counted[] => {
        const { tone } = describe(topic, {}, household)
        return parts.map((count, index) => ({ at: from + (index + 0.5) * length, tone, count }))
      })
    return barsOf(counts, { from, to, count: BARS })
  }, [data, household, isShown])
  return bars && <Timeline bars={bars} onPick={onPick} />
}

function OfLoaded({ filter, events, onPick }: EventTimelineProps) {
  const household = useHousehold()
  const bars = useMemo(() => {
    const counts = events.map((event) => countedOf(event, household))
    const [oldest, newest] = [counts.at(-1)?.at ?? 0, counts[0]?.at ?? 0]
    const from = filter.min === undefined ? oldest : Math.max(oldest, Date.parse(filter.min) / 1000)
    return barsOf(counts, { from: Math.floor(from), to: Math.floor(newest) + 1, count: BARS })
  }, [events, household, filter.min])
  return <Timeline bars={bars} onPick={onPick} />
}

const countedOf = ({ Topic, Time, Event }: ListedEvent, household: Household): Counted => ({
  at: Date.parse(Time) / 1000,
  tone: describe(Topic, Event, household).tone,
  count: 1,
})
