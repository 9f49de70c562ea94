import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { call, live } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { useWho } from '../useWho.ts'
import { openFeed } from './feed.ts'
import { isReversed, logFiltersOf, timeSpanOf } from './filters.ts'
import { type LoggedQuestion, lookUps, questionMatches, questionOf } from './question.ts'
import type { WantedLog } from './searchParams.ts'

/** Queries of a page. */
const PAGE = 200
const SETTLED_MS = 300
const MOST_SHOWN = 100_000

/** The queries that match, newest first: those that the router has stored, page by page, and those since the screen was opened. */
export function useLog(wanted: WantedLog) {
  const [words] = useDebouncedValue(wanted.words, SETTLED_MS)
  const { data: config, error: configError, refetch } = useQuery(query(dnsLog.config))
  const filters = logFiltersOf({ ...wanted, ...(words !== undefined && { words }) }, Date.now())
  const isNever = isReversed(timeSpanOf(wanted, Date.now()))
  const kept = useInfiniteQuery({
    queryKey: [...keyOf(dnsLog.queries, { query: filters }), 'pages'],
    queryFn: ({ pageParam }) =>
      call(dnsLog.queries, { query: { ...filters, limit: PAGE, ...(pageParam !== '' && { before: pageParam }) } }),
    initialPageParam: '',
    getNextPageParam: ({ Next }) => Next,
    enabled: !isNever,
    // Queries during the request are missing in its result.
    staleTime: 0,
    // Pages would be read again one by one.
    refetchOnWindowFocus: false,
  })
  const received = useFeed()
  const { nameOf } = useWho()
  const stored = useMemo(() => (kept.data?.pages ?? []).map(({ Queries }) => Queries.map(questionOf)), [kept.data])
  const questions = useMemo(() => {
    const fresh = received.filter((question) => isWanted(question, wanted, nameOf(question.ip)))
    return lookUps([fresh, ...stored], MOST_SHOWN)
  }, [received, stored, wanted, nameOf])
  return {
    questions,
    filters,
    isReversed: isNever,
    isKept: config?.StoreLocalMemory ?? true,
    days: config?.RetentionDays,
    more: kept.hasNextPage ? () => void kept.fetchNextPage() : undefined,
    isReading: kept.isFetchingNextPage,
    isPending: kept.isPending,
    error: kept.error ?? configError,
    retry: () => void Promise.all([kept.error && kept.refetch(), configError && refetch()]),
  }
}

/** Whether a query that has just been answered matches the filters. */
function isWanted(question: LoggedQuestion, wanted: WantedLog, who: string): boolean {
  const { client, words, blocked, decision } = wanted
  const { from, to } = timeSpanOf(wanted, Date.now())
  const isBlocked = question.outcome === 'blocked'
  return (
    (client === undefined || question.ip === client) &&
    (!blocked || isBlocked) &&
    // Others are found when the page is read again: the event does not say where an answer came from.
    (decision === undefined || (decision === 'allowed' && !isBlocked)) &&
    (from === undefined || question.at >= from) &&
    (to === undefined || question.at < to) &&
    (!words?.trim() || questionMatches(question, who, words.trim()))
  )
}

const feed = openFeed(live.onEvent, () => readAgain(dnsLog.queries))

/** DNS queries since the screen was opened, newest first. */
const useFeed = (): readonly LoggedQuestion[] => useSyncExternalStore(feed.subscribe, feed.questions)
