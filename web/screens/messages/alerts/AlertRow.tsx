import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { alerts } from '../../../../router/model/messages/alerts/contract.ts'
import { may } from '../../../client/may.ts'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { alertTexts as words } from '../../../texts/messages/alerts.ts'
import { eventTexts } from '../../../texts/messages/events.ts'
import { type Act, actsOf } from '../events/acts.ts'
import { EventIcon } from '../events/EventIcon.tsx'
import { EventTime } from '../events/EventTime.tsx'
import type { Household } from '../events/household.ts'
import { RawEvent } from '../events/RawEvent.tsx'
import type { ListedEvent } from '../events/storedEvent.ts'
import { actWords, permittedActs, shortWords } from '../events/useActs.tsx'
import type { AlertLine } from './AlertList.tsx'
import styles from './AlertRow.module.css'
import type { AlertState } from './alert.ts'
import { useMute } from './useMute.ts'

interface AlertRowProps {
  line: AlertLine
  household: Household
  onAct: (act: Act) => void
  onState: (alert: ListedEvent, state: AlertState) => void
}

/** What is pressed first: the others are in the menu. */
const AT_HAND: readonly Act['kind'][] = ['letIn', 'shutOut', 'unblock', 'permit', 'block', 'reach']

/** An alert: what happened, when, to which device, and what can be done. */
export const AlertRow = memo(function AlertRow({ line: { stored, shown }, household, onAct, onState }: AlertRowProps) {
  const { title, body, tone, state, topic, event, about, ruleId } = shown
  const known = household.find(about.subject)
  const acts = permittedActs(actsOf(topic, event, about, household))
  const canSet = may(alerts.setState)
  const atHand = acts.filter(({ kind }) => AT_HAND.includes(kind)).slice(0, 2)
  const rest = acts.filter((act) => !atHand.includes(act))
  const navigate = useNavigate()
  const mute = useMute()
  const set = (next: AlertState) => onState(stored, next)
  const perform = (act: Act) => {
    onAct(act)
    if (canSet && state === 'unread') set('read')
  }
  return (
    <article className={styles.row} data-state={state} aria-label={title}>
      <EventIcon area={about.area} tone={tone} />
      <div className={styles.what}>
        <p className={styles.title}>
          {state === 'unread' && <span className={styles.dot} role="img" aria-label={words.isUnread} />}
          {title}
          {state === 'resolved' && <span className={styles.resolved}>{words.isResolved}</span>}
        </p>
        {body && <p className={styles.body}>{body}</p>}
        <p className={styles.note}>
          <EventTime time={stored.Time} />
          {known && <span>{known.name}</span>}
        </p>
        <div className={styles.actions}>
          {state !== 'resolved' &&
            atHand.map((act) => (
              <Button
                key={act.kind}
                size="compact-sm"
                variant={act.kind === 'letIn' ? 'filled' : 'default'}
                onClick={() => perform(act)}
              >
                {shortWords(act)}
              </Button>
            ))}
          <Permitted to={alerts.setState}>
            {' '}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={state === 'resolved' ? undefined : words.resolveFor(title)}
              onClick={() => set(state === 'resolved' ? 'read' : 'resolved')}
            >
              {state === 'resolved' ? words.reopen : words.resolve}
            </Button>
          </Permitted>
          <RawEvent topic={stored.Topic} event={stored.Event} />
        </div>
      </div>
      {(canSet || rest.length > 0 || known) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={words.actions(title)}>
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canSet && state !== 'resolved' && (
              <Menu.Item onClick={() => set(state === 'unread' ? 'read' : 'unread')}>
                {state === 'unread' ? words.markRead : words.markUnread}
              </Menu.Item>
            )}
            {rest.map((act) => (
              <Menu.Item key={act.kind} onClick={() => perform(act)}>
                {actWords(act)}
              </Menu.Item>
            ))}
            {known && (
              <Menu.Item
                onClick={() => void navigate({ to: '/admin/alerts/events', search: { device: known.identity } })}
              >
                {eventTexts.onlyDevice(known.name)}
              </Menu.Item>
            )}
            {ruleId !== '' && may(alerts.mute) && (
              <>
                <Menu.Divider />
                {known && <Menu.Item onClick={() => mute(ruleId, title, known)}>{words.muteFor(known.name)}</Menu.Item>}
                <Menu.Item onClick={() => mute(ruleId, title)}>{words.mute}</Menu.Item>
                <Menu.Item onClick={() => void navigate({ to: '/admin/alerts/rule', search: { rule: ruleId } })}>
                  {words.editRule}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </article>
  )
})
