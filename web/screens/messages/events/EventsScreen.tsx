import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconListDetails, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { Face } from '../../../parts/layout/Face.tsx'
import { ChosenFilter, FilterBar, OneOrAll, SearchField } from '../../../parts/lists/FilterBar.tsx'
import listBox from '../../../parts/lists/ListBox.module.css'
import { News } from '../../../parts/lists/ListUpdates.tsx'
import { LongList } from '../../../parts/lists/LongList.tsx'
import { PagedList } from '../../../parts/lists/PagedList.tsx'
import { usePausedList } from '../../../parts/lists/usePausedList.ts'
import { locale } from '../../../parts/values/locale.ts'
import { eventTexts as words } from '../../../texts/messages/events.ts'
import { areaOf, prefixesOfArea, USUAL_TOPICS } from './describe.ts'
import { EventRow } from './EventRow.tsx'
import { EventTimeline } from './EventTimeline.tsx'
import { linesOf } from './lines.ts'
import { EVENT_AREAS, EVENT_PERIODS, type WantedEvents, wantedEventsOf, wantedTime } from './searchParams.ts'
import type { ListedEvent } from './storedEvent.ts'
import { useActs } from './useActs.tsx'
import { type EventFilter, useEvents } from './useEvents.ts'
import { useDeviceNames, useHousehold } from './useHousehold.ts'

const TYPING_MS = 250
const ROW_PIXELS = 92

/** All stored events, with filters in the URL. */
export function EventsScreen() {
  const wanted = useSearch({ from: '/admin/alerts/events' })
  const navigate = useNavigate({ from: '/admin/alerts/events' })
  const want = (some: Readonly<Record<string, unknown>>) =>
    void navigate({ search: wantedEventsOf({ ...wanted, ...some }), replace: true })
  const isFiltered = Object.keys(wanted).length > 0
  return (
    <>
      <Filters wanted={wanted} onWant={want} />
      <Found key={JSON.stringify({ ...wanted, q: undefined })} wanted={wanted} onWant={want} isFiltered={isFiltered} />
    </>
  )
}

interface PartProps {
  wanted: WantedEvents
  onWant: (some: Readonly<Record<string, unknown>>) => void
}

function Filters({ wanted, onWant }: PartProps) {
  const devices = useDeviceNames()
  return (
    <FilterBar>
      <SearchField label={words.search} value={wanted.q ?? ''} onChange={(q) => onWant({ q })} />
      <OneOrAll
        label={words.device}
        all={words.everyone}
        options={devices}
        value={wanted.device}
        onChange={(device) => onWant({ device })}
      />
      <NativeSelect
        aria-label={words.area}
        value={wanted.kind ?? ''}
        onChange={({ currentTarget }) => onWant({ kind: currentTarget.value })}
        data={[
          { value: '', label: words.allAreas },
          ...EVENT_AREAS.map((value) => ({ value, label: words.areas[value] })),
        ]}
      />
      <NativeSelect
        aria-label={words.period}
        value={wanted.period ?? ''}
        onChange={({ currentTarget }) => onWant({ period: currentTarget.value, from: undefined, to: undefined })}
        data={[
          ...EVENT_PERIODS.map((value) => ({ value, label: words.periods[value] })),
          { value: '', label: words.periods.all },
        ]}
      />
      {(wanted.from !== undefined || wanted.to !== undefined) && (
        <ChosenFilter clear={words.clear} onClear={() => onWant({ from: undefined, to: undefined })}>
          {words.chosenPeriod(...([wanted.from, wanted.to].map(momentOf) as [string, string]))}
        </ChosenFilter>
      )}
    </FilterBar>
  )
}

const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
const momentOf = (seconds: number | undefined): string =>
  seconds === undefined ? '…' : moment.format(new Date(seconds * 1000))

function Found({ wanted, onWant, isFiltered }: PartProps & { isFiltered: boolean }) {
  const [typed] = useDebouncedValue(wanted.q ?? '', TYPING_MS)
  // The start of a period does not move while the screen is open.
  const [openedAt] = useState(Date.now)
  const { device, kind: area, from, to, period } = wanted
  const filter = useMemo((): EventFilter => {
    const time = wantedTime({ ...(from && { from }), ...(to && { to }), ...(period && { period }) }, openedAt)
    return {
      text: typed.trim() || undefined,
      device,
      topic: area === 'other' ? undefined : (area ? prefixesOfArea(area) : USUAL_TOPICS).join(','),
      min: time.from === undefined ? undefined : new Date(time.from * 1000).toISOString(),
      max: time.to === undefined ? undefined : new Date(time.to * 1000).toISOString(),
    }
  }, [typed, device, area, from, to, period, openedAt])
  const isShown = useCallback(
    (topic: string) =>
      area === undefined ? USUAL_TOPICS.some((one) => topic.startsWith(one)) : areaOf(topic) === area,
    [area],
  )
  const pages = useEvents(filter, isShown)
  const { list } = pages
  const shown = useMemo(() => list?.filter(({ Topic }) => isShown(Topic)), [list, isShown])
  return (
    <PagedList
      pages={pages}
      lines={shown}
      words={words}
      empty={
        isFiltered ? (
          <Face icon={<IconSearchOff size={32} stroke={1.5} />} title={words.noMatch} hint={words.noMatchHint}>
            <Button variant="default" onClick={() => onWant(NOTHING)}>
              {words.clear}
            </Button>
          </Face>
        ) : (
          <Face icon={<IconListDetails size={32} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />
        )
      }
    >
      {(events) => (
        <>
          <EventTimeline
            filter={filter}
            events={events}
            isShown={isShown}
            onPick={({ from, to }) => onWant({ period: undefined, from, to })}
          />
          <List events={events} isAlone={device !== undefined} />
        </>
      )}
    </PagedList>
  )
}

const NOTHING = { q: undefined, device: undefined, kind: undefined, period: undefined, from: undefined, to: undefined }

/** A list that is paused while the user is about to press something in it. */
function List({ events, isAlone }: { events: readonly ListedEvent[]; isAlone: boolean }) {
  const household = useHousehold()
  const { act, dialog } = useActs()
  const still = usePausedList(useMemo(() => linesOf(events, household), [events, household]))
  const keys = useMemo(() => still.lines.map(({ key }) => key), [still.lines])
  return (
    <>
      <News isHeld={still.isHeld} count={still.fresh.length} onShow={still.goOn} />
      <div className={listBox.box} {...still.list}>
        <LongList keys={keys} height={ROW_PIXELS}>
          {(index) => {
            const line = still.lines[index]
            return line && <EventRow line={line} household={household} isAlone={isAlone} onAct={act} />
          }}
        </LongList>
      </div>
      {dialog}
    </>
  )
}
