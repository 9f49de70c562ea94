import { z } from 'zod'
import { get, put } from '../../operation.ts'
import { PACKET_TOPICS } from './packet.ts'
import { PacketLogging } from './settings.ts'

const tag = 'firewall'

/** The packets that the firewall has dropped since it was loaded, as the kernel counts them. */
export const DropCounts = z
  .object({
    Topics: z
      .array(
        z.object({
          Topic: z.enum(PACKET_TOPICS).meta({ description: 'The topic of the events', example: 'nft:drop:forward' }),
          Dropped: z.number().int().meta({ description: 'Packets that were dropped or rejected' }),
          NotLogged: z.number().int().meta({
            description:
              'Those of them that were only counted: above the limits of the log, IPv6, or broadcasts of the provider',
          }),
        }),
      )
      .meta({ description: 'One entry for each reason' }),
    Lost: z
      .number()
      .int()
      .meta({ description: 'Logged packets that are missing from the events because the daemon was too slow' }),
  })
  .meta({ id: 'DropCounts' })

export const packetLog = {
  settings: get('/firewall/logging', {
    roles: ['viewer'],
    tag,
    summary: 'Which packets are logged',
    reply: PacketLogging,
  }),
  configure: put('/firewall/logging', {
    tag,
    summary: 'Set which packets are logged',
    description:
      'Each logged packet is an event. The kernel logs at most 5 dropped packets per second of one sender (30 at ' +
      'first), and 20 per second of each topic (100 at first); `/firewall/drops` counts the others. Of allowed ' +
      'connections, the first packet is logged, at most 50 per second of each topic (200 at first). They are off by ' +
      'default: a home opens many connections.',
    body: PacketLogging,
    reply: PacketLogging,
    errors: { 400: 'A field is missing, or not true or false' },
  }),
  counts: get('/firewall/drops', {
    roles: ['viewer'],
    tag,
    summary: 'How many packets were dropped, and why',
    description:
      'Counted by the kernel since these rules were loaded: a change of the firewall’s rules, but not of devices, sets ' +
      'the counts of the changed rules to 0.',
    reply: DropCounts,
    errors: { 503: 'The kernel does not list the firewall' },
  }),
}
