import { z } from 'zod'
import { policyTexts } from '../../../phrases/en/policies.ts'
import { isUnicastMac } from '../../../values/mac.ts'
import { AnyMac, UnicastMac } from '../../../values/mac-schema.ts'
import { timeOf } from '../dhcp/text.ts'

/** All policies. A device has them in any order. */
export const POLICIES = Object.keys(policyTexts) as (keyof typeof policyTexts)[]
export const Policy = z.enum(POLICIES)
export type Policy = z.infer<typeof Policy>

/** Policies that change the access to and from all devices. They can be set for one device at a time only. */
export const ONE_AT_A_TIME: readonly Policy[] = ['api', 'guestonly', 'disabled']

/** The identity of the pending passphrase, which any unknown station may use once. */
export const PENDING = 'pending'
const PENDING_IDENTITY = /^pending(:[a-z0-9-]{1,32})?$/

/** Whether this is the identity of a device that waits for its first connection: `pending`, or `pending:ID` for several. */
export const isPending = (identity: string): boolean => PENDING_IDENTITY.test(identity)

export const PskEntry = z
  .object({
    Type: z
      .enum(['', 'sae', 'wpa', 'wpa2'])
      .meta({ description: 'sae is WPA3, wpa and wpa2 are WPA2; empty for a device without wifi' }),
    Psk: z
      .string()
      .meta({ description: 'The passphrase, 8 to 63 characters; `**` in lists, empty for a device without wifi' }),
  })
  .meta({ id: 'PSKEntry' })

export const Style = z.object({
  Icon: z.string().meta({ description: 'The name of the icon' }),
  Color: z.string().meta({ description: 'The colour, in the notation of the client' }),
})

/** A stored device, with its MAC address, WireGuard public key, `pending`, or `pending:ID` as its key. */
export const Device = z
  .object({
    Name: z.string().meta({ description: 'The displayed name' }),
    MAC: z
      .union([z.literal(''), z.string().regex(PENDING_IDENTITY), UnicastMac])
      .meta({ description: 'The MAC address in lower case; empty for a device with a VPN key only' }),
    WGPubKey: z.string().meta({ description: 'The WireGuard public key in base64; empty without VPN' }),
    VLANTag: z.string().meta({ description: 'Decimal text, or empty' }),
    RecentIP: z.string().meta({ description: 'The address of the device, in its /30 network. It is kept' }),
    StaticIP: z.boolean().meta({
      description: 'True if RecentIP was set by the owner: DHCP never changes it then',
    }),
    DNSCustom: z.string().meta({ description: 'Custom DNS resolver; empty for the router’s resolver' }),
    PSKEntry: PskEntry.meta({ description: 'Wifi passphrase and its type' }),
    AllowWired: z.boolean().meta({
      description:
        'Whether a device with a passphrase may also connect by cable, identified by its MAC address. Ignored without a ' +
        'passphrase',
    }),
    Policies: z.array(Policy).meta({ description: 'Policies, in any order' }),
    Groups: z
      .array(z.string())
      .meta({ description: 'Groups, whose members may open connections to each other; in lower case' }),
    DeviceTags: z.array(z.string()).meta({ description: 'Tags that rules select devices by, in lower case' }),
    DHCPFirstTime: z.string().meta({ description: 'Time of the first DHCP request, as UTC text; empty for never' }),
    DHCPFirstInterface: z.string().meta({
      description: 'The link of the first DHCP request; empty for none, and for devices of earlier versions',
    }),
    DHCPLastTime: z.string().meta({ description: 'Time of the last DHCP request, as UTC text; empty for never' }),
    DHCPLastInterface: z.string().meta({ description: 'The link of the last DHCP request; empty for none' }),
    Style: Style.meta({ description: 'Icon and colour in clients' }),
    DeviceExpiration: z.number().int().meta({ description: 'Unix seconds; 0 for never' }),
    DeleteExpiration: z.boolean().meta({ description: 'Delete at expiry instead of disabling' }),
    DeviceDisabled: z
      .boolean()
      .meta({ description: 'The device is disabled: it keeps its entry without any permission' }),
  })
  .meta({
    id: 'DeviceEntry',
    example: {
      Name: 'phone',
      MAC: '02:11:22:33:44:55',
      WGPubKey: '',
      VLANTag: '',
      RecentIP: '192.168.2.6',
      StaticIP: false,
      DNSCustom: '',
      PSKEntry: { Type: 'sae', Psk: '**' },
      AllowWired: false,
      Policies: ['wan', 'dns'],
      Groups: ['family'],
      DeviceTags: [],
      DHCPFirstTime: '2026-11-20 18:02:11.000000000 +0000 UTC',
      DHCPFirstInterface: 'wlan0.4096',
      DHCPLastTime: '2026-11-22 07:40:03.000000000 +0000 UTC',
      DHCPLastInterface: 'wlan0.4097',
      Style: { Icon: 'Mobile', Color: 'violetA' },
      DeviceExpiration: 0,
      DeleteExpiration: false,
      DeviceDisabled: false,
    },
  })
