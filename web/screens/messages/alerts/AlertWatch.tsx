import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { live, queryClient } from '../../../client/client.ts'
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
  const navigate = useNavigate()
  const open = useEffectEvent((id: string) => {
    notifications.hide(id)
    void navigate({ to: '/admin/alerts' })
  })
  useEffect(() => {
    const show = async (alerts: readonly Arrived[]) => {
      const known = await queryClient.ensureQueryData(query(devices.list)).catch(() => ({}))
      const household = householdOf(known)
      const shown = alerts.map(({ topic, payload }) => shownAlertOf(topic, payload, household))
      const [first] = shown
      if (!first) return
      const id = `alert ${performance.now()}`
      const message = (
        <span>
          {shown.length === 1 ? first.body : first.title}{' '}
          <Button size="compact-sm" variant="light" onClick={() => open(id)}>
            {alertTexts.notice.show}
          </Button>
        </span>
      )
      notifications.show({
        id,
        withBorder: true,
        closeButtonProps: { 'aria-label': texts.shell.dismiss },
        title: shown.length === 1 ? first.title : alertTexts.notice.many(shown.length),
        message,
        color: COLOURS[first.tone],
        autoClose: SHOWN_MS,
      })
    }
    const notices = openNotices<Arrived>({ show: (alerts) => void show(alerts), now: Date.now })
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
