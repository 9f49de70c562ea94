import type { Network } from '../../compiler/network.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import { hostName } from '../info/hostname.ts'
import type { Handlers } from '../operation.ts'
import type { StationReadings } from '../stations/readings.ts'
import type { topology } from './contract.ts'
import { withSignals } from './signal.ts'
import { topologyOf } from './topology.ts'

interface Deps {
  readonly facts: Facts
  readonly machine: Pick<Machine, 'clock' | 'readSysctl' | 'writeSysctl'>
  readonly network: () => Network
  readonly readings: StationReadings
}

export function topologyHandlers({ facts, machine, network, readings }: Deps): Handlers<typeof topology> {
  const host = hostName({ machine, facts })
  return {
    async read() {
      const now = machine.clock.now()
      const stations = await readings.read()
      return withSignals(topologyOf(facts, network(), host.now(), now), stations, now)
    },
  }
}
