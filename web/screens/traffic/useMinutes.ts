import { queryOptions, useQuery } from '@tanstack/react-query'
import { traffic } from '../../../router/features/traffic/contract.ts'
import { cache, call } from '../../client/client.ts'
import { keyOf } from '../../client/keys.ts'
import { type Area, type Reading, type Slice, slicesOf, totalsOf } from './slice.ts'

const MINUTE = 60
const DAY = 24 * 60

interface Minutes {
  readonly slices: readonly Slice[]
  readonly newest: Reading | undefined
}
const NONE: Minutes = { slices: [], newest: undefined }

/** The last day, minute by minute. What is here already is not asked for again. */
async function ask(area: Area): Promise<Minutes> {
  const had = cache.getQueryData<Minutes>(minutesOf(area).queryKey) ?? NONE
  const thisMinute = Math.floor(Date.now() / 1000 / MINUTE) * MINUTE
  const missing = had.newest ? Math.round((thisMinute - had.newest.at) / MINUTE) : DAY
  if (missing <= 0) return had
  const told = await call(traffic.history, { query: { minutes: Math.min(missing, DAY) } })
  const readings = told
    .map((minute, age): Reading => ({ at: thisMinute - age * MINUTE, totals: totalsOf(minute, area) }))
    .reverse()
  const known = had.newest && missing < DAY ? [had.newest, ...readings] : readings
  const slices = [...(known === readings ? [] : had.slices), ...slicesOf(known)]
  return { slices: slices.slice(-DAY), newest: readings.at(-1) ?? had.newest }
}

const minutesOf = (area: Area) =>
  queryOptions({
    queryKey: keyOf(traffic.history, area),
    queryFn: () => ask(area),
    staleTime: MINUTE * 1000,
    refetchInterval: MINUTE * 1000,
    // Two maps are never the same map; comparing a day of them would be work for nothing.
    structuralSharing: false,
  })

export const useMinutes = (area: Area) => useQuery(minutesOf(area))
