import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { traffic } from '../../../router/features/traffic/contract.ts'
import type { TrafficElement } from '../../../router/features/traffic/counters.ts'
import { query } from '../../client/query.ts'
import { type Traffic, trafficOf } from './traffic.ts'

const LOOK_AGAIN_MS = 60_000
const none: readonly TrafficElement[] = []

/** What each address has exchanged with the internet. Nothing, while that cannot be read: the list does not wait for it. */
export function useTraffic(): ReadonlyMap<string, Traffic> {
  const received = useCounter('incoming_traffic_wan')
  const sent = useCounter('outgoing_traffic_wan')
  return useMemo(() => trafficOf(received, sent), [received, sent])
}

const useCounter = (name: 'incoming_traffic_wan' | 'outgoing_traffic_wan'): readonly TrafficElement[] =>
  useQuery({ ...query(traffic.counters, { params: { name } }), refetchInterval: LOOK_AGAIN_MS }).data ?? none
