import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { devices } from '../../../router/features/devices/contract.ts'
import { diagnostics } from '../../../router/features/diagnostics/contract.ts'
import { query } from '../../client/query.ts'
import { withEdits } from './edit.ts'
import { entriesOf } from './entry.ts'
import { useOpenEdits } from './useEdit.ts'

/**
 * All devices with who is here now. Without the neighbour table nobody counts as online, and the list still stands:
 * what is remembered matters more than what is momentary.
 */
export function useEntries({ pollMs }: { pollMs?: number } = {}) {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...query(devices.list),
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
  const { data: neighbours } = useQuery(query(diagnostics.arp))
  const edits = useOpenEdits()
  const entries = useMemo(() => data && entriesOf(withEdits(data, edits), neighbours ?? []), [data, edits, neighbours])
  return { entries, error, refetch, dataUpdatedAt }
}
