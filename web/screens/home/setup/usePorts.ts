import { useQuery } from '@tanstack/react-query'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { keyOf } from '../../../client/keys.ts'
import { callAs } from '../../../client/tab.ts'
import { uplinkPorts } from './port.ts'

/** Cables are plugged in while the wizard is open. */
const LOOK_AGAIN_MS = 3000

/** The ports of the router, requested without credentials: there are none yet. */
export const usePorts = () =>
  useQuery({
    queryKey: keyOf(diagnostics.ipAddr),
    queryFn: () => callAs(undefined)(diagnostics.ipAddr),
    select: uplinkPorts,
    refetchInterval: LOOK_AGAIN_MS,
  })
