import type { Core } from '../../../core.ts'
import { serve } from '../../../model/operation.ts'
import { wifiFailures, wifiSocket } from '../../../model/wifi/admission/contract.ts'
import { openFailures } from './failures.ts'
import { openGatewayAnnouncements } from './gateway.ts'
import { wifiFailureHandlers, wifiHandlers } from './handlers.ts'
import { openStations } from './stations.ts'

/** Which stations join, and why others could not. */
export function admissionPart(core: Core) {
  const { keep } = core
  const stations = openStations(core)
  keep(openGatewayAnnouncements(core))
  const failures = keep(openFailures(core))
  return {
    stations,
    operations: serve(wifiFailures, wifiFailureHandlers(failures)),
    socket: serve(wifiSocket, wifiHandlers(core.facts, stations)),
  }
}
