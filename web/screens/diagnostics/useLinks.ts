import { useQuery } from '@tanstack/react-query'
import { diagnostics } from '../../../router/features/diagnostics/contract.ts'
import { wan } from '../../../router/features/wan/contract.ts'
import { query } from '../../client/query.ts'

/** Links of the machine by name, the links of addresses, and the uplink in use. */
export function useLinks() {
  const { data: links } = useQuery(query(diagnostics.ipAddr))
  const { data: placed = {} } = useQuery(query(diagnostics.ipInterfaces))
  const { data: uplinks } = useQuery(query(wan.status))
  return {
    names: (links ?? []).map(({ ifname }) => ifname).filter((name) => name !== 'lo'),
    placed,
    uplink: uplinks?.find(({ Active }) => Active)?.Iface,
  }
}
