import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { live } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { alertTexts } from '../../../texts/messages/alerts.ts'
import { texts } from '../../../texts.ts'
import { householdOf } from '../events/household.ts'
import { shownAlertOf } from './alert.ts'
import { openNotices } from './notices.ts'

const COLOURS = { good: 'green', warning: 'yellow', bad: 'red', plain: 'gray' } as const
const SHOWN_MS = 8000

interface Arrived {
  readonly topic: string
  readonly payload: unknown
}

/** Shows alerts as notifications in the app. Renders nothing. */
export function AlertWatch() {
  useEffect(() => {
    const notices = openNotices<Arrived>({ show: notify, now: Date.now })
    const stop = live.onEvent((topic, payload, isNotice) => {
      if (isNotice && topic.startsWith('alert:')) notices.add({ topic, payload })
    })
    return () => {
      stop()
      notices.close()
    }
  }, [])
  return null
}

function notify(alerts: readonly Arrived[]): void {
  const [first] = alerts
  if (!first) return
  const isOne = alerts.length === 1
  const id = `alert ${performance.now()}`
  notifications.show({
    id,
    withBorder: true,
    closeButtonProps: { 'aria-label': texts.shell.dismiss },
    title: isOne ? <Words alert={first} part="title" /> : alertTexts.notice.many(alerts.length),
    message: (
      <span>
        <Words alert={first} part={isOne ? 'body' : 'title'} /> <Open id={id} />
      </span>
    ),
    // No colour depends on the names of devices.
    color: COLOURS[shownAlertOf(first.topic, first.payload, householdOf({})).tone],
    autoClose: SHOWN_MS,
  })
}

/** The title or the body of an alert. Empty until the names of devices are loaded; without them, it contains addresses. */
function Words({ alert: { topic, payload }, part }: { alert: Arrived; part: 'title' | 'body' }) {
  const { data = {}, isPending } = useQuery(query(devices.list))
  return isPending ? null : shownAlertOf(topic, payload, householdOf(data))[part]
}

function Open({ id }: { id: string }) {
  const navigate = useNavigate()
  const open = () => {
    notifications.hide(id)
    void navigate({ to: '/admin/alerts' })
  }
  return (
    <Button size="compact-sm" variant="light" onClick={open}>
      {alertTexts.notice.show}
    </Button>
  )
}
