import type { Network } from '../../compiler/network.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Facts } from '../../store/facts.ts'
import { hostName } from '../info/hostname.ts'
import type { Handlers } from '../operation.ts'
import type { topology } from './contract.ts'
import { topologyOf } from './topology.ts'

interface Deps {
  readonly facts: Facts
  readonly machine: Pick<Machine, 'clock' | 'readSysctl' | 'writeSysctl'>
  readonly network: () => Network
}

export function topologyHandlers({ facts, machine, network }: Deps): Handlers<typeof topology> {
  const host = hostName({ machine, facts })
  return { read: () => topologyOf(facts, network(), host.now(), machine.clock.now()) }
}
