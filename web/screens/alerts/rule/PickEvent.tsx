import { Button, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face, Failed } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { alertTexts } from '../../../texts/alerts.ts'
import { eventTexts } from '../../../texts/events.ts'
import { describe } from '../../events/describe.ts'
import { EventIcon } from '../../events/EventIcon.tsx'
import { EventTime } from '../../events/EventTime.tsx'
import { keyOfEvent, useEvents } from '../../events/useEvents.ts'
import { useHousehold } from '../../events/useHousehold.ts'
import styles from './Rule.module.css'

const { rule: words } = alertTexts
const TYPING_MS = 250
const none = () => false

/** The first step of a new alert: an event like the one that it is to report. */
export function PickEvent() {
  const household = useHousehold()
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS)
  const filter = useMemo(() => ({ text: text || undefined }), [text])
  const { list, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useEvents(filter, none)
  const events = list?.filter(({ Topic }) => !/^(?:alert|log):/.test(Topic))
  return (
    <Section title={words.pick} hint={words.pickHint}>
      <div className={styles.tools}>
        <TextInput
          type="search"
          className={styles.search}
          aria-label={eventTexts.search}
          placeholder={eventTexts.search}
          maxLength={128}
          leftSection={<IconSearch size={18} stroke={1.6} />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ButtonLink to="/admin/alerts/rule" search={{ scratch: true }} variant="default">
          {words.scratch}
        </ButtonLink>
      </div>
      {!events ? (
        error ? (
          <Failed title={eventTexts.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} radius="md" aria-busy="true" />
        )
      ) : events.length === 0 ? (
        <Face
          title={text === '' ? eventTexts.empty : eventTexts.noMatch}
          hint={text === '' ? eventTexts.emptyHint : eventTexts.noMatchHint}
        />
      ) : (
        <ul className={styles.events}>
          {events.map((event) => {
            const { Topic, Time, Event } = event
            const { words: sentence, area, tone } = describe(Topic, Event, household)
            return (
              <li key={keyOfEvent(event)}>
                <Link to="/admin/alerts/rule" search={{ topic: Topic, at: Time }} className={styles.event}>
                  <EventIcon area={area} tone={tone} />
                  <span className={styles.sentence}>{sentence}</span>
                  <EventTime time={Time} className={styles.time} />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" mt="md" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {eventTexts.more}
        </Button>
      )}
    </Section>
  )
}
