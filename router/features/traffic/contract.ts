import { z } from 'zod'
import { filled } from '../../values/text.ts'
import { get } from '../operation.ts'
import { CounterName, LONGEST, NetCount, TrafficElement, TrafficTotals } from './counters.ts'
import { DeviceTraffic } from './destinations.ts'
import { Flow } from './flow.ts'

const device = filled(64).meta({
  description: 'A MAC address, a WireGuard public key, or the address of a device',
  example: '192.168.2.6',
})
const NO_DEVICE = { 404: 'There is no such device' }

export const traffic = {
  counters: get('/traffic/{name}', {
    tag: 'traffic',
    summary: 'Traffic counters of devices',
    description: 'Only what was let through and routed counts. A device without traffic for a day is left out.',
    params: { name: CounterName.meta({ description: 'Which counter; the direction is the device’s' }) },
    reply: z.array(TrafficElement),
  }),
  flows: get('/iptraffic', {
    tag: 'traffic',
    summary: 'Traffic flows',
    description:
      'From the connections that the kernel tracks, and those it tracked within the last hour: at most 4096 flows, the largest ' +
      'first. The kernel is read once a minute and at every call, so the last packets of a connection may be missed. ' +
      'Flows are listed at the present address of a device, whatever addresses it had within the hour. ' +
      'With `device`, only flows from or to that one.',
    query: { device: device.optional() },
    reply: z.array(Flow),
    errors: NO_DEVICE,
  }),
  ofDevice: get('/traffic/device/{identity}', {
    tag: 'traffic',
    summary: 'Traffic of a device by destination',
    description:
      'What it has exchanged within the last hour, and with which addresses, also before its address changed. The sums are of the same counters as ' +
      '`/traffic_totals`; destinations come from its flows (see `/iptraffic`), in which the last packets of a connection ' +
      'may be missing. A WireGuard key goes into the path percent-encoded.',
    params: { identity: device },
    reply: DeviceTraffic,
    errors: NO_DEVICE,
  }),
  history: get('/traffic_history', {
    tag: 'traffic',
    summary: 'Traffic history by minute',
    description:
      'Newest first, a map from address to cumulative bytes for each minute of the last day, also of the time before a ' +
      'restart; a minute at which nobody looked is as the one before it. Take differences, and expect counters to start ' +
      'again from 0.',
    query: {
      minutes: z.coerce.number().int().min(1).optional().meta({ description: 'Only the last so many', example: 60 }),
    },
    reply: z.array(z.record(z.string(), NetCount)),
  }),
  totals: get('/traffic_totals', {
    tag: 'traffic',
    summary: 'Traffic of each device in a period',
    description:
      'A map from the address that a device has now to its bytes since `Since`, whatever addresses it had meanwhile. The sums ' +
      'of `/traffic_history`, with what was counted since its newest minute.',
    query: {
      minutes: z.coerce
        .number()
        .int()
        .min(1)
        .max(LONGEST)
        .default(LONGEST)
        .meta({ description: 'How far back, a day at most', example: 60 }),
    },
    reply: TrafficTotals,
  }),
}
