import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type GuestNetworkState, guests } from '../../../../router/model/home/guests/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { replace } from '../../../client/replace.ts'
import { type GuestWish, requestOfGuestNetwork } from './guestNetwork.ts'

/** No event reports the daily change of the passphrase. */
const LOOK_AGAIN_MS = 60_000

/** The guest network of the home, and its changes. */
export function useGuestNetwork() {
  const cache = useQueryClient()
  const queryKey = keyOf(guests.network)
  const network = useQuery({ ...query(guests.network), refetchInterval: LOOK_AGAIN_MS })
  const change = {
    mutationFn: (wish: GuestWish) => call(guests.enable, { body: requestOfGuestNetwork(network.data, wish) }),
    onSuccess: (after: GuestNetworkState) => replace(queryKey, after),
  }
  const save = useMutation(change)
  /** The same for the confirmation dialog, which shows its own errors. */
  const renew = useMutation(change)
  const remove = useMutation({
    mutationFn: () => call(guests.disable),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
  return { network, save, renew, remove }
}
