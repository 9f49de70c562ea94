import { Button, CloseButton, NativeSelect, Select, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/Skeleton.css'
import { useDebouncedValue } from '@mantine/hooks'
import { IconListDetails, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { Face, Failed } from '../../parts/layout/Face.tsx'
import { News } from '../../parts/lists/ListUpdates.tsx'
import { LongList } from '../../parts/lists/LongList.tsx'
import { useStill } from '../../parts/lists/usePausedList.ts'
import { eventTexts as words } from '../../texts/events.ts'
import { areaOf, prefixesOf, USUAL_TOPICS } from './describe.ts'
import rows from './EventRow.module.css'
import { EventRow } from './EventRow.tsx'
import styles from './EventsScreen.module.css'
import { EventTimeline } from './EventTimeline.tsx'
import { AREAS, PERIODS, timeOf, type WantedEvents, wantedEventsOf } from './searchParams.ts'
import { useActs } from './useActs.tsx'
import { type EventFilter, keyOfEvent, type StoredEvent, useEvents } from './useEvents.ts'
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
  const isKnown = wanted.device === undefined || devices.some(({ value }) => value === wanted.device)
  return (
    <div className={styles.tools}>
      <TextInput
        type="search"
        className={styles.search}
        aria-label={words.search}
        placeholder={words.search}
        maxLength={128}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        value={wanted.q ?? ''}
        onChange={({ currentTarget }) => onWant({ q: currentTarget.value })}
      />
      <Select
        className={styles.device}
        aria-label={words.device}
        data={[
          { value: '', label: words.everyone },
          ...devices,
          ...(isKnown ? [] : [{ value: wanted.device ?? '', label: wanted.device ?? '' }]),
        ]}
        value={wanted.device ?? ''}
        onChange={(device) => onWant({ device: device ?? '' })}
        allowDeselect={false}
        searchable
      />
      <NativeSelect
        aria-label={words.area}
        value={wanted.kind ?? ''}
        onChange={({ currentTarget }) => onWant({ kind: currentTarget.value })}
        data={[{ value: '', label: words.allAreas }, ...AREAS.map((value) => ({ value, label: words.areas[value] }))]}
      />
      <NativeSelect
        aria-label={words.period}
        value={wanted.period ?? ''}
        onChange={({ currentTarget }) => onWant({ period: currentTarget.value, from: undefined, to: undefined })}
        data={[
          ...PERIODS.map((value) => ({ value, label: words.periods[value] })),
          { value: '', label: words.periods.all },
        ]}
      />
      {(wanted.from !== undefined || wanted.to !== undefined) && (
        <span className={styles.chosen}>
          {words.chosenPeriod(...([wanted.from, wanted.to].map(momentOf) as [string, string]))}
          <CloseButton size="sm" aria-label={words.clear} onClick={() => onWant({ from: undefined, to: undefined })} />
        </span>
      )}
    </div>
  )
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' })
const momentOf = (seconds: number | undefined): string =>
  seconds === undefined ? '…' : moment.format(new Date(seconds * 1000))

function Found({ wanted, onWant, isFiltered }: PartProps & { isFiltered: boolean }) {
  const [typed] = useDebouncedValue(wanted.q ?? '', TYPING_MS)
  // The start of a period does not move while the screen is open.
  const [openedAt] = useState(Date.now)
  const { device, kind: area, from, to, period } = wanted
  const filter = useMemo((): EventFilter => {
    const time = timeOf({ ...(from && { from }), ...(to && { to }), ...(period && { period }) }, openedAt)
    return {
      text: typed.trim() || undefined,
      device,
      topic: area === 'other' ? undefined : (area ? prefixesOf(area) : USUAL_TOPICS).join(','),
      min: time.from === undefined ? undefined : new Date(time.from * 1000).toISOString(),
      max: time.to === undefined ? undefined : new Date(time.to * 1000).toISOString(),
    }
  }, [typed, device, area, from, to, period, openedAt])
  const isShown = useCallback(
    (topic: string) =>
      area === undefined ? USUAL_TOPICS.some((one) => topic.startsWith(one)) : areaOf(topic) === area,
    [area],
  )
  const { list, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEvents(filter, isShown)
  const shown = useMemo(
    () => list?.filter(({ Topic }) => isShown(Topic)).map((event) => ({ ...event, at: event.Time })),
    [list, isShown],
  )
  if (!shown)
    return error ? (
      <Failed title={words.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={420} radius="lg" aria-busy="true" />
    )
  const more = hasNextPage && (
    <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {words.more}
    </Button>
  )
  if (shown.length === 0)
    return (
      <>
        {isFiltered ? (
          <Face icon={<IconSearchOff size={32} stroke={1.5} />} title={words.noMatch} hint={words.noMatchHint}>
            <Button variant="default" onClick={() => onWant(NOTHING)}>
              {words.clear}
            </Button>
          </Face>
        ) : (
          <Face icon={<IconListDetails size={32} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />
        )}
        {more}
      </>
    )
  return (
    <>
      <EventTimeline
        filter={filter}
        events={shown}
        isShown={isShown}
        onPick={({ from, to }) => onWant({ period: undefined, from, to })}
      />
      <List events={shown} isAlone={device !== undefined} />
      {more}
    </>
  )
}

const NOTHING = { q: undefined, device: undefined, kind: undefined, period: undefined, from: undefined, to: undefined }

/** A list that is paused while the user is about to press something in it. */
function List({ events, isAlone }: { events: readonly (StoredEvent & { readonly at: string })[]; isAlone: boolean }) {
  const household = useHousehold()
  const { act, dialog } = useActs()
  const still = useStill(events)
  const keys = useMemo(() => still.lines.map(keyOfEvent), [still.lines])
  return (
    <>
      <News isHeld={still.isHeld} count={still.fresh.length} onShow={still.goOn} />
      <div className={rows.list} {...still.list}>
        <LongList keys={keys} height={ROW_PIXELS}>
          {(index) => {
            const event = still.lines[index]
            return event && <EventRow event={event} household={household} isAlone={isAlone} onAct={act} />
          }}
        </LongList>
      </div>
      {dialog}
    </>
  )
}
