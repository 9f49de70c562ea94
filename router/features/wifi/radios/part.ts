import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { radios } from '../../../model/wifi/radios/contract.ts'
import { radioHandlers } from './handlers.ts'

/** The radios and their settings. */
export const radiosPart = (core: Core, needs: Pick<Parameters<typeof radioHandlers>[0], 'readings'>) => ({
  operations: serve(radios, radioHandlers({ ...core, ...needs })),
})
