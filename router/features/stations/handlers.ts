import type { Clock } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import type { Handlers } from '../operation.ts'
import type { stations } from './contract.ts'
import type { StationHistory } from './history.ts'
import type { StationReadings } from './readings.ts'
import { isAuthorized, stationOf, type WifiStation } from './station.ts'

interface Deps {
  readonly facts: Facts
  readonly readings: StationReadings
  readonly history: StationHistory
  readonly clock: Clock
}

export function stationHandlers({ facts, readings, history, clock }: Deps): Handlers<typeof stations> {
  return {
    async list() {
      const now = clock.now()
      const found = (await readings.read())
        .filter(isAuthorized)
        .map((reading) => stationOf(reading, facts.devices.get(reading.mac)?.Name ?? '', now))
      return latest(found)
    },
    history: ({ params: { mac }, query: { minutes } }) => history.of(mac, minutes),
  }
}

/** By MAC address. An access point lists a station that has roamed to another one for a while: the newest connection counts. */
const latest = (found: readonly WifiStation[]): Record<string, WifiStation> =>
  Object.fromEntries(
    found.toSorted((a, b) => a.ConnectedSince - b.ConnectedSince).map((station) => [station.MAC, station]),
  )
