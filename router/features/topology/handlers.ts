import type { Network } from '../../compiler/network.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import { hostName } from '../info/hostname.ts'
import type { Handlers } from '../operation.ts'
import type { StationReadings } from '../stations/readings.ts'
import type { topology } from './contract.ts'
import { type openPluginGraphs, withPlugins } from './plugingraph.ts'
import { withSignals } from './signal.ts'
import { topologyOf } from './topology.ts'

interface Deps {
  readonly facts: Facts
  readonly machine: Pick<Machine, 'clock' | 'readSysctl' | 'writeSysctl'>
  readonly network: () => Network
  readonly readings: StationReadings
  readonly plugins: ReturnType<typeof openPluginGraphs>
}

export function topologyHandlers({ facts, machine, network, readings, plugins }: Deps): Handlers<typeof topology> {
  const host = hostName({ machine, facts })
  return {
    async read() {
      const now = machine.clock.now()
      const [stations, graphs] = await Promise.all([readings.read(), plugins()])
      return withPlugins(withSignals(topologyOf(facts, network(), host.now(), now), stations, now), graphs)
    },
  }
}
