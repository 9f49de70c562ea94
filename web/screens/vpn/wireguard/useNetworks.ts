import { useQuery } from '@tanstack/react-query'
import { lookup } from '../../../../router/model/traffic/lookup/contract.ts'
import { MOST_ASKED } from '../../../../router/model/traffic/lookup/network.ts'
import { query } from '../../../client/query.ts'
import { hostOfEndpoint } from './endpoints.ts'

/** The networks of endpoints by address, such as the name of a mobile provider. Without lookup data, none. */
export function useNetworks(endpoints: readonly string[]): ReadonlyMap<string, string> {
  const hosts = endpoints.flatMap((endpoint) => hostOfEndpoint(endpoint) ?? []).filter((host) => !host.includes(':'))
  const ips = [...new Set(hosts)].sort().slice(0, MOST_ASKED).join(',')
  const { data = [] } = useQuery({
    ...query(lookup.networks, { params: { ips } }),
    enabled: ips !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return new Map(data.map(({ IP, Name }) => [IP, Name]))
}
