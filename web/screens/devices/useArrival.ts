import { useQuery } from '@tanstack/react-query'
import { devices } from '../../../router/features/devices/contract.ts'
import { query } from '../../client/query.ts'
import { type Entry, newcomer } from './entry.ts'
import { useEntries } from './useEntries.ts'
import type { Made } from './useNewDevice.ts'

const LOOK_AGAIN_MS = 3000

export interface Arrival {
  readonly state: 'waiting' | 'joined' | 'gone'
  readonly entry: Entry | undefined
}

/** Whether somebody has used the passphrase. Events tell at once; asking every few seconds tells even without them. */
export function useArrival({ name, before }: Made): Arrival {
  const { data: pending = true, dataUpdatedAt: askedAt } = useQuery({
    ...query(devices.pending),
    refetchInterval: ({ state }) => (state.data === false ? false : LOOK_AGAIN_MS),
  })
  const { entries = [], dataUpdatedAt: listedAt } = useEntries({ pollMs: LOOK_AGAIN_MS })
  const entry = newcomer(before, entries, name)
  if (pending) return { state: 'waiting', entry: undefined }
  if (entry) return { state: 'joined', entry }
  // The list may be older than the answer, and then does not show the newcomer yet.
  return { state: listedAt > askedAt ? 'gone' : 'waiting', entry: undefined }
}
