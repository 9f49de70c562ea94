import type { Core } from '../../../core.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { stations } from '../../../model/wifi/stations/contract.ts'
import { connected, stationOf } from '../../../model/wifi/stations/station.ts'
import type { StationHistory } from './history.ts'
import type { StationReadings } from './readings.ts'

interface Deps extends Pick<Core, 'facts' | 'clock'> {
  readonly readings: StationReadings
  readonly history: StationHistory
}

export function stationHandlers({ facts, readings, history, clock }: Deps): Handlers<typeof stations> {
  return {
    async list() {
      const now = clock.now()
      const found = connected(await readings.read()).map((reading) =>
        stationOf(reading, facts.devices.get(reading.mac)?.Name ?? '', now),
      )
      return Object.fromEntries(found.map((station) => [station.MAC, station]))
    },
    history: ({ params: { mac }, query: { minutes } }) => history.of(mac, minutes),
  }
}
