import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { radios } from '../../../model/wifi/radios/contract.ts'
import type { StationReadings } from '../stations/readings.ts'
import { radioHandlers } from './handlers.ts'

/** The radios and their settings. */
export const radiosPart = (core: Core, needs: { readonly readings: StationReadings }) => ({
  operations: serve(radios, radioHandlers({ ...core, ...needs })),
})
