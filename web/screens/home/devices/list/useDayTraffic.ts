import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { traffic } from '../../../../../router/model/traffic/flows/contract.ts'
import { query } from '../../../../client/query.ts'
import { type DayTraffic, trafficOf } from './dayTraffic.ts'

const LOOK_AGAIN_MS = 60_000
const DAY = 1440
const none: ReadonlyMap<string, DayTraffic> = new Map()

/** What each address has exchanged with the internet within the last day. Empty until that is read: the list does not wait. */
export function useTraffic(): ReadonlyMap<string, DayTraffic> {
  const { data } = useQuery({ ...query(traffic.totals, { query: { minutes: DAY } }), refetchInterval: LOOK_AGAIN_MS })
  return useMemo(() => (data ? trafficOf(data) : none), [data])
}
