import { z } from 'zod'
import { Ipv4Address } from '../../../values/ip-schema.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { confirmable } from '../../access/confirm/contract.ts'
import { get, put } from '../../operation.ts'
import { sentBack } from '../../sentback.ts'
import { InterfaceConfig, LINK_TYPES } from './interface.ts'
import { LinkName } from './linkname.ts'

export const MOST_LINK_ADDRESSES = 16

const UPLINK_CALL = '`PUT /uplink/ip`'

export const AdditionalIp = z
  .object({
    IP: z.string().max(32).meta({ description: 'The router’s address and prefix length', example: '10.5.0.1/24' }),
    Router: z
      .union([Ipv4Address, z.literal('')])
      .nullish()
      .meta({ description: 'Empty, the address itself, or the gateway of an uplink' }),
  })
  .meta({ id: 'AdditionalIP' })
export type AdditionalIp = z.output<typeof AdditionalIp>

/** The network for guests on a radio, without its passphrase. */
const GuestBss = z
  .object({
    Ssid: z.string().meta({ description: 'The name of the network' }),
    Bssid: z.string().meta({ description: 'Its hardware address; empty while the radio is unplugged' }),
    Wpa: z.string().meta({ description: 'The version of WPA' }),
    WpaKeyMgmt: z.string().meta({ description: 'With SAE, devices may join with WPA3 too' }),
    DisableIsolation: z.boolean().meta({ description: 'Always false' }),
  })
  .meta({ id: 'GuestBSS' })

/** A link with its purpose. */
export const LinkEntry = InterfaceConfig.extend({
  ExtraBSS: z.array(GuestBss).optional().meta({ description: 'Of a radio with a network for guests' }),
}).meta({ id: 'InterfaceEntry' })
export type LinkEntry = z.output<typeof LinkEntry>

/** The purpose of a link. */
export const LinkConfig = z
  .object({
    Name: LinkName.meta({ description: 'The name of the link, as in the kernel', example: 'eth1' }),
    Type: z.enum(LINK_TYPES).meta({
      description:
        '`Uplink`: towards the internet; `Downlink`: a cable into the home; `AP`: a radio; `Other`: none of these',
      example: 'Downlink',
    }),
    Subtype: sentBack(InterfaceConfig.shape.Subtype, '`PUT /link/vlan/{interface}/{state}`'),
    Enabled: z.boolean().nullish().meta({ description: 'Absent: unchanged, or true for a new link' }),
    MACOverride: z
      .union([UnicastMac, z.literal('')])
      .nullish()
      .meta({ description: 'The MAC address to use; empty for its own', example: '02:00:00:00:00:10' }),
    MACRandomize: z.boolean().nullish().meta({ description: 'Use a random MAC address' }),
    MACCloak: z.boolean().nullish().meta({ description: 'For a link of the type `AP`: stored for the access point' }),
    DisableDHCP: sentBack(z.boolean(), UPLINK_CALL),
    IP: sentBack(z.string(), UPLINK_CALL),
    Router: sentBack(z.string(), UPLINK_CALL),
    VLAN: sentBack(z.string(), UPLINK_CALL),
    AdditionalIPs: sentBack(z.array(AdditionalIp).max(MOST_LINK_ADDRESSES), '`PUT /link/ip` or `PUT /uplink/ip`'),
    ExtraBSS: sentBack(z.array(GuestBss).max(1), '`PUT /hostapd/{interface}/enableExtraBSS`'),
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
      .meta({ description: 'The complete list; existing addresses that are missing in it are removed' }),
  })
  .meta({ id: 'LinkAddresses', example: { Name: 'eth1', AdditionalIPs: [{ IP: '10.5.0.1/24' }] } })

const name = LinkName.meta({ description: 'The name of the link, as in the kernel', example: 'eth1' })

/** The state is not stored: a restart of the router, or unplugging the cable, brings a link up again. */
const state = {
  tag: 'network',
  description:
    'Takes effect immediately, but is not stored: it ends when the link is brought up again, its cable is plugged in ' +
    'again, or the router restarts (for links that the router uses). To disable a link permanently, use `PUT ' +
    '/link/config`. A link that is down has no addresses, and devices on it are not admitted.',
  params: {
    interface: name,
    state: z.enum(['up', 'down']).meta({ description: 'The new state of the link' }),
  },
  query: confirmable,
} as const

export const links = {
  configuration: get('/interfacesConfiguration', {
    roles: ['viewer'],
    tag: 'hostapd',
    summary: 'Purpose of each link',
    description: 'Only links with a purpose; `GET /ip/addr` lists all. Empty and false fields are left out.',
    reply: z.array(LinkEntry).meta({
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
      'Takes effect immediately. Devices, addresses and connections that belong to the former purpose are removed, as ' +
      'are settings that only the former purpose uses.',
    query: confirmable,
    body: LinkConfig,
  }),
  trunk: put('/link/vlan/{interface}/{state}', {
    tag: 'link',
    summary: 'Turn a household link into a VLAN trunk, or back',
    description:
      'On a trunk, every device with a `VLANTag` is on the tagged part of the link, separated from all others; ' +
      'untagged packets are handled as before.',
    params: {
      interface: name,
      state: z.enum(['enable', 'disable']).meta({ description: 'Whether the link carries VLANs' }),
    },
    query: confirmable,
  }),
  addresses: put('/link/ip', {
    tag: 'link',
    summary: 'Set additional addresses of a household link',
    description:
      'For hosts that need the router at a fixed address of another network. Devices there are admitted as everywhere: ' +
      'by address, link and MAC address.',
    query: confirmable,
    body: LinkAddresses,
  }),
  setState: put('/ip/link/{interface}/{state}', { summary: 'Take a link up or down', ...state }),
  getState: get('/ip/link/{interface}/{state}', {
    summary: 'Take a link up or down (form of API 0.3.0)',
    ...state,
    effects: true,
  }),
}
