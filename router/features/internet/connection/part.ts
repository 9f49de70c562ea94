import type { Core } from '../../../core.ts'
import { uplink } from '../../../model/internet/connection/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { Guard } from '../../access/confirm/confirmation.ts'
import { type UplinkWifiState, uplinkHandlers } from './handlers.ts'

interface Needs {
  readonly guard: Guard
  readonly wifiState: (link: string) => Promise<UplinkWifiState | undefined>
}

/** How the router connects to its provider. */
export const connectionPart = (core: Core, needs: Needs) => ({
  operations: serve(uplink, uplinkHandlers({ ...core, ...needs })),
})
