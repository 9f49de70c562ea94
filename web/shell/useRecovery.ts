import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type ServedApp, servedApp } from '../client/servedApp.ts'

/** Interval of requests to a router that does not respond. */
const LOOK_MS = 3000

/** Requested again for each screen that could not be loaded, and until the router responds. */
const served = queryOptions({
  queryKey: ['served app'],
  queryFn: servedApp,
  staleTime: 0,
  gcTime: 0,
  refetchInterval: ({ state }) => (state.data === 'away' ? LOOK_MS : false),
  refetchIntervalInBackground: true,
})

/**
 * Recovers from a screen that could not be loaded. After an update of the router its files have other names, so the page is
 * reloaded once. When the router responds again, the screen is loaded again.
 */
export function useRecovery() {
  const router = useRouter()
  const { data, refetch } = useQuery(served)
  const before = useRef<ServedApp>(undefined)
  useEffect(() => {
    const wasAway = before.current === 'away'
    before.current = data
    if (data === 'replaced') window.location.reload()
    else if (data === 'same' && wasAway) void router.invalidate()
  }, [data, router])
  return {
    isAway: data === 'away',
    retry: async () => {
      if ((await refetch()).data !== 'away') window.location.reload()
    },
  }
}
