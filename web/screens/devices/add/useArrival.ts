import { useQuery } from '@tanstack/react-query'
import { devices } from '../../../../router/features/devices/contract.ts'
import { query } from '../../../client/query.ts'
import { useEntries } from '../useEntries.ts'
import { type Arrival, arrivalOf } from './arrival.ts'
import type { Made } from './useNewDevice.ts'

const LOOK_AGAIN_MS = 3000

/** Whether a device has joined with the passphrase: from events, and by polling while the event stream is closed. */
export function useArrival(made: Made): Arrival {
  const { data: pending = true, dataUpdatedAt: askedAt } = useQuery({
    ...query(devices.pending),
    refetchInterval: ({ state }) => (state.data === false ? false : LOOK_AGAIN_MS),
  })
  const { entries = [], dataUpdatedAt: listedAt } = useEntries({ pollMs: LOOK_AGAIN_MS })
  return arrivalOf(made, { pending, askedAt, entries, listedAt })
}
