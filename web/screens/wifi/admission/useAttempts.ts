import { useQuery } from '@tanstack/react-query'
import { wifiFailures } from '../../../../router/model/wifi/admission/contract.ts'
import { query } from '../../../client/query.ts'

/** Each attempt has an event; the list is loaded again also without one, since a device that connects leaves it. */
const LOOK_AGAIN_MS = 30_000

/** Failed attempts to join, newest first. */
export const useAttempts = () => useQuery({ ...query(wifiFailures.list), refetchInterval: LOOK_AGAIN_MS })
