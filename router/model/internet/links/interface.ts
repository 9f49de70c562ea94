import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { formatMac } from '../../../values/mac.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { padded } from '../../../values/text.ts'
import type { Device } from '../../home/devices/device.ts'

/** What a link is for. The kernel's name is limited to 15 characters. */
export const LINK_TYPES = ['AP', 'Uplink', 'Downlink', 'Other'] as const

export const InterfaceConfig = z
  .object({
    Name: z.string().meta({ description: 'The name of the link, as in the kernel' }),
    Type: z.enum(LINK_TYPES).meta({ description: 'The purpose of the link' }),
    Subtype: z
      .enum(['', 'ethernet', 'wifi', 'ppp', 'pppup', 'VLAN-Trunk'])
      .meta({ description: 'The kind of link, set by the router' }),
    Enabled: z.boolean().meta({ description: 'The link is used' }),
    DisableDHCP: z.boolean().optional().meta({ description: 'An uplink with a fixed address' }),
    IP: z.string().optional().meta({ description: 'CIDR text, with DisableDHCP' }),
    Router: z.string().optional().meta({ description: 'IPv4 address of the provider’s router, with DisableDHCP' }),
    VLAN: z.string().optional().meta({ description: 'An uplink on this 802.1Q tag of the link' }),
    AdditionalIPs: z
      .array(
        z.object({
          IP: z.string().meta({ description: 'The router’s address and prefix length' }),
          Router: z.string().meta({ description: 'Empty, the address itself, or the gateway of an uplink' }),
        }),
      )
      .optional()
      .meta({ description: 'More addresses of a household link or an uplink, as CIDR text' }),
    MACOverride: z
      .union([z.literal(''), UnicastMac])
      .optional()
      .meta({ description: 'The hardware address that the link is to have' }),
    MACRandomize: z.boolean().optional().meta({ description: 'A made-up hardware address instead of the true one' }),
    MACCloak: z.boolean().optional().meta({ description: 'Kept for the access point' }),
  })
  .meta({ id: 'InterfaceConfig' })
export type InterfaceConfig = z.infer<typeof InterfaceConfig>

const REQUIRED = ['Name', 'Type', 'Subtype', 'Enabled']

/** A link as stored and shown: without the optional fields that are empty or false. */
export const withoutEmpty = (config: InterfaceConfig): InterfaceConfig =>
  Object.fromEntries(
    Object.entries(config).filter(
      ([name, value]) => REQUIRED.includes(name) || (Array.isArray(value) ? value.length > 0 : Boolean(value)),
    ),
  ) as InterfaceConfig

/** Links of the router's own making, which nobody's choice changes. */
export const OWN_LINKS: readonly string[] = ['lo', 'sprloop']

const TAG_SOURCE = '(409[0-4]|40[0-8]\\d|[1-3]\\d{3}|[1-9]\\d{0,2})'
const TAG = new RegExp(`^${TAG_SOURCE}$`)

/** Whether this is an 802.1Q tag that a network can have: 0 and 4095 are reserved. */
export const isVlanTag = (text: string): boolean => TAG.test(text)

/** An 802.1Q tag, or empty for none. */
export const VlanTag = z
  .string()
  .regex(padded(`${TAG_SOURCE}?`), schemaPhrase('internet.vlanTag'))
  .trim()

/** The link that carries what is tagged so on another. */
export const vlanName = (parent: string, tag: string): string => `${parent}.${tag}`

/** The link an uplink really is: the tagged part of it, where it has a tag. */
export const uplinkLink = ({ Name, VLAN }: Pick<InterfaceConfig, 'Name' | 'VLAN'>): string =>
  VLAN ? vlanName(Name, VLAN) : Name

/** Whether a link is an uplink by these settings, also while it is disabled. */
export const isUplink = (link: string, interfaces: Iterable<InterfaceConfig>): boolean =>
  [...interfaces].some((one) => one.Type === 'Uplink' && uplinkLink(one) === link)

/** The link that this one is a part of: of a station's link its radio, of a tagged part the whole; otherwise itself. */
export const baseOf = (link: string): string => link.replace(/\.\d+$/, '')

/** A link that hostapd makes for one station: the radio's name, a dot, and a number from 4096 up. */
export const stationLink = (name: string): { radio: string; number: number } | undefined => {
  const [, radio, number] = /^(.+)\.(\d+)$/.exec(name) ?? []
  return radio !== undefined && Number(number) >= 4096 ? { radio, number: Number(number) } : undefined
}

/** Guest access points, and the links of their stations: `wlan0.ap0`, `wlan0.ap0.4096`. */
export const isGuestLink = (link: string): boolean => link.includes('.ap')

/** The tagged parts of links, by their names. */
export type Vlans = readonly { readonly link: string; readonly parent: string }[]

/** On a trunk, a device that the owner has given a tag is nowhere but behind that tag: others there cannot pose as it. */
export function isOnItsVlan({ VLANTag }: Pick<Device, 'VLANTag'>, link: string, vlans: Vlans): boolean {
  if (VLANTag === '') return true
  const parent = vlans.find((vlan) => vlan.link === link)?.parent ?? link
  const isTrunk = vlans.some((vlan) => vlan.parent === parent)
  return !isTrunk || link === vlanName(parent, VLANTag)
}

/** The made-up hardware addresses of links that are to have one, by the link's name: each keeps its own. */
export const RandomMacs = z.record(z.string(), UnicastMac)
export type RandomMacs = z.infer<typeof RandomMacs>

/** With an address for each of these links that is to have one, and none for others. `random` gives six random bytes. */
export function withRandomMacs(
  had: RandomMacs,
  links: Iterable<Pick<InterfaceConfig, 'Name' | 'MACRandomize'>>,
  random: () => Uint8Array,
): RandomMacs {
  const names = [...links].filter(({ MACRandomize }) => MACRandomize).map(({ Name }) => Name)
  if (names.length === Object.keys(had).length && names.every((name) => Object.hasOwn(had, name))) return had
  return Object.fromEntries(names.map((name) => [name, had[name] ?? localMac(random())]))
}

/** An address of one link that no maker has given out: IEEE 802-2014, 8.4. */
export const localMac = ([first = 0, ...rest]: Uint8Array): UnicastMac =>
  formatMac(Uint8Array.of((first & 0xfc) | 2, ...rest))

/** The address that a link is to have instead of its true one; undefined for the true one. */
export const chosenMac = (link: InterfaceConfig, randomMacs: RandomMacs): UnicastMac | undefined =>
  link.MACOverride?.toLowerCase() || (link.MACRandomize ? randomMacs[link.Name] : undefined)
