import { useEntries } from '../useEntries.ts'
import { type Arrival, arrivalsOf } from './arrival.ts'
import type { Made } from './useNewDevice.ts'

const LOOK_AGAIN_MS = 3000

/** Whether devices have joined with their passphrases: from events, and by polling while the event stream is closed. */
export function useArrivals(made: readonly Made[]): Arrival[] {
  const { entries = [], dataUpdatedAt } = useEntries(made.length > 0 ? { pollMs: LOOK_AGAIN_MS } : {})
  return arrivalsOf(made, entries, dataUpdatedAt)
}
