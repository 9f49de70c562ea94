import type { Core } from '../../../core.ts'
import type { Handlers } from '../../../model/operation.ts'
import type { stations } from '../../../model/wifi/stations/contract.ts'
import { connected, stationOf } from '../../../model/wifi/stations/station.ts'
import type { StationHistory } from './history.ts'
import type { StationReadings } from './readings.ts'

export function stationHandlers(
  { facts, clock }: Pick<Core, 'facts' | 'clock'>,
  readings: StationReadings,
  history: StationHistory,
): Handlers<typeof stations> {
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
