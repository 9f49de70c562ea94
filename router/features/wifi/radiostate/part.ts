import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { radioState } from '../../../model/wifi/radiostate/contract.ts'
import type { StationReadings } from '../stations/readings.ts'
import { announceRadios } from './announce.ts'
import { radioStateHandlers } from './handlers.ts'

/** The present state of the radios. */
export function radioStatePart(core: Core, needs: { readonly readings: StationReadings }) {
  announceRadios(core.radio, core.bus)
  return { operations: serve(radioState, radioStateHandlers({ ...core, ...needs })) }
}