export type Device = z.infer<typeof Device>

export const emptyDevice = (): Device => ({
  Name: '',
  MAC: '',
  WGPubKey: '',
  VLANTag: '',
  RecentIP: '',
  StaticIP: false,
  DNSCustom: '',
  PSKEntry: { Type: '', Psk: '' },
  AllowWired: false,
  Policies: [],
  Groups: [],
  DeviceTags: [],
  DHCPFirstTime: '',
  DHCPFirstInterface: '',
  DHCPLastTime: '',
  DHCPLastInterface: '',
  Style: { Icon: '', Color: '' },
  DeviceExpiration: 0,
  DeleteExpiration: false,
  DeviceDisabled: false,
})

/** The key of a device: MAC addresses in lower case, VPN keys unchanged. */
export function identityOf(text: string): string {
  // An unencoded plus sign of base64 in a query is decoded as a space.
  const trimmed = text.trim().replaceAll(' ', '+')
  return AnyMac.safeParse(trimmed).data ?? (isPending(trimmed.toLowerCase()) ? trimmed.toLowerCase() : trimmed)
}

/** The key of this device. */
export const keyOfDevice = (device: Device): string => device.MAC || device.WGPubKey

/** A WireGuard public key: 32 bytes in base64. */
export const isPublicKey = (text: string): boolean => /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text)

export const isIdentity = (text: string): boolean => isPending(text) || isUnicastMac(text) || isPublicKey(text)

/** Effective policies: none for a disabled device. */
export const isDisabled = (device: Device): boolean => device.DeviceDisabled || device.Policies.includes('disabled')

/** Whether its passphrase is not accepted over WPA3. One that is set to WPA3 is accepted over WPA2 too. */
export const isWpa2Only = ({ PSKEntry: { Type } }: Pick<Device, 'PSKEntry'>): boolean =>
  Type === 'wpa' || Type === 'wpa2'

/** A MAC address can be forged: a device with a passphrase is admitted on a cable only if the owner allows it. */
export const mayUseCable = ({ PSKEntry, AllowWired }: Pick<Device, 'PSKEntry' | 'AllowWired'>): boolean =>
  PSKEntry.Psk === '' || AllowWired

/** Sets or clears `DeviceDisabled` and the policy `disabled` together. */
export const withDisabled = (device: Device, disabled: boolean): Device => {
  const others = device.Policies.filter((policy) => policy !== 'disabled')
  return { ...device, DeviceDisabled: disabled, Policies: disabled ? [...others, 'disabled'] : others }
}

/** Returned in place of a secret; "unchanged" in a request. */
export const MASK = '**'

/** The device as in lists and events, with its passphrase masked. */
export const maskedDevice = (device: Device): Device =>
  device.PSKEntry.Psk === '' ? device : { ...device, PSKEntry: { ...device.PSKEntry, Psk: MASK } }

const GUEST_IDLE_MS = 30 * 24 * 3600_000

/**
 * The expiry of an absent guest in milliseconds since 1970: 30 days after its last DHCP request. Never for other devices, and for
 * one without a request.
 */
export const guestEnd = (device: Device): number =>
  device.DeviceTags.includes('guest')
    ? (timeOf(device.DHCPLastTime) ?? Number.POSITIVE_INFINITY) + GUEST_IDLE_MS
    : Number.POSITIVE_INFINITY
