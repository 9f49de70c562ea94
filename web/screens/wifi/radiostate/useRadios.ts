import { useQuery } from '@tanstack/react-query'
import { radioState } from '../../../../router/model/wifi/radiostate/contract.ts'
import { query } from '../../../client/query.ts'

/** Devices come and go with an event; power, and what another program changes, do not. */
const LOOK_AGAIN_MS = 10_000

/** The radios of the router. */
export const useRadios = () => useQuery({ ...query(radioState.radios), refetchInterval: LOOK_AGAIN_MS })
