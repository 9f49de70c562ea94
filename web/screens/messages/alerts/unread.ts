import { UNREAD } from '../../../../router/model/messages/alerts/alert.ts'
import { events } from '../../../../router/model/messages/events/contract.ts'
import { call, live } from '../../../client/client.ts'
import { gather } from '../../../client/gather.ts'
import { clientSession } from '../../../client/tab.ts'
import { unreadAlerts } from '../../../parts/shell/unreadAlerts.ts'

/** The most that are counted; the badge then shows `99+`. */
const MOST = 100

async function count(): Promise<void> {
  if (!clientSession.current()) return unreadAlerts.set(0)
  const query = { topic: 'alert:', filter: UNREAD, num: MOST }
  const alerts = await call(events.search, { query }).catch(() => undefined)
  if (alerts) unreadAlerts.set(alerts.length)
}

const gathered = gather(count)

/** Counts unread alerts again, once for all calls within a second. */
export const countAgain = gathered.request

/** Counts unread alerts now and after each new one. Returns a function that ends that. */
export function watchUnread(): () => void {
  void count()
  return live.onEvent((topic) => {
    if (topic.startsWith('alert:')) countAgain()
  })
}
