import { useQuery } from '@tanstack/react-query'
import { lookup } from '../../../../router/model/traffic/lookup/contract.ts'
import { MOST_ASKED } from '../../../../router/model/traffic/lookup/network.ts'
import { vpn } from '../../../../router/model/vpn/wireguard/contract.ts'
import { changesOf, updatesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { textOfItems } from '../../internet/links/lists.ts'
import { endpointsOf, hostOfEndpoint } from './peer.ts'

/** The state of the VPN server. */
export interface ServerState {
  readonly isUp: boolean
  readonly port: number
  /** Empty while the server is down. */
  readonly publicKey: string
  /** Each with its port. */
  readonly endpoints: readonly string[]
}

/** The VPN server and its public addresses. */
export function useServer() {
  const status = useQuery(query(vpn.status))
  const config = useQuery(query(vpn.config))
  const endpoints = useQuery(query(vpn.endpoints))
  const [running] = Object.values(status.data ?? {})
  const port = Number(/^ListenPort = (\d+)$/m.exec(config.data ?? '')?.[1])
  const server: ServerState | undefined =
    status.data && config.data && endpoints.data
      ? {
          isUp: running !== undefined,
          port,
          publicKey: running?.publicKey ?? '',
          endpoints: endpointsOf(textOfItems(endpoints.data), port),
        }
      : undefined
  return {
    server,
    error: status.error ?? config.error ?? endpoints.error,
    refetch: () => Promise.all([status, config, endpoints].map(({ refetch }) => refetch())),
  }
}

const useChange = changesOf(vpn.status, vpn.peers)

/** Starts or stops the server. `onDone` is called when its state has been loaded again. */
export const useSwitch = (onDone: () => void) =>
  useChange((isOn: boolean) => (isOn ? call(vpn.up) : call(vpn.down)), onDone)

const useEndpointsUpdate = updatesOf(vpn.endpoints)

/** Changes the public addresses. */
export const useEndpoints = () => useEndpointsUpdate((body: string[]) => call(vpn.setEndpoints, { body }))

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

/** Connecting and disconnecting have an event; handshakes and counters change all the time. */
const LOOK_AGAIN_MS = 3000

/** The peers of the VPN server. */
export const usePeers = () => useQuery({ ...query(vpn.peers), refetchInterval: LOOK_AGAIN_MS })
