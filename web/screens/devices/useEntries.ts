import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { devices } from '../../../router/features/devices/contract.ts'
import { diagnostics } from '../../../router/features/diagnostics/contract.ts'
import { query } from '../../client/query.ts'
import { withEdits } from './edit.ts'
import { entriesOf, type Neighbour } from './entry.ts'
import { useOpenEdits } from './useEdit.ts'

const none: readonly Neighbour[] = []

/**
 * All devices with their status. When the neighbour table cannot be read, no device counts as online and the list is still
 * shown. The list waits while the table is loading, so that rows do not jump.
 */
export function useEntries({ pollMs }: { pollMs?: number } = {}) {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...query(devices.list),
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
  const { data: neighbours = none, isPending } = useQuery(query(diagnostics.arp))
  const edits = useOpenEdits()
  const entries = useMemo(
    () => (data && !isPending ? entriesOf(withEdits(data, edits), neighbours) : undefined),
    [data, edits, neighbours, isPending],
  )
  return { entries, error, refetch, dataUpdatedAt }
}
