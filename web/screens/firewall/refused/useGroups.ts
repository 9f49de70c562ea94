import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { events } from '../../../../router/model/messages/events/contract.ts'
import { live } from '../../../client/client.ts'
import { gather } from '../../../client/gather.ts'
import { query } from '../../../client/query.ts'
import type { PeriodSpan } from './period.ts'
import { REFUSAL_FIELDS } from './refused.ts'

/** Events of a period in groups, counted by the router; of one device, if it is given. They are counted again after new ones. */
export function useGroups(topic: string, device: string | undefined, { from, to }: PeriodSpan) {
  const cache = useQueryClient()
  const [min, max] = [from, to].map((time) => (time === undefined ? undefined : new Date(time).toISOString()))
  const options = query(events.groups, { query: { topic, by: REFUSAL_FIELDS, device, min, max } })
  const key = JSON.stringify(options.queryKey)
  useEffect(() => {
    const gathered = gather(() => cache.invalidateQueries({ queryKey: JSON.parse(key) }))
    const stop = live.onEvent((one) => {
      if (one.startsWith(topic)) gathered.request()
    })
    return () => {
      stop()
      gathered.stop()
    }
  }, [cache, key, topic])
  return useQuery({ ...options, staleTime: 0, refetchInterval: false, refetchOnWindowFocus: false })
}
