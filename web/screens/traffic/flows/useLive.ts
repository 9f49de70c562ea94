import { queryOptions, useQuery } from '@tanstack/react-query'
import { traffic } from '../../../../router/model/traffic/flows/contract.ts'
import type { CounterName } from '../../../../router/model/traffic/flows/counters.ts'
import { call, queryClient } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { type Amounts, type Slice, sliceOf, type TrafficArea, type TrafficReading } from './slice.ts'

const EVERY_MS = 2000
/** After a longer gap between two readings, the history by minute is more exact than their mean. */
const LONGEST_SECONDS = 10
/** How long the slices of two seconds are kept: what is older is in the minutes. */
export const LIVE_SECONDS = 15 * 60

interface LiveTraffic {
  readonly slices: readonly Slice[]
  readonly newest: TrafficReading
}

const COUNTERS: Record<TrafficArea, readonly [down: CounterName, up: CounterName]> = {
  wan: ['incoming_traffic_wan', 'outgoing_traffic_wan'],
  lan: ['incoming_traffic_lan', 'outgoing_traffic_lan'],
}

async function look(area: TrafficArea): Promise<TrafficReading> {
  const [down, up] = await Promise.all(COUNTERS[area].map((name) => call(traffic.counters, { params: { name } })))
  const bytes = (of: typeof down) => new Map(of?.map(({ IP, Bytes }) => [IP, Bytes]))
  const [received, sent] = [bytes(down), bytes(up)]
  const totals: Amounts = new Map(
    [...received.keys(), ...sent.keys()].map((ip) => [ip, { down: received.get(ip) ?? 0, up: sent.get(ip) ?? 0 }]),
  )
  return { at: Date.now() / 1000, totals }
}

async function ask(area: TrafficArea): Promise<LiveTraffic> {
  const newest = await look(area)
  const had = queryClient.getQueryData<LiveTraffic>(liveOf(area).queryKey)
  const isNext = had !== undefined && newest.at - had.newest.at <= LONGEST_SECONDS
  const slices = isNext ? [...had.slices, sliceOf(had.newest, newest)] : (had?.slices ?? [])
  return { slices: slices.filter(({ to }) => to > newest.at - LIVE_SECONDS), newest }
}

const liveOf = (area: TrafficArea) =>
  queryOptions({
    queryKey: keyOf(traffic.counters, area),
    queryFn: () => ask(area),
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    structuralSharing: false,
  })

/** Drops the live slices, which belong to addresses that devices had. The minutes are shown instead. */
export const forgetLive = (area: TrafficArea): void => {
  queryClient.setQueryData<LiveTraffic>(liveOf(area).queryKey, (had) => had && { ...had, slices: [] })
}

/** The present traffic, read every two seconds while the view is shown. */
export const useLive = (area: TrafficArea, { enabled = true } = {}) => useQuery({ ...liveOf(area), enabled })
