import type { Core } from '../../../core.ts'
import { lostDevice } from '../../../model/home/lostdevice/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { SessionUse } from '../../access/credentials/sessionuse.ts'
import { lostDeviceHandlers } from './handlers.ts'

/** What a lost or stolen device can no longer do. */
export const lostDevicePart = (core: Core, { sessionUse }: { readonly sessionUse: SessionUse }) => ({
  operations: serve(lostDevice, lostDeviceHandlers(core, sessionUse)),
})
