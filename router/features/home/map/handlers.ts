import type { Core } from '../../../core.ts'
import type { Topology, topology } from '../../../model/home/map/contract.ts'
import type { Handlers } from '../../../model/operation.ts'
import { isAuthorized, type StationReading, stationOf } from '../../../model/wifi/stations/station.ts'
import { machineName } from '../../machine/info/hostname.ts'
import type { StationReadings } from '../../wifi/stations/readings.ts'
import { openPluginGraphs, withPlugins } from './plugingraph.ts'
import { topologyOf } from './topology.ts'

export function topologyHandlers(
  core: Pick<Core, 'facts' | 'machine' | 'network' | 'data'>,
  readings: StationReadings,
): Handlers<typeof topology> {
  const { facts, machine, network } = core
  const host = machineName(core)
  const plugins = openPluginGraphs(core)
  return {
    async read() {
      const now = machine.clock.now()
      const [stations, graphs] = await Promise.all([readings.read(), plugins()])
      return withPlugins(withSignals(topologyOf(facts, network(), host.now(), now), stations, now), graphs)
    },
  }
}

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
