import { z } from 'zod'
import { sentBack } from '../sentback.ts'

const SET_BY_DHCP = 'Without effect: DHCP sets it, perhaps since the client read the device'
const labels = z.array(z.string().max(200)).max(100)

/**
 * What a caller may send of a device: any part of it. A field that is absent, null or empty stays as it is; a list that
 * is there, even an empty one, takes the place of the old one. `revise` holds the rules.
 */
export const DeviceUpdate = z
  .object({
    Name: z.string().nullish().meta({ description: 'The name shown to people', example: 'phone' }),
    MAC: z.string().nullish().meta({ description: 'Without effect: the identity in the query decides' }),
    WGPubKey: z.string().nullish().meta({ description: 'The public key of its WireGuard tunnel' }),
    VLANTag: z.string().nullish().meta({ description: '1 to 4094 as text; "0" clears it' }),
    RecentIP: z
      .string()
      .nullish()
      .meta({
        description:
          'Reserve this address: the third of a /30 block in a home network. It is the device’s at once; the device takes it ' +
          'when it next asks. Rules and names that lead to the address it had follow',
        example: '192.168.2.14',
      }),
    DHCPFirstTime: sentBack(z.string().max(64)),
    DHCPLastTime: z.string().max(64).nullish().meta({ description: SET_BY_DHCP }),
    DHCPLastInterface: z.string().max(64).nullish().meta({ description: SET_BY_DHCP }),
    StaticIP: z.boolean().nullish().meta({
      description: 'False lets DHCP move the address again when another host uses it; setting RecentIP makes it true',
    }),
    DNSCustom: z.string().nullish().meta({ description: 'A resolver of its own; "0" clears it' }),
    PSKEntry: z
      .object({
        Type: z
          .enum(['', 'sae', 'wpa', 'wpa2'])
          .nullish()
          .meta({ description: 'wpa and wpa2 mean the same; the spelling given is answered' }),
        Psk: z.string().nullish().meta({ description: '8 to 63 characters; a Type without one has one generated' }),
      })
      .nullish()
      .meta({ description: 'How the device joins the wifi' }),
    AllowWired: z.boolean().nullish().meta({
      description: 'True admits a device with a passphrase on a cable too, by its MAC address alone',
    }),
    Policies: labels.nullish().meta({ description: 'What the device may do', example: ['wan', 'dns'] }),
    Groups: labels.nullish().meta({ description: 'Groups that do not exist yet are created', example: ['family'] }),
    DeviceTags: labels.nullish().meta({ description: 'Tags that rules select devices by', example: ['print'] }),
    Style: z
      .object({
        Icon: z.string().nullish().meta({ description: 'The name of an icon' }),
        Color: z.string().nullish().meta({ description: 'A colour, as the client writes it' }),
      })
      .nullish()
      .meta({ description: 'How clients show the device' }),
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
      .meta({ description: 'Decides; without it the policy `disabled` in a list of Policies does' }),
  })
  .meta({
    id: 'DeviceUpdate',
    example: { Name: 'phone', PSKEntry: { Type: 'sae' }, Policies: ['wan', 'dns'], Groups: ['family'] },
  })
export type DeviceUpdate = z.output<typeof DeviceUpdate>

/** What is added to each of several devices. */
export const BulkUpdate = z
  .object({
    Identities: z
      .array(z.string())
      .min(1)
      .max(10_000)
      .meta({ description: 'MAC addresses, WireGuard public keys, or `pending`' }),
    Groups: labels.nullish().meta({ description: 'Groups to add; groups that do not exist yet are created' }),
    Tags: labels.nullish().meta({ description: 'Tags to add' }),
    Policies: labels
      .nullish()
      .meta({ description: 'Not api, guestonly or disabled: those are for one device at a time' }),
  })
  .meta({ id: 'BulkUpdate', example: { Identities: ['02:11:22:33:44:55'], Groups: ['family'], Policies: ['wan'] } })
export type BulkUpdate = z.output<typeof BulkUpdate>
