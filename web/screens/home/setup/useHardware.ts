import { useQuery } from '@tanstack/react-query'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { radioState } from '../../../../router/model/wifi/radiostate/contract.ts'
import { keyOf } from '../../../client/keys.ts'
import { callAs, clientSession } from '../../../client/tab.ts'
import { uplinkPorts } from './port.ts'
import { isForHome } from './wifi.ts'

/** Cables and adapters are plugged in, and radios start, while the wizard is open. */
const LOOK_AGAIN_MS = 3000

/** The ports of the router, requested without credentials: there are none yet. */
export const usePorts = () =>
  useQuery({
    queryKey: keyOf(diagnostics.ipAddr),
    queryFn: () => callAs(undefined)(diagnostics.ipAddr),
    select: uplinkPorts,
    refetchInterval: LOOK_AGAIN_MS,
  })

/** The radios for the home network. Until setup is done, they can be read without credentials. */
export function useSetupRadios() {
  const radios = useQuery({
    queryKey: keyOf(radioState.radios),
    queryFn: () => callAs(clientSession.current())(radioState.radios),
    select: (all) => all.filter(isForHome),
    refetchInterval: LOOK_AGAIN_MS,
  })
  return { ...radios, hasRadio: (radios.data?.length ?? 0) > 0 }
}
