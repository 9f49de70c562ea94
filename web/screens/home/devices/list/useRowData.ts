import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { traffic } from '../../../../../router/model/traffic/flows/contract.ts'
import { lookup } from '../../../../../router/model/traffic/lookup/contract.ts'
import { MOST_ASKED } from '../../../../../router/model/traffic/lookup/network.ts'
import { query } from '../../../../client/query.ts'
import type { ShownDevice } from '../entry.ts'
import { type DayTraffic, trafficOf } from './dayTraffic.ts'
import { askable } from './vendor.ts'

type Vendors = ReadonlyMap<string, string>

/** The vendors of devices by MAC address. Empty while they cannot be read: the list does not wait for them. */
export function useVendors(entries: readonly ShownDevice[]): Vendors {
  const groups = useMemo(
    () =>
      askable(
        entries.map(({ device }) => device.MAC),
        MOST_ASKED,
      ),
    [entries],
  )
  return useQueries({
    queries: groups.map((macs) => ({
      // Dashes need no escaping in a path, which is long enough.
      ...query(lookup.makers, { params: { macs: macs.map((mac) => mac.replaceAll(':', '-')).join(',') } }),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: gathered,
  })
}

const gathered = (answers: readonly { data?: readonly { MAC: string; Vendor: string }[] | undefined }[]): Vendors =>
  new Map(answers.flatMap(({ data = [] }) => data.map(({ MAC, Vendor }) => [MAC, Vendor] as const)))

const LOOK_AGAIN_MS = 60_000
const DAY = 1440
const none: ReadonlyMap<string, DayTraffic> = new Map()

/** What each address has exchanged with the internet within the last day. Empty until that is read: the list does not wait. */
export function useTraffic(): ReadonlyMap<string, DayTraffic> {
  const { data } = useQuery({ ...query(traffic.totals, { query: { minutes: DAY } }), refetchInterval: LOOK_AGAIN_MS })
  return useMemo(() => (data ? trafficOf(data) : none), [data])
}
