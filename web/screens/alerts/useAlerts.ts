import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { events } from '../../../router/features/events/contract.ts'
import { call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { notifyFailure } from '../../parts/shell/notify.tsx'
import { payloadFrom } from '../events/fields.ts'
import { keyOfEvent, type StoredEvent, useEvents } from '../events/useEvents.ts'
import { type AlertState, STATES } from './alert.ts'
import { countAgain } from './unread.ts'

const FILTER = { topic: 'alert:' } as const
const isAlert = (topic: string): boolean => topic.startsWith('alert:')
/** Writes at the same time. */
const AT_ONCE = 6

/** Stored alerts of all rules, newest first. */
export const useAlerts = () => useEvents(FILTER, isAlert)

/** Sets the state of alerts. The lists show it before the router has saved it. */
export function useSetState() {
  const cache = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async ({ alerts, state }: { alerts: readonly StoredEvent[]; state: AlertState }) => {
      const waiting = [...alerts]
      const work = async () => {
        for (let alert = waiting.shift(); alert; alert = waiting.shift()) await save(alert, state)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    },
    onMutate: ({ alerts, state }) => {
      const keys = new Set(alerts.map(keyOfEvent))
      const change = (page: readonly StoredEvent[]) =>
        page.map((one) =>
          keys.has(keyOfEvent(one)) ? { ...one, Event: { ...payloadFrom(one.Event), State: STATES[state] } } : one,
        )
      cache.setQueriesData<{ pages: StoredEvent[][] }>({ queryKey: keyOf(events.search) }, (data) =>
        data && 'pages' in data ? { ...data, pages: data.pages.map(change) } : data,
      )
    },
    onError: (error) => {
      notifyFailure(error)
      void cache.invalidateQueries({ queryKey: keyOf(events.search) })
    },
    onSettled: countAgain,
  })
  return useCallback(
    (alerts: readonly StoredEvent[], state: AlertState) => {
      if (alerts.length > 0) mutate({ alerts, state })
    },
    [mutate],
  )
}

/** As other clients do, with the whole alert and its topic. */
const save = ({ Topic, Time, Event }: StoredEvent, state: AlertState) =>
  call(events.replace, {
    params: { topic: Topic, key: `timekey:${Time}` },
    body: { ...payloadFrom(Event), time: Time, AlertTopic: Topic, State: STATES[state] },
  })
