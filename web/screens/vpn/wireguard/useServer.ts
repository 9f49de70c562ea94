import { useQuery } from '@tanstack/react-query'
import { vpn } from '../../../../router/model/vpn/wireguard/contract.ts'
import { changesOf, updatesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { textOfItems } from '../../internet/links/lists.ts'
import { endpointsOf } from './endpoints.ts'

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
