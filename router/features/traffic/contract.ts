import { z } from 'zod'
import { get } from '../operation.ts'
import { CounterName, NetCount, TrafficElement } from './counters.ts'
import { Flow } from './flow.ts'

export const traffic = {
  counters: get('/traffic/{name}', {
    tag: 'traffic',
    summary: 'How much each device has sent or received',
    description: 'Only what was let through and routed counts. A device without traffic for a day is left out.',
    params: { name: CounterName },
    reply: z.array(TrafficElement),
  }),
  flows: get('/iptraffic', {
    tag: 'traffic',
    summary: 'Who talks to whom',
    description:
      'From the connections that the kernel tracks, and those it tracked within the last hour: at most 4096 flows, the largest ' +
      'first. The kernel is looked at once a minute and at every call, so the last packets of a connection may be missed.',
    reply: z.array(Flow),
  }),
  history: get('/traffic_history', {
    tag: 'traffic',
    summary: 'Traffic minute by minute',
    description:
      'Newest first, a map from address to cumulative bytes for each minute of the last day. Take differences, and ' +
      'expect counters to start again from 0.',
    query: {
      minutes: z.coerce.number().int().min(1).optional().meta({ description: 'Only the last so many', example: 60 }),
    },
    reply: z.array(z.record(z.string(), NetCount)),
  }),
}
