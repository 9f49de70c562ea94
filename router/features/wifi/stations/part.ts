import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { stations } from '../../../model/wifi/stations/contract.ts'
import type { Stations } from '../admission/stations.ts'
import { stationHandlers } from './handlers.ts'
import { openStationHistory } from './history.ts'
import { openStationReadings } from './readings.ts'
import { watchStations } from './watch.ts'

/** The stations of the radios, with their signal. */
export function stationsPart(core: Core, needs: { readonly stations: Stations }) {
  const { keep } = core
  keep(watchStations({ ...core, ...needs }))
  const readings = openStationReadings(core.radio, core.clock)
  const history = keep(openStationHistory(core, readings))
  return { readings, operations: serve(stations, stationHandlers(core, readings, history)) }
}
