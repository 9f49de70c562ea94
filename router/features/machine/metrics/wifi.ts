import { connected, receptionOf, type StationReading } from '../../../model/wifi/stations/station.ts'
import { type Family, flag, gauge } from './exposition.ts'

/** In a Mbit. */
const BYTES = 1e6 / 8

/** Access points by the link of their radio, and connected stations. */
export function wifiMetrics(
  radios: ReadonlyMap<string, { readonly state: string }>,
  readings: readonly StationReading[],
): Family[] {
  const stations = connected(readings).map((reading) => ({ mac: reading.mac, ...receptionOf(reading) }))
  const labels = ({ mac, Radio }: (typeof stations)[number]) => ({ device: mac, radio: Radio })
  const channels = new Map(readings.map((reading) => [reading.radio, receptionOf(reading).Channel]))
  return [
    gauge(
      'radio_up',
      'Whether the access point of the radio runs.',
      [...radios].map(([radio, { state }]) => [flag(state === 'running' || state === 'failsafe'), { radio }]),
    ),
    gauge(
      'radio_stations',
      'Stations that are connected to the radio.',
      [...radios.keys()].map((radio) => [stations.filter(({ Radio }) => Radio === radio).length, { radio }]),
    ),
    gauge(
      'radio_channel',
      'Primary channel of the radio, while stations are connected.',
      [...channels].map(([radio, channel]) => [channel, { radio }]),
    ),
    gauge(
      'station_signal_dbm',
      'Strength of the last frame of the station in dBm.',
      stations.flatMap((station) => (station.Signal === null ? [] : [[station.Signal, labels(station)]])),
    ),
    gauge(
      'station_receive_rate_bytes_per_second',
      'Data rate of the last frame from the station.',
      stations.map((station) => [station.RxRate * BYTES, labels(station)]),
    ),
    gauge(
      'station_transmit_rate_bytes_per_second',
      'Data rate of the last frame to the station.',
      stations.map((station) => [station.TxRate * BYTES, labels(station)]),
    ),
  ]
}
