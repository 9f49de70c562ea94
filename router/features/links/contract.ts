import { z } from 'zod'
import { Ip } from '../../values/ip-schema.ts'
import { Mac } from '../../values/mac.ts'
import { confirmable } from '../confirm/contract.ts'
import { get, put } from '../operation.ts'
import { sentBack } from '../sentback.ts'
import { InterfaceConfig, LINK_TYPES, LinkName } from './interface.ts'

export const MOST_LINK_ADDRESSES = 16

const UPLINK_CALL = '`PUT /uplink/ip`'

export const AdditionalIp = z
  .object({
    IP: z
      .string()
      .max(32)
      .meta({ description: 'The router’s address there, and prefix length', example: '10.5.0.1/24' }),
    Router: z
      .union([Ip, z.literal('')])
      .nullish()
      .meta({ description: 'Empty, that address itself, or on an uplink its gateway' }),
  })
  .meta({ id: 'AdditionalIP' })
export type AdditionalIp = z.output<typeof AdditionalIp>

/** What a link is for. */
export const LinkConfig = z
  .object({
    Name: LinkName.meta({ description: 'The name of the link, as in the kernel', example: 'eth1' }),
    Type: z.enum(LINK_TYPES).meta({
      description:
        '`Uplink` towards the internet, `Downlink` a cable into the home, `AP` a radio, `Other` none of these',
      example: 'Downlink',
    }),
    Subtype: sentBack(InterfaceConfig.shape.Subtype, '`PUT /link/vlan/{interface}/{state}`'),
    Enabled: z.boolean().nullish().meta({ description: 'Absent: unchanged, or true for a new link' }),
    MACOverride: z
      .union([Mac, z.literal('')])
      .nullish()
      .meta({ description: 'The hardware address to use; empty for its own again', example: '02:00:00:00:00:10' }),
    MACRandomize: z.boolean().nullish().meta({ description: 'Use a made-up hardware address' }),
    MACCloak: z.boolean().nullish().meta({ description: 'For a link of the type `AP`: stored for the access point' }),
    DisableDHCP: sentBack(z.boolean(), UPLINK_CALL),
    IP: sentBack(z.string(), UPLINK_CALL),
    Router: sentBack(z.string(), UPLINK_CALL),
    VLAN: sentBack(z.string(), UPLINK_CALL),
    AdditionalIPs: sentBack(z.array(AdditionalIp).max(MOST_LINK_ADDRESSES), '`PUT /link/ip` or `PUT /uplink/ip`'),
  })
  .meta({ id: 'LinkConfig', example: { Name: 'eth1', Type: 'Downlink', Enabled: true } })
export type LinkConfig = z.output<typeof LinkConfig>

export const LinkAddresses = z
  .object({
    Name: LinkName.meta({ description: 'The name of the link, as in the kernel', example: 'eth1' }),
    AdditionalIPs: z
      .array(AdditionalIp)
      .max(MOST_LINK_ADDRESSES)
      .nullable()
      .transform((given) => given ?? [])
      .meta({ description: 'All of them; those that are there already and not in the list go' }),
  })
  .meta({ id: 'LinkAddresses', example: { Name: 'eth1', AdditionalIPs: [{ IP: '10.5.0.1/24' }] } })

const name = LinkName.meta({ description: 'The name of the link, as in the kernel', example: 'eth1' })

/** Up and down are of the moment: a restart of the router, or plugging in anew, brings a link up again. */
const state = {
  tag: 'network',
  description:
    'In force at once, and only until the link is taken up again, plugged in anew, or (for one that the router uses) the ' +
    'router restarts; for good, disable it with `PUT /link/config`. A link that is down has no addresses, and nobody on it ' +
    'is admitted.',
  params: {
    interface: name,
    state: z.enum(['up', 'down']).meta({ description: 'Whether the link is up or down afterwards' }),
  },
  query: confirmable,
} as const

export const links = {
  configuration: get('/interfacesConfiguration', {
    tag: 'hostapd',
    summary: 'Purpose of each link',
    description:
      'Only links that have been given a purpose; `GET /ip/addr` lists all. What is empty or off is left out.',
    reply: z.array(InterfaceConfig).meta({
      example: [
        { Name: 'eth0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true },
        { Name: 'eth1', Type: 'Downlink', Subtype: 'ethernet', Enabled: true },
      ],
    }),
  }),
  configure: put('/link/config', {
    tag: 'link',
    summary: 'Set the purpose of a link',
    description:
      'In force at once: its devices, addresses and connections go with its former purpose, and so do the settings that only ' +
      'that one had a use for.',
    query: confirmable,
    body: LinkConfig,
  }),
  trunk: put('/link/vlan/{interface}/{state}', {
    tag: 'link',
    summary: 'Turn a household link into a VLAN trunk, or back',
    description:
      'On a trunk every device that has a `VLANTag` sits on the tagged part of the link, apart from all others; what comes ' +
      'without a tag goes on as before.',
    params: {
      interface: name,
      state: z.enum(['enable', 'disable']).meta({ description: 'Whether the link carries tagged networks afterwards' }),
    },
    query: confirmable,
  }),
  addresses: put('/link/ip', {
    tag: 'link',
    summary: 'Set additional addresses of a household link',
    description:
      'For what has to reach the router at a fixed address of another network. Who is there is admitted as anywhere: by ' +
      'address, link and hardware address.',
    query: confirmable,
    body: LinkAddresses,
  }),
  setState: put('/ip/link/{interface}/{state}', { summary: 'Take a link up or down', ...state }),
  getState: get('/ip/link/{interface}/{state}', {
    summary: 'Take a link up or down, as API 0.3.0 asks for it',
    ...state,
    effects: true,
  }),
}
