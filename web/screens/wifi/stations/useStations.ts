import { useQuery } from '@tanstack/react-query'
import { stations } from '../../../../router/model/wifi/stations/contract.ts'
import { query } from '../../../client/query.ts'

/** Signals and rates change all the time; the router reads them at most once a second. */
const LOOK_AGAIN_MS = 3000

/** Connected stations by MAC address. */
export const useStations = () => useQuery({ ...query(stations.list), refetchInterval: LOOK_AGAIN_MS })
