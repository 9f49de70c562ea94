import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { alerts } from '../../../../router/model/messages/alerts/contract.ts'
import { may } from '../../../client/may.ts'
import { countOf } from '../../../parts/values/amount.ts'
import { eventTexts as words } from '../../../texts/messages/events.ts'
import { type Act, actsOf } from './acts.ts'
import { EventIcon } from './EventIcon.tsx'
import styles from './EventRow.module.css'
import { EventTime } from './EventTime.tsx'
import { payloadFrom } from './fields.ts'
import type { Household } from './household.ts'
import type { EventLine } from './lines.ts'
import { RawEvent } from './RawEvent.tsx'
import { actWords, permittedActs } from './useActs.tsx'

interface EventRowProps {
  line: EventLine
  household: Household
  /** Events of one device are shown: the others need no link to it. */
  isAlone?: boolean
  onAct: (act: Act) => void
}

/** An event: icon, sentence, time, what can be done, and the stored data. Of several that say the same, the newest. */
export const EventRow = memo(function EventRow({ line, household, isAlone = false, onAct }: EventRowProps) {
  const { described, count, since } = line
  const { Topic, Time, Event } = line.event
  const known = household.find(described.subject)
  const acts = permittedActs(actsOf(Topic, payloadFrom(Event), described, household)).filter(
    ({ kind }) => !isAlone || kind !== 'open',
  )
  const canMake = may(alerts.add) && !Topic.startsWith('alert:')
  const canNarrow = known !== undefined && !isAlone
  const navigate = useNavigate()
  return (
    <div className={styles.row}>
      <EventIcon area={described.area} tone={described.tone} />
      <div className={styles.what}>
        <p className={styles.words}>{described.words}</p>
        <div className={styles.note}>
          <EventTime time={Time} />
          {count > 1 && (
            <span>
              {words.times(countOf(count))} <EventTime time={since} />
            </span>
          )}
          <code>{Topic}</code>
          <RawEvent topic={Topic} event={Event} />
        </div>
      </div>
      {(acts.length > 0 || canNarrow || canMake) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={words.actions(described.words)}>
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {acts.map((act) => (
              <Menu.Item key={act.kind} onClick={() => onAct(act)}>
                {actWords(act)}
              </Menu.Item>
            ))}
            {canNarrow && (
              <Menu.Item
                onClick={() => void navigate({ to: '/admin/alerts/events', search: { device: known.identity } })}
              >
                {words.onlyDevice(known.name)}
              </Menu.Item>
            )}
            {canMake && (
              <>
                {acts.length > 0 && <Menu.Divider />}
                <Menu.Item
                  onClick={() => void navigate({ to: '/admin/alerts/rule', search: { topic: Topic, at: Time } })}
                >
                  {words.make}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
})
