import type { Core } from '../../../core.ts'
import { uplink } from '../../../model/internet/connection/contract.ts'
import { serve } from '../../../model/operation.ts'
import { uplinkHandlers } from './handlers.ts'

/** How the router connects to its provider. */
export const connectionPart = (
  core: Core,
  needs: Pick<Parameters<typeof uplinkHandlers>[0], 'guard' | 'wifiState'>,
) => ({
  operations: serve(uplink, uplinkHandlers({ ...core, ...needs })),
})
