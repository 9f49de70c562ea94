import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { dnsLog } from '../../../../router/model/dns/querylog/contract.ts'
import { live } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { askedBy, NO_QUERIES, type QueryCounts, sumOfAsked } from './namesAsked.ts'

/** The input of the request for the last day, which several parts of the Home screen share. */
export const LAST_DAY = { query: { hours: 24, limit: 8 } } as const
/** Counting a whole day is work for the router. */
const POLL_MS = 60_000
const SHOW_MS = 1000

/** DNS queries of the last day: the router's last count, plus the events since. */
export function useNamesAsked() {
  const { data, error, dataUpdatedAt } = useQuery({ ...query(dnsLog.top, LAST_DAY), refetchInterval: POLL_MS })
  const sinceThen = useCountSince(dataUpdatedAt)
  return { asked: data && sumOfAsked({ total: data.TotalQueries, blocked: data.BlockedQueries }, sinceThen), error }
}

/** The numbers of queries since that time. */
function useCountSince(since: number): QueryCounts {
  const [shown, setShown] = useState({ since, asked: NO_QUERIES })
  useEffect(() => {
    let asked = NO_QUERIES
    let last = NO_QUERIES
    const stop = live.onEvent((topic, payload) => {
      asked = sumOfAsked(asked, askedBy(topic, payload))
    })
    const timer = setInterval(() => {
      if (asked.total === last.total) return
      last = asked
      setShown({ since, asked })
    }, SHOW_MS)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [since])
  return shown.since === since ? shown.asked : NO_QUERIES
}
