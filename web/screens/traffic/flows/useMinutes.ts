import { queryOptions, useQuery } from '@tanstack/react-query'
import { traffic } from '../../../../router/model/traffic/flows/contract.ts'
import { call, queryClient } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { extended, type Minutes } from './minutes.ts'
import { type TrafficArea, type TrafficReading, totalsOf } from './slice.ts'
import { forgetLive } from './useLive.ts'

const MINUTE = 60
const DAY = 24 * 60

const NONE: Minutes = { slices: [], newest: undefined }

/** The last minutes, at most `span` of them. Only missing ones are requested, and the newest known one for comparison. */
async function load(area: TrafficArea, span: number): Promise<Minutes> {
  const had = queryClient.getQueryData<Minutes>(minutesOf(area, span).queryKey) ?? NONE
  const now = Math.floor(Date.now() / 1000 / MINUTE) * MINUTE
  const read = async (minutes: number): Promise<TrafficReading[]> =>
    (await call(traffic.history, { query: { minutes } }))
      .map((minute, age): TrafficReading => ({ at: now - age * MINUTE, totals: totalsOf(minute, area) }))
      .reverse()
  const missing = had.newest ? Math.round((now - had.newest.at) / MINUTE) : span
  if (missing <= 0) return had
  const next = missing < span ? extended(had, await read(missing + 1), span) : undefined
  if (next) return next
  forgetLive(area)
  return extended(NONE, await read(span), span) ?? NONE
}

const minutesOf = (area: TrafficArea, span: number) =>
  queryOptions({
    queryKey: keyOf(traffic.history, { area, span }),
    queryFn: () => load(area, span),
    staleTime: MINUTE * 1000,
    refetchInterval: MINUTE * 1000,
    // Two maps are never the same map; comparing a day of them would be work for nothing.
    structuralSharing: false,
  })

/** What was sent and received in each of the last minutes: those of a day, or of `span` minutes. */
export const useMinutes = (area: TrafficArea, span = DAY) => useQuery(minutesOf(area, span))
