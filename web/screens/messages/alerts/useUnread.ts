import { useQuery } from '@tanstack/react-query'
import { UNREAD } from '../../../../router/model/messages/alerts/alert.ts'
import { events } from '../../../../router/model/messages/events/contract.ts'
import { live, queryClient } from '../../../client/client.ts'
import { gather } from '../../../client/gather.ts'
import { ownRole } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'

/** The most that are counted; the badge then shows `99+`. */
const MOST = 100

const unread = query(events.search, { query: { topic: 'alert:', filter: UNREAD, num: MOST } })

const countAgain = gather(() => queryClient.invalidateQueries({ queryKey: unread.queryKey }))
live.onEvent((topic) => {
  if (topic.startsWith('alert:')) countAgain.request()
})

/** The number of unread alerts; undefined until they are counted, and for parents, who see none. */
export const useUnread = (): number | undefined =>
  useQuery({ ...unread, select: ({ length }) => length, enabled: ownRole() !== 'parent' }).data
