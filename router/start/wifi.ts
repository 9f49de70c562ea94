import { openDailyPassphrase } from '../features/home/guests/daily.ts'
import { type Failures, openFailures } from '../features/wifi/admission/failures.ts'
import { openGatewayAnnouncements } from '../features/wifi/admission/gateway.ts'
import { openStations, type Stations } from '../features/wifi/admission/stations.ts'
import { announceRadios } from '../features/wifi/radiostate/announce.ts'
import { openStationHistory, type StationHistory } from '../features/wifi/stations/history.ts'
import { openStationReadings, type StationReadings } from '../features/wifi/stations/readings.ts'
import { watchStations } from '../features/wifi/stations/watch.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'
import type { State } from './state.ts'

/** Stations of the radios, and their history. */
export interface Wifi {
  readonly stations: Stations
  readonly stationReadings: StationReadings
  readonly stationHistory: StationHistory
  readonly failures: Failures
}

/** Opens the records of stations, failed joins and signals, and the daily passphrase of guests. */
export function openWifi(
  { machine, clock, onFailure }: Base,
  { facts }: State,
  { bus, change, radio, watch }: Enforcement,
  opened: AsyncDisposableStack,
): Wifi {
  const stations = openStations({ facts, change, bus })
  announceRadios({ radio, bus })
  opened.use(openGatewayAnnouncements({ machine, facts, bus, onFailure }))
  const failures = opened.use(openFailures({ facts, bus, clock }))
  opened.use(watchStations({ radio, facts, stations, clock, onFailure }))
  const stationReadings = openStationReadings({ radio, clock })
  const stationHistory = opened.use(openStationHistory({ readings: stationReadings, clock, onFailure }))
  const daily = opened.use(openDailyPassphrase({ facts, change, bus, clock }))
  opened.use(watch((entries) => daily.learn(entries)))
  return { stations, stationReadings, stationHistory, failures }
}
