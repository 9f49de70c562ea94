import type { Core } from '../../../core.ts'
import { lostDevice } from '../../../model/home/lostdevice/contract.ts'
import { serve } from '../../../model/operation.ts'
import { lostDeviceHandlers } from './handlers.ts'

/** What a lost or stolen device can no longer do. */
export const lostDevicePart = (core: Core, needs: Pick<Parameters<typeof lostDeviceHandlers>[0], 'sessionUse'>) => ({
  operations: serve(lostDevice, lostDeviceHandlers({ ...core, ...needs })),
})
