import type { Machine } from '../../machine/machine.ts'
import type { Handlers } from '../operation.ts'
import type { traffic } from './contract.ts'
import { isNews } from './observe.ts'
import type { TrafficSampler } from './sampler.ts'
import type { FlowWatch } from './watch.ts'

interface Parts {
  readonly machine: Pick<Machine, 'clock'>
  readonly sampler: Pick<TrafficSampler, 'read' | 'history'>
  readonly flows: Pick<FlowWatch, 'now'>
}

export function trafficHandlers({ machine, sampler, flows }: Parts): Handlers<typeof traffic> {
  return {
    async counters({ params: { name } }) {
      const readings = await sampler.read(name)
      return [...readings]
        .filter(([, reading]) => isNews(reading, machine.clock.now()))
        .map(([IP, { packets, bytes }]) => ({ IP, Packets: packets, Bytes: bytes }))
    },

    flows: () => flows.now(),

    history: ({ query: { minutes } }) => sampler.history.text(minutes),
  }
}
