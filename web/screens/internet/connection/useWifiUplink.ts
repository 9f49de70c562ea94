import { useQuery } from '@tanstack/react-query'
import { uplink } from '../../../../router/model/internet/connection/contract.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { TO_CONFIRM, useGuarded } from '../links/useGuarded.ts'
import { orNone } from './orNone.ts'
import type { ListedWifiNetwork } from './wifiNetwork.ts'

/** The state changes without an event. */
const LOOK_AGAIN_MS = 3000

/** The uplink over one radio, and a change of its networks. `data` is null for a radio that has none. */
export function useWifiUplink(Iface: string) {
  const uplinks = useQuery({
    queryKey: keyOf(uplink.wifi),
    queryFn: () => orNone(call(uplink.wifi)),
    select: (all) => all?.WPAs.find((one) => one.Iface === Iface) ?? null,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const send = async (networks: readonly ListedWifiNetwork[]) => {
    const body = { Iface, Enabled: true, Networks: [...networks] }
    await call(uplink.joinWifi, { query: TO_CONFIRM, body })
    await uplinks.refetch()
  }
  const save = useGuarded(send)
  /** The same for the confirmation dialog, which shows its own errors. */
  const remove = useGuarded(send)
  return { uplinks, save, remove }
}
