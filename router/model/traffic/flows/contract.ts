import { z } from 'zod'
import { filled } from '../../../values/text.ts'
import { get } from '../../operation.ts'
import { CounterName, NetCount, TRAFFIC_HISTORY_MINUTES, TrafficElement, TrafficTotals } from './counters.ts'
import { DeviceTraffic } from './destinations.ts'
import { Flow } from './flow.ts'

const device = filled(64).meta({
  description: 'A MAC address, a WireGuard public key, or the address of a device',
  example: '192.168.2.6',
})
const NO_DEVICE = { 404: 'No such device' }

export const traffic = {
  counters: get('/traffic/{name}', {
    roles: ['viewer'],
    tag: 'traffic',
    summary: 'Traffic counters of devices',
    description: 'Counts only packets that were accepted and routed. A device without traffic for a day is left out.',
    params: { name: CounterName.meta({ description: 'The counter; its direction is that of the device' }) },
    reply: z.array(TrafficElement),
  }),
  flows: get('/iptraffic', {
    roles: ['viewer'],
    tag: 'traffic',
    summary: 'Traffic flows',
    description:
      'From the kernel’s table of connections, now and within the last hour: at most 4096 flows, the largest first. ' +
      'The table is read once a minute and at every call, so the last packets of a connection may be missing. Flows ' +
      'are listed with the present address of a device, also from before its address changed. With `device`, only ' +
      'flows from or to this device.',
    query: { device: device.optional() },
    reply: z.array(Flow),
    errors: NO_DEVICE,
  }),
  ofDevice: get('/traffic/device/{identity}', {
    roles: ['viewer', 'parent'],
    tag: 'traffic',
    summary: 'Traffic of a device by destination',
    description:
      'Bytes within the last hour by destination, also from before the address of the device changed. The sums come ' +
      'from the counters of `/traffic_totals`; destinations come from flows (see `/iptraffic`), in which the last ' +
      'packets of a connection may be missing. Percent-encode a WireGuard key in the path.',
    params: { identity: device },
    reply: DeviceTraffic,
    errors: NO_DEVICE,
  }),
  history: get('/traffic_history', {
    roles: ['viewer'],
    tag: 'traffic',
    summary: 'Traffic history by minute',
    description:
      'Newest first: a map from address to cumulative bytes for each minute of the last day, also from before a ' +
      'restart; a minute without a reading repeats the one before it. Use differences: a total continues when the ' +
      'address of its device changes, and may start again from 0.',
    query: {
      minutes: z.coerce
        .number()
        .int()
        .min(1)
        .optional()
        .meta({ description: 'Number of latest minutes; default: all', example: 60 }),
    },
    reply: z.array(z.record(z.string(), NetCount)),
  }),
  totals: get('/traffic_totals', {
    roles: ['viewer', 'parent'],
    tag: 'traffic',
    summary: 'Traffic of each device in a period',
    description:
      'A map from the present address of a device to its bytes since `Since`, also from before its address changed: ' +
      'the sums of `/traffic_history` and of the bytes since its newest minute.',
    query: {
      minutes: z.coerce
        .number()
        .int()
        .min(1)
        .max(TRAFFIC_HISTORY_MINUTES)
        .default(TRAFFIC_HISTORY_MINUTES)
        .meta({ description: 'Length of the period in minutes, up to now; at most a day', example: 60 }),
    },
    reply: TrafficTotals,
  }),
}
