import { useQuery } from '@tanstack/react-query'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { query } from '../../../client/query.ts'

/** Links of the machine by name, the links of addresses, and the uplink in use. */
export function useMachineLinks() {
  const { data: links } = useQuery(query(diagnostics.ipAddr))
  const { data: placed = {} } = useQuery(query(diagnostics.ipInterfaces))
  const { data: uplinks } = useQuery(query(wan.status))
  return {
    names: (links ?? []).map(({ ifname }) => ifname).filter((name) => name !== 'lo'),
    placed,
    uplink: uplinks?.find(({ Active }) => Active)?.Iface,
  }
}
