import { useDebouncedValue } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../../parts/layout/Face.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { FilterBar, SearchField } from '../../../../parts/lists/FilterBar.tsx'
import { PagedList } from '../../../../parts/lists/PagedList.tsx'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import { eventTexts } from '../../../../texts/messages/events.ts'
import { EventIcon } from '../../events/EventIcon.tsx'
import { EventTime } from '../../events/EventTime.tsx'
import { linesOf } from '../../events/lines.ts'
import { useEvents } from '../../events/useEvents.ts'
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
  const pages = useEvents(filter, none)
  const { list } = pages
  const lines = useMemo(
    () =>
      list &&
      linesOf(
        list.filter(({ Topic }) => !/^(?:alert|log):/.test(Topic)),
        household,
      ),
    [list, household],
  )
  return (
    <Section title={words.pick} hint={words.pickHint}>
      <FilterBar>
        <SearchField label={eventTexts.search} value={typed} onChange={setTyped} />
        <ButtonLink to="/admin/alerts/rule" search={{ scratch: true }} variant="default">
          {words.scratch}
        </ButtonLink>
      </FilterBar>
      <PagedList
        pages={pages}
        lines={lines}
        words={eventTexts}
        empty={
          <Face
            title={text === '' ? eventTexts.empty : eventTexts.noMatch}
            hint={text === '' ? eventTexts.emptyHint : eventTexts.noMatchHint}
          />
        }
      >
        {(shown) => (
          <ul className={styles.events}>
            {shown.map(({ key, event: { Topic, Time }, described }) => (
              <li key={key}>
                <Link to="/admin/alerts/rule" search={{ topic: Topic, at: Time }} className={styles.event}>
                  <EventIcon area={described.area} tone={described.tone} />
                  <span className={styles.sentence}>{described.words}</span>
                  <EventTime time={Time} className={styles.time} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Section>
  )
}
