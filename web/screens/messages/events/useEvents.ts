import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { events } from '../../../../router/model/messages/events/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { useAfterEvents } from '../../../client/useAfterEvents.ts'
import { keyOfEvent, type ListedEvent } from './storedEvent.ts'

/** Filters as the router takes them; times in RFC 3339. */
export interface EventFilter {
  readonly text?: string | undefined
  readonly device?: string | undefined
  /** A topic prefix, or several with commas. */
  readonly topic?: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
}

type Pages = InfiniteData<ListedEvent[], string | undefined>

const PAGE = 100
/** The most new events that are added to the list; after more, the list is loaded again. */
const MOST_NEW = 500

/** Each event once, newest first. A known one may have been changed on this screen since the fresh ones were requested. */
function merged(fresh: readonly ListedEvent[], known: readonly ListedEvent[]): ListedEvent[] {
  const keys = new Set(known.map(keyOfEvent))
  return [...fresh.filter((event) => !keys.has(keyOfEvent(event))), ...known]
}

/**
 * Stored events, newest first, by pages of `size`, at most 1,000. New ones are added while the screen is open, unless the filter ends
 * before now.
 */
export function useEvents(filter: EventFilter, isNews: (topic: string) => boolean, size = PAGE) {
  const cache = useQueryClient()
  const key = useMemo(() => keyOf(events.search, ['pages', filter]), [filter])
  const result = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => call(events.search, { query: { ...filter, max: pageParam ?? filter.max, num: size } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length === size ? page.at(-1)?.Time : undefined),
    staleTime: 0,
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })

  useAfterEvents(
    (topic) => filter.max === undefined && isNews(topic),
    async () => {
      const newest = cache.getQueryData<Pages>(key)?.pages[0]?.[0]?.Time
      if (newest === undefined) return cache.invalidateQueries({ queryKey: key })
      const since = query(events.search, { query: { ...filter, min: newest, num: MOST_NEW } })
      const fresh = await cache.fetchQuery({ ...since, staleTime: 0, gcTime: 0 }).catch(() => [])
      if (fresh.length === MOST_NEW) return cache.resetQueries({ queryKey: key })
      cache.setQueryData<Pages>(
        key,
        (all) => all && { ...all, pages: all.pages.map((page, index) => (index === 0 ? merged(fresh, page) : page)) },
      )
    },
  )

  const list = useMemo(() => (result.data ? uniqueOf(result.data.pages.flat()) : undefined), [result.data])
  return { ...result, list }
}

/** Pages overlap by the events of one time. */
function uniqueOf(all: readonly ListedEvent[]): ListedEvent[] {
  const once = new Map(all.map((event) => [keyOfEvent(event), event]))
  return once.size === all.length ? [...all] : [...once.values()]
}
