import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { query } from '../../../client/query.ts'
import { byName } from '../../../parts/lists/natural.ts'
import { shownName } from '../../../parts/values/name.ts'
import { householdOf } from './household.ts'

const none = {}

/** Devices by the identifiers that events use. */
export function useHousehold() {
  const { data = none } = useQuery(query(devices.list))
  return useMemo(() => householdOf(data), [data])
}

/** Devices to choose from, by name; unnamed ones by their identity. */
export function useDeviceNames(): readonly { readonly value: string; readonly label: string }[] {
  const { data = none } = useQuery(query(devices.list))
  return useMemo(
    () =>
      Object.entries(data as Readonly<Record<string, { Name: string }>>)
        .filter(([identity]) => !isPending(identity))
        .map(([identity, { Name }]) => ({ value: identity, label: shownName(Name) || identity }))
        .sort((a, b) => byName(a.label, b.label)),
    [data],
  )
}
