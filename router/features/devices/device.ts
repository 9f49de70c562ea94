import { z } from 'zod'
import { Invalid } from '../../errors.ts'
import { AnyMac, isMac, isUnicastMac, Mac } from '../../values/mac.ts'

/** What a device may do. Order has no meaning. */
export const POLICIES = [
  'wan',
  'dns',
  'lan',
  'lan_upstream',
  'api',
  'noapi',
  'guestonly',
  'disabled',
  'quarantine',
  'dns:family',
] as const
export const Policy = z.enum(POLICIES)
export type Policy = z.infer<typeof Policy>

/** The identity under which the one passphrase waits that any unknown station may use, once. */
export const PENDING = 'pending'

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
  Icon: z.string().meta({ description: 'The name of the icon that clients show' }),
  Color: z.string().meta({ description: 'The colour that clients show it in, as clients wrote it' }),
})

/** What we remember of a device, keyed by MAC, by WireGuard public key, or `pending`. */
export const Device = z
  .object({
    Name: z.string().meta({ description: 'The name shown to people' }),
    MAC: z
      .union([z.literal(['', PENDING]), Mac])
      .meta({ description: 'The MAC address in lower case; empty for a device known by its VPN key alone' }),
    WGPubKey: z.string().meta({ description: 'The WireGuard public key in base64; empty without a tunnel' }),
    VLANTag: z.string().meta({ description: 'Decimal text, or empty' }),
    RecentIP: z.string().meta({ description: 'The address it has, and keeps: the device side of its /30 network' }),
    StaticIP: z.boolean().meta({
      description: 'True when RecentIP was set by the owner: DHCP never moves it',
    }),
    DNSCustom: z.string().meta({ description: 'A resolver of its own, or empty for ours' }),
    PSKEntry: PskEntry.meta({ description: 'How the device joins the wifi' }),
    AllowWired: z.boolean().meta({
      description:
        'Whether a device with a passphrase may use its MAC address on a cable too. Without a passphrase it has no effect',
    }),
    Policies: z.array(Policy).meta({ description: 'What the device may do, in any order' }),
    Groups: z.array(z.string()).meta({ description: 'Groups whose members may talk to each other, in lower case' }),
    DeviceTags: z.array(z.string()).meta({ description: 'Tags that rules select devices by, in lower case' }),
    DHCPFirstTime: z.string().meta({ description: 'When it first asked for an address, as UTC text; empty for never' }),
    DHCPLastTime: z.string().meta({ description: 'When it last asked for an address, as UTC text; empty for never' }),
    DHCPLastInterface: z
      .string()
      .meta({ description: 'The link on which it last asked for an address; empty for none' }),
    Style: Style.meta({ description: 'How clients show the device' }),
    DeviceExpiration: z.number().int().meta({ description: 'Unix seconds; 0 for never' }),
    DeleteExpiration: z.boolean().meta({ description: 'Delete at expiry instead of disabling' }),
    DeviceDisabled: z.boolean().meta({ description: 'The device keeps its entry, and may do nothing' }),
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
  DHCPLastTime: '',
  DHCPLastInterface: '',
  Style: { Icon: '', Color: '' },
  DeviceExpiration: 0,
  DeleteExpiration: false,
  DeviceDisabled: false,
})

/** The key under which a device is kept: MACs in lower case, VPN keys as they are. */
export function identityOf(text: string): string {
  // A plus sign of base64 that a client has put into a query as it is arrives as a space.
  const trimmed = text.trim().replaceAll(' ', '+')
  return AnyMac.safeParse(trimmed).data ?? (trimmed.toLowerCase() === PENDING ? PENDING : trimmed)
}

/** The key under which this device is kept. */
export const keyOf = (device: Device): string => device.MAC || device.WGPubKey

/** A WireGuard public key: 32 bytes in base64. */
export const isPublicKey = (text: string): boolean => /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(text)

export const isIdentity = (text: string): boolean => text === PENDING || isUnicastMac(text) || isPublicKey(text)

/** As `identityOf`. Throws `Invalid` for a group, broadcast or zero address: no device has one. */
export function knownIdentity(text: string, field: string): string {
  const identity = identityOf(text)
  if (isMac(identity) && !isUnicastMac(identity))
    throw new Invalid('must be the address of one device, not a group, broadcast or zero address', field)
  return identity
}

/** A disabled device keeps its entry and loses everything else. */
export const isDisabled = (device: Device): boolean => device.DeviceDisabled || device.Policies.includes('disabled')

/** A MAC address alone proves nothing: a device that joins by passphrase is admitted on a cable only if the owner allows it. */
export const mayUseCable = ({ PSKEntry, AllowWired }: Pick<Device, 'PSKEntry' | 'AllowWired'>): boolean =>
  PSKEntry.Psk === '' || AllowWired

/** Disabled or not, with the policy of that name in agreement. */
export const withDisabled = (device: Device, disabled: boolean): Device => {
  const others = device.Policies.filter((policy) => policy !== 'disabled')
  return { ...device, DeviceDisabled: disabled, Policies: disabled ? [...others, 'disabled'] : others }
}

/** Shown in answers in place of a secret; means "unchanged" when it is sent back. */
export const MASK = '**'

/** The device as lists and events show it. */
export const masked = (device: Device): Device =>
  device.PSKEntry.Psk === '' ? device : { ...device, PSKEntry: { ...device.PSKEntry, Psk: MASK } }
