import { isAuthorized, type StationReading, stationOf } from '../../wifi/stations/station.ts'
import type { Topology } from './contract.ts'

/** With network, signal and rates of the devices that are connected to a radio. `now` in milliseconds. */
export function withSignals(graph: Topology, readings: readonly StationReading[], now: number): Topology {
  const stations = readings.filter(isAuthorized).map((reading) => stationOf(reading, '', now))
  const byLink = new Map(stations.map((station) => [station.Link, station]))
  const Nodes = graph.Nodes.map((node) => {
    const station = node.Kind === 'device' ? byLink.get(node.Iface ?? '') : undefined
    if (!station || station.MAC !== node.MAC) return node
    const { SSID, Signal: RSSI, TxRate, RxRate } = station
    return { ...node, SSID, ...(RSSI !== null && { Signal: { RSSI, TxRate, RxRate } }) }
  })
  return { ...graph, Nodes }
}
