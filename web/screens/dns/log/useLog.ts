import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dnsLog } from '../../../../router/features/dnslog/contract.ts'
import { Failure } from '../../../client/failure.ts'
import { query } from '../../../client/query.ts'
import { useFeed } from './feed.ts'
import { lookUps, type Question, questionOf } from './question.ts'

/** Of everybody: so many devices, those that ask most, and so much of each. Of one device: so much. */
const MOST_CLIENTS = 24
const MOST_EACH = 100
const MOST_OF_ONE = 1000
/** So many look-ups are shown. */
const MOST_SHOWN = 500
const HOURS = 48

const none: readonly Question[] = []

/** What devices asked, the newest first: what the router kept, and what is asked while one looks. */
export function useLog(client: string | undefined) {
  const { data: config, error: configError, refetch } = useQuery(query(dnsLog.config))
  const isKept = config?.StoreLocalMemory === true
  const { data: top } = useQuery({
    ...query(dnsLog.top, { query: { hours: HOURS, limit: MOST_CLIENTS } }),
    enabled: isKept && client === undefined,
  })
  const asking = top?.Clients.map(({ IP }) => IP).filter((ip) => !config?.HostPrivacyIPList.includes(ip))
  const clients = client === undefined ? (asking ?? []) : [client]
  const limit = client === undefined ? MOST_EACH : MOST_OF_ONE
  const kept = useQueries({
    queries: clients.map((ip) => ({
      ...query(dnsLog.history, { params: { ip }, query: { limit } }),
      enabled: isKept,
      // Queries during the request are missing in its result.
      staleTime: 0,
    })),
    combine: (results) => ({
      sources: results.map(({ data }) => data ?? []),
      isPending: isKept && results.some(({ isLoading }) => isLoading),
      error: results.find(({ error }) => error && !isUnknown(error))?.error ?? null,
    }),
  })
  const live = useFeed()
  const read = useMemo(() => kept.sources.map((records) => records.map(questionOf)), [kept.sources])
  const questions = useMemo(() => {
    const now = client === undefined ? live : live.filter(({ ip }) => ip === client)
    return lookUps([now.length > 0 ? now : none, ...read], MOST_SHOWN)
  }, [live, read, client])
  return {
    questions,
    isKept: config?.StoreLocalMemory ?? true,
    /** Of how many devices what was kept is shown; undefined when it is all there is. */
    isSome: client === undefined && clients.length === MOST_CLIENTS ? clients.length : undefined,
    isPending: config === undefined || kept.isPending || (client === undefined && isKept && top === undefined),
    error: configError ?? kept.error,
    refetch,
  }
}

/** The router says so of a client that has asked nothing. */
const isUnknown = (error: Error): boolean => error instanceof Failure && error.reason === 'missing'
