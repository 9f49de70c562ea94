import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { vpn } from '../../../../router/model/vpn/wireguard/contract.ts'
import { query } from '../../../client/query.ts'
import { withEdits } from './edit.ts'
import { entriesOf, type NeighbourEntry } from './entry.ts'
import { useOpenEdits } from './useEdit.ts'

const none: readonly NeighbourEntry[] = []

/**
 * All devices with their status. When the neighbour table or the VPN peers cannot be read, no device counts as connected and
 * the list is still shown. The list waits while they are loading, so that rows do not jump.
 */
export function useEntries({ pollMs }: { pollMs?: number } = {}) {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...query(devices.list),
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
  const { data: neighbours = none, isPending } = useQuery(query(diagnostics.arp))
  const hasVpn = data !== undefined && Object.values(data).some(({ WGPubKey }) => WGPubKey !== '')
  const { data: peers, isLoading } = useQuery({ ...query(vpn.peers), enabled: hasVpn })
  // Counters of peers change all the time; the list depends on the keys only.
  const keys = peers?.flatMap(({ PublicKey, Online }) => (Online ? [PublicKey] : [])).join(' ') ?? ''
  const edits = useOpenEdits()
  const entries = useMemo(
    () =>
      data && !isPending && !isLoading
        ? entriesOf(withEdits(data, edits), neighbours, new Set(keys === '' ? [] : keys.split(' ')))
        : undefined,
    [data, edits, neighbours, isPending, isLoading, keys],
  )
  return { entries, error, refetch, dataUpdatedAt }
}
