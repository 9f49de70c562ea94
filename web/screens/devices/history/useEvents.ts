import { useEffect, useState } from 'react'
import { live } from '../../../client/client.ts'
import { type Happening, happeningOf } from './event.ts'

const MOST = 30

/** What happens to a device while somebody looks, the newest first. The router keeps no record of it. */
export function useHappenings(mac: string, ip: string): readonly Happening[] {
  const [events, setEvents] = useState<readonly Happening[]>([])
  useEffect(
    () =>
      live.onEvent((topic, payload) => {
        const happening = happeningOf(topic, payload, { mac, ip }, new Date())
        if (happening) setEvents((known) => [{ ...happening, key: (known[0]?.key ?? 0) + 1 }, ...known].slice(0, MOST))
      }),
    [mac, ip],
  )
  return events
}
