import type { Core } from '../../../core.ts'
import { topology } from '../../../model/home/map/contract.ts'
import { serve } from '../../../model/operation.ts'
import type { StationReadings } from '../../wifi/stations/readings.ts'
import { topologyHandlers } from './handlers.ts'

/** The map of devices and connections. */
export const mapPart = (core: Core, { readings }: { readonly readings: StationReadings }) => ({
  operations: serve(topology, topologyHandlers(core, readings)),
})
