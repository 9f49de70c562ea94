import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { get, put } from '../../operation.ts'
import {
  MOST_MULTICAST_GROUPS,
  MulticastAddress,
  MulticastEndpoint,
  MulticastSettings,
  merged,
  OwnName,
} from './settings.ts'

const tag = 'firewall'

const flag = z
  .boolean()
  .nullable()
  .transform((given) => given ?? false)
  .optional()

/** An address as text is an entry with default values. */
const GivenAddress = z.union([
  // An entry whose Tags are misspelt would apply to all devices.
  z.strictObject(MulticastAddress.shape),
  MulticastEndpoint.transform(
    (text): MulticastAddress => ({ Address: text, Disabled: false, Tags: [], Description: '' }),
  ),
])

/** Absent fields are unchanged; `null` is empty or false. */
export const GivenMulticast = z
  .strictObject({
    Disabled: flag.meta({ description: 'Pass nothing on', example: false }),
    Addresses: z
      .array(GivenAddress)
      .max(MOST_MULTICAST_GROUPS, schemaPhrase('field.atMost', MOST_MULTICAST_GROUPS))
      .nullable()
      .transform((list) => merged(list ?? []))
      .optional()
      .meta({
        description: 'The relayed groups. An entry may also be the address as text',
        example: [
          { Address: '224.0.0.251:5353', Description: 'mDNS' },
          { Address: '239.255.255.250:1900', Tags: ['cast'], Description: 'SSDP' },
        ],
      }),
    DisableMDNSAdvertise: flag.meta({ description: 'Do not answer to the router’s name on uplinks', example: true }),
    MDNSName: OwnName.nullable()
      .transform((name) => name ?? '')
      .optional()
      .meta({ description: 'The router’s name under .local; empty for spr', example: 'spr' }),
  })
  .meta({ id: 'MulticastRequest' })

export const multicast = {
  getMulticastSettings: get('/multicastSettings', {
    roles: ['viewer'],
    tag,
    summary: 'Which multicast groups are relayed',
    reply: MulticastSettings,
  }),
  updateMulticastSettings: put('/multicastSettings', {
    tag,
    summary: 'Change which multicast groups are relayed',
    description:
      'The router relays packets to these groups between household devices, so that a phone finds a television. This ' +
      'permits no unicast connection: that needs a policy, a group or a tag. Unicast answers to questions (SSDP ' +
      'searches, mDNS queries from other ports than 5353, probes of WS-Discovery) are sent to the router, which checks ' +
      'them and forwards them to the sender of the question, for a few seconds. With `Tags`, an ' +
      'entry applies only to devices that share one of them; devices with the policy `guestonly` take part in such ' +
      'entries only. Packets are never relayed to or from an uplink. The port also has to be open: see ' +
      '`/firewall/multicast`.\n\nAbsent fields are unchanged; `Addresses` replaces the whole list. Duplicate addresses ' +
      'become one entry. At home the router answers for `MDNSName` under `.local`; on an uplink only if ' +
      '`DisableMDNSAdvertise` is false and the multicast port 5353 is open towards it.',
    body: GivenMulticast,
    reply: MulticastSettings,
    errors: { 400: 'Not an IPv4 multicast group with a port, or an invalid tag or name' },
  }),
}
