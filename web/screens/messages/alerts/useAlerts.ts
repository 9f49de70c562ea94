import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { alerts as contract } from '../../../../router/model/messages/alerts/contract.ts'
import { events } from '../../../../router/model/messages/events/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { notifyFailure } from '../../../parts/notices/showResult.tsx'
import { payloadFrom } from '../events/fields.ts'
import { keyOfEvent, type ListedEvent } from '../events/storedEvent.ts'
import { useEvents } from '../events/useEvents.ts'
import { type AlertState, STORED_ALERT_STATES } from './alert.ts'

const isAlert = (topic: string): boolean => topic.startsWith('alert:')
/** Stored alerts of all rules, newest first; with an identity, those that contain an address of this device. */
export const useAlerts = (device: string | undefined) =>
  useEvents(
    useMemo(() => ({ topic: 'alert:', device }), [device]),
    isAlert,
  )

/** Sets the state of an alert. The lists show it before the router has saved it. */
export function useSetState() {
  const cache = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: save,
    onMutate: async ({ alert, state }) => {
      // A list that is being loaded may be older than this change.
      await cache.cancelQueries({ queryKey: keyOf(events.search) })
      const key = keyOfEvent(alert)
      const change = (page: readonly ListedEvent[]) =>
        page.map((one) =>
          keyOfEvent(one) === key
            ? { ...one, Event: { ...payloadFrom(one.Event), State: STORED_ALERT_STATES[state] } }
            : one,
        )
      cache.setQueriesData<{ pages: ListedEvent[][] }>({ queryKey: keyOf(events.search) }, (data) =>
        data && 'pages' in data ? { ...data, pages: data.pages.map(change) } : data,
      )
    },
    onError: notifyFailure,
    onSettled: () => readAgain(events.search),
  })
  return useCallback((alert: ListedEvent, state: AlertState) => mutate({ alert, state }), [mutate])
}

/** Sets the state of all alerts, also of those that no list has loaded. */
export function useSetAllStates() {
  return useMutation({
    mutationFn: (body: z.input<typeof contract.setState.details.body>) => call(contract.setState, { body }),
    onSettled: () => readAgain(events.search),
  })
}

/** As other clients do, with the whole alert and its topic. */
const save = ({ alert: { Topic, Time, Event }, state }: { alert: ListedEvent; state: AlertState }) =>
  call(events.replace, {
    params: { topic: Topic, key: `timekey:${Time}` },
    body: { ...payloadFrom(Event), time: Time, AlertTopic: Topic, State: STORED_ALERT_STATES[state] },
  })
