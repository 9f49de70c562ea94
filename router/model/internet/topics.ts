import { z } from 'zod'
import { fields, text, topic } from '../topic.ts'
import { DynDnsStatus } from './dyndns/contract.ts'
import { SpeedTest } from './uplinks/status.ts'

const Iface = text('The link, with its name in the kernel')
const Uplink = fields({ Iface })

/** Uplinks and dynamic DNS. */
export const internetTopics = {
  'wan:uplink:up': topic('An uplink works again.', Uplink),
  'wan:uplink:down': topic('An uplink has stopped working.', Uplink),
  'wan:failover': topic(
    'New connections use other uplinks than before.',
    fields({
      Iface,
      Action: z.enum(['leave', 'return']).meta({ description: 'Whether the uplink is no longer used, or used again' }),
      Active: z.array(z.string()).meta({ description: 'The uplinks that new connections use' }),
    }),
  ),
  'wan:speedtest': topic('A speed test has ended.', SpeedTest),
  'dyndns:update': topic('The state of dynamic DNS has changed.', DynDnsStatus),
}
