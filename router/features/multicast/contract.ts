import { z } from 'zod'
import { get, put } from '../operation.ts'
import { Address, MOST_GROUPS, MulticastAddress, MulticastSettings, merged, OwnName } from './settings.ts'

const tag = 'firewall'

const flag = z
  .boolean()
  .nullable()
  .transform((given) => given ?? false)
  .optional()

/** An address alone is an entry with default values. */
const GivenAddress = z.union([
  // Without its Tags, because they were misspelt, an entry would be for everybody.
  z.strictObject(MulticastAddress.shape),
  Address.transform((text): MulticastAddress => ({ Address: text, Disabled: false, Tags: [], Description: '' })),
])

/** Absent fields are unchanged; `null` is empty or false. */
export const GivenMulticast = z
  .strictObject({
    Disabled: flag.meta({ description: 'Pass nothing on', example: false }),
    Addresses: z
      .array(GivenAddress)
      .max(MOST_GROUPS, `must be at most ${MOST_GROUPS}`)
      .nullable()
      .transform((list) => merged(list ?? []))
      .optional()
      .meta({
        description: 'Which groups are passed on. An address may also be given as text alone',
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
    tag,
    summary: 'Which multicast groups are relayed',
    reply: MulticastSettings,
  }),
  updateMulticastSettings: put('/multicastSettings', {
    tag,
    summary: 'Change which multicast groups are relayed',
    description:
      'The router relays packets of household devices to these groups to the other household devices, so ' +
      'that a phone finds a television. Discovery permits no connection: that needs a policy, a group or a tag, ' +
      'and so do unicast responses. With `Tags`, an entry applies only to devices that share one of ' +
      'them; a device with the policy `guestonly` takes part in such entries alone. Nothing is ever ' +
      'relayed to an uplink, or from one. The port has to be open as well: see `/firewall/multicast`.\n\n' +
      'Absent fields are unchanged; Addresses replaces the whole list. The same address twice ' +
      'becomes one entry. At home the router answers to `MDNSName` under `.local`; on an uplink only when ' +
      '`DisableMDNSAdvertise` is false and the multicast port 5353 is open towards it.',
    body: GivenMulticast,
    reply: MulticastSettings,
    errors: { 400: 'An address that is no IPv4 multicast group with a port, a tag or a name that cannot be one' },
  }),
}
