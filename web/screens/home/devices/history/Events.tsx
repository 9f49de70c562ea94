import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { eventTexts } from '../../../../texts/messages/events.ts'
import { USUAL_TOPICS } from '../../../messages/events/describe.ts'
import rows from '../../../messages/events/EventRow.module.css'
import { EventRow } from '../../../messages/events/EventRow.tsx'
import { linesOf } from '../../../messages/events/lines.ts'
import { useActs } from '../../../messages/events/useActs.tsx'
import { useEvents } from '../../../messages/events/useEvents.ts'
import { useHousehold } from '../../../messages/events/useHousehold.ts'
import { useDevicePage } from '../devicePage.ts'
import styles from './HistoryTab.module.css'

const words = deviceTexts.happening
const MOST = 15

const isUsual = (topic: string): boolean => USUAL_TOPICS.some((one) => topic.startsWith(one))

/** The latest events of the device, also those of the last seconds. */
export function DeviceEvents() {
  const { entry } = useDevicePage()
  const { identity } = entry
  const household = useHousehold()
  const { act, dialog } = useActs()
  const filter = useMemo(() => ({ device: identity, topic: USUAL_TOPICS.join(',') }), [identity])
  const { list, error, refetch } = useEvents(filter, isUsual)
  const latest = useMemo(() => list && linesOf(list, household).slice(0, MOST), [list, household])
  return (
    <Section
      title={words.title}
      hint={latest?.length === 0 ? words.none : words.hint}
      note={
        <Link to="/admin/alerts/events" search={{ device: identity }} className={styles.all}>
          {words.all}
        </Link>
      }
    >
      {latest ? (
        <ul className={rows.plain} aria-label={words.title}>
          {latest.map((line) => (
            <li key={line.key}>
              <EventRow line={line} household={household} isAlone onAct={act} />
            </li>
          ))}
        </ul>
      ) : (
        <LoadState title={eventTexts.failed} query={{ error, refetch }} height={240} />
      )}
      {dialog}
    </Section>
  )
}
