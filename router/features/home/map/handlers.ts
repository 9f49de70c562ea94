import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import type { topology } from '../../../model/home/map/contract.ts'
import { withSignals } from '../../../model/home/map/signal.ts'
import type { Handlers } from '../../../model/operation.ts'
import { machineName } from '../../machine/info/hostname.ts'
import type { StationReadings } from '../../wifi/stations/readings.ts'
import { type openPluginGraphs, withPlugins } from './plugingraph.ts'
import { topologyOf } from './topology.ts'

interface Deps extends Pick<Core, 'facts' | 'network'> {
  readonly machine: Pick<Machine, 'clock' | 'readSysctl' | 'writeSysctl'>
  readonly readings: StationReadings
  readonly plugins: ReturnType<typeof openPluginGraphs>
}

export function topologyHandlers({ facts, machine, network, readings, plugins }: Deps): Handlers<typeof topology> {
  const host = machineName({ machine, facts })
  return {
    async read() {
      const now = machine.clock.now()
      const [stations, graphs] = await Promise.all([readings.read(), plugins()])
      return withPlugins(withSignals(topologyOf(facts, network(), host.now(), now), stations, now), graphs)
    },
  }
}
