import { z } from 'zod'
import { sentBack } from '../../sentback.ts'

const SET_BY_DHCP = 'Without effect: DHCP sets it, perhaps since the client read the device'
const labels = z.array(z.string().max(200)).max(100)

/**
 * A partial update of a device. An absent, null or empty field is unchanged; a list, even an empty one, replaces the old one.
 * `revise` applies the rules.
 */
export const DeviceUpdate = z
  .object({
    Name: z.string().nullish().meta({ description: 'The displayed name', example: 'phone' }),
    MAC: z.string().nullish().meta({ description: 'Ignored: the identity in the query decides' }),
    WGPubKey: z.string().nullish().meta({ description: 'The public key of its WireGuard tunnel' }),
    VLANTag: z.string().nullish().meta({ description: '1 to 4094 as text; "0" clears it' }),
    RecentIP: z
      .string()
      .nullish()
      .meta({
        description:
          'Reserve this address, the third of a /30 block in a home network. It is assigned immediately; the device uses ' +
          'it after its next DHCP request. Rules and names with its old address are updated',
        example: '192.168.2.14',
      }),
    DHCPFirstTime: sentBack(z.string().max(64)),
    DHCPFirstInterface: sentBack(z.string().max(64)),
    DHCPLastTime: z.string().max(64).nullish().meta({ description: SET_BY_DHCP }),
    DHCPLastInterface: z.string().max(64).nullish().meta({ description: SET_BY_DHCP }),
    StaticIP: z.boolean().nullish().meta({
      description:
        'False permits DHCP to change the address if another host uses it; setting RecentIP sets this to true',
    }),
    DNSCustom: z.string().nullish().meta({ description: 'Custom DNS resolver; "0" clears it' }),
    PSKEntry: z
      .object({
        Type: z
          .enum(['', 'sae', 'wpa', 'wpa2'])
          .nullish()
          .meta({ description: 'wpa and wpa2 are the same; the value is returned as it was sent' }),
        Psk: z.string().nullish().meta({ description: '8 to 63 characters; generated if only the Type is set' }),
      })
      .nullish()
      .meta({ description: 'Wifi passphrase and its type' }),
    AllowWired: z.boolean().nullish().meta({
      description: 'True permits a device with a passphrase to connect by cable too, identified by its MAC address',
    }),
    Policies: labels.nullish().meta({ description: 'Policies', example: ['wan', 'dns'] }),
    Groups: labels.nullish().meta({ description: 'Groups that do not exist yet are created', example: ['family'] }),
    DeviceTags: labels.nullish().meta({ description: 'Tags that rules select devices by', example: ['print'] }),
    Style: z
      .object({
        Icon: z.string().nullish().meta({ description: 'The name of an icon' }),
        Color: z.string().nullish().meta({ description: 'A colour, in the notation of the client' }),
      })
      .nullish()
      .meta({ description: 'Icon and colour in clients' }),
    DeviceExpiration: z
      .number()
      .int()
      .min(-0xffffffff)
      .max(0xffffffff)
      .nullish()
      .meta({ description: 'Seconds from now; -1 clears it, 0 and anything below -1 leave it unchanged' }),
    DeleteExpiration: z
      .boolean()
      .nullish()
      .meta({ description: 'Delete the device when it expires, instead of disabling it' }),
    DeviceDisabled: z
      .boolean()
      .nullish()
      .meta({ description: 'Takes precedence over the policy `disabled` in Policies' }),
  })
  .meta({
    id: 'DeviceUpdate',
    example: { Name: 'phone', PSKEntry: { Type: 'sae' }, Policies: ['wan', 'dns'], Groups: ['family'] },
  })
export type DeviceUpdate = z.output<typeof DeviceUpdate>

/** Groups, tags and policies to add to several devices. */
export const BulkUpdate = z
  .object({
    Identities: z
      .array(z.string())
      .min(1)
      .max(10_000)
      .meta({ description: 'MAC addresses, WireGuard public keys, `pending`, or `pending:ID`' }),
    Groups: labels.nullish().meta({ description: 'Groups to add; groups that do not exist yet are created' }),
    Tags: labels.nullish().meta({ description: 'Tags to add' }),
    Policies: labels
      .nullish()
      .meta({ description: 'Without api, guestonly and disabled, which can be set for one device at a time only' }),
  })
  .meta({ id: 'BulkUpdate', example: { Identities: ['02:11:22:33:44:55'], Groups: ['family'], Policies: ['wan'] } })
export type BulkUpdate = z.output<typeof BulkUpdate>
