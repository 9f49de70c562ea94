import { useQuery } from '@tanstack/react-query'
import { vpn } from '../../../../router/model/vpn/wireguard/contract.ts'
import { query } from '../../../client/query.ts'

/** Connecting and disconnecting have an event; handshakes and counters change all the time. */
const LOOK_AGAIN_MS = 3000

/** The peers of the VPN server. */
export const usePeers = () => useQuery({ ...query(vpn.peers), refetchInterval: LOOK_AGAIN_MS })
