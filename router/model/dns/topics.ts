import { z } from 'zod'
import { CodedMessage } from '../../values/codedmessage.ts'
import { count, fields, text, topic } from '../topic.ts'
import { BlockListStatus } from './blocklists/blocklist.ts'

const ClientIP = text('Address of the client')
const Name = text('The domain, with its last dot')

/** DNS. */
export const dnsTopics = {
  'dns:block:event': topic(
    'A block list or an override has blocked a domain.',
    fields({
      ClientIP,
      Name,
      By: text('What blocked it: the URI of the list, the domain of the override, or the service of a rule'),
    }),
  ),
  'dns:block:repeated': topic(
    'A client has requested one blocked domain 100 times within ten minutes. At most once in ten minutes for each pair, and five times for each client.',
    fields({
      ClientIP,
      Name,
      Count: count('Number of requests'),
      Seconds: count('Time between the first and the last of them'),
    }),
  ),
  'dns:override:event': topic(
    'An override has answered a query.',
    fields({ ClientIP, IP: text('The address in the answer; empty if the override only permits the domain'), Name }),
  ),
  'dns:blockrebind:event': topic(
    'An answer was blocked because it contains an address or a name of the home (DNS rebinding).',
    fields({ ClientIP, BlockedIP: text('The address, or the name'), Name }),
  ),
  'dns:health': topic(
    'Whether domains can be resolved has changed.',
    fields({
      Healthy: z.boolean().meta({ description: 'They can be resolved' }),
      Reason: text('Why not; empty otherwise'),
      Coded: CodedMessage.optional().meta({ description: 'The same as a code with its values' }),
    }),
  ),
  'dns:blocklist:update': topic('A block list is being fetched or compiled, or that has ended.', BlockListStatus),
}
