import { events } from '../../../router/features/events/contract.ts'
import { call, live, session } from '../../client/client.ts'
import { unreadAlerts } from '../../parts/shell/unreadAlerts.ts'
import { payloadFrom } from '../events/fields.ts'
import { stateOf } from './alert.ts'

/** The most that are counted; the badge then shows `99+`. */
const MOST = 100
/** Alerts are stored in batches. */
const GATHER_MS = 1000

let timer: ReturnType<typeof setTimeout> | undefined

async function count(): Promise<void> {
  timer = undefined
  if (!session.current()) return unreadAlerts.set(0)
  const alerts = await call(events.search, { query: { topic: 'alert:', num: MOST } }).catch(() => undefined)
  if (alerts) unreadAlerts.set(alerts.filter(({ Event }) => stateOf(payloadFrom(Event)) === 'unread').length)
}

/** Counts unread alerts again, once for all calls within a second. */
export function countAgain(): void {
  timer ??= setTimeout(() => void count(), GATHER_MS)
}

/** Counts unread alerts now and after each new one. Returns a function that ends that. */
export function watchUnread(): () => void {
  void count()
  const stop = live.onEvent((topic) => {
    if (topic.startsWith('alert:')) countAgain()
  })
  return () => {
    stop()
    clearTimeout(timer)
    timer = undefined
  }
}
