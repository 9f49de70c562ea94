import { useQuery } from '@tanstack/react-query'
import { guests } from '../../../../router/model/home/guests/contract.ts'
import { changesOf, updatesOf } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { type GuestWish, requestOfGuestNetwork } from './guestNetwork.ts'

/** No event reports the daily change of the passphrase. */
const LOOK_AGAIN_MS = 60_000

const useUpdate = updatesOf(guests.network)
const useChange = changesOf(guests.network)

/** The guest network of the home, and its changes. */
export function useGuestNetwork() {
  const network = useQuery({ ...query(guests.network), refetchInterval: LOOK_AGAIN_MS })
  const enable = (wish: GuestWish) => call(guests.enable, { body: requestOfGuestNetwork(network.data, wish) })
  const save = useUpdate(enable)
  /** Another passphrase; its confirmation shows its errors. */
  const renew = useUpdate(() => enable({ Passphrase: '' }))
  const remove = useChange(() => call(guests.disable))
  return { network, save, renew, remove }
}
