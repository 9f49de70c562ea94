import {
  baseOf,
  type InterfaceConfig,
  OWN_LINKS,
  stationLink,
} from '../../../../router/model/internet/links/interface.ts'
import type { KernelLink } from '../../../../router/model/machine/diagnostics/kernel-link.ts'
import { byName } from '../../../parts/lists/natural.ts'

/** `on`: a radio, which no cable is plugged into. `noRadio`: a link for wifi on a router that drives no radio. `down`: taken down for now. `gone`: only its settings are there. */
export type LinkState = 'connected' | 'on' | 'noRadio' | 'empty' | 'down' | 'disabled' | 'gone'

/** A network port or a radio, with all of its parts that are separate links in the kernel. */
export interface PhysicalLink {
  readonly name: string
  /** Undefined for a port without a configured purpose. */
  readonly config: InterfaceConfig | undefined
  readonly state: LinkState
  readonly mac: string
  /** The router's own, as `192.168.2.1/24`, also of its tagged parts; without those for a single device. */
  readonly addresses: readonly string[]
  /** 802.1Q tags that are in use on it. */
  readonly tags: readonly string[]
  /** Devices that have joined by radio. */
  readonly stations: number
}

/** What a port is for, by the key of its name and hint. The port of a PPPoE session has no separate purpose in the contract. */
export const purposeOf = (config: InterfaceConfig | undefined): InterfaceConfig['Type'] | 'pppoe' | 'none' =>
  config?.Subtype === 'pppup' ? 'pppoe' : (config?.Type ?? 'none')

/** Made by software for software, also by us. */
const MADE = /^(spr|docker|veth|br-|wg|dummy|tun|tap|ifb|virbr)/

/** Every device of the home has a network of four addresses: the router's side of it says nothing about the port. */
const DEVICE_PREFIX = 30

const PARTS = /\.(\d+|ap\d+)$/
const wholeOf = (name: string): string => name.replace(PARTS, '')

/**
 * What is there and what has a purpose, by name; those with a purpose first. `drivesRadios`: whether the router has the
 * feature `wifi`.
 */
export function linksOf(
  kernel: readonly KernelLink[],
  configured: readonly InterfaceConfig[],
  drivesRadios = true,
): PhysicalLink[] {
  const present = new Map(kernel.map((link) => [link.ifname, link]))
  const configs = new Map(configured.map((config) => [config.Name, config]))
  const isPart = ({ ifname }: KernelLink): boolean => !configs.has(ifname) && wholeOf(ifname) !== ifname
  const found = kernel.filter(
    (link) =>
      configs.has(link.ifname) ||
      (link.link_type === 'ether' && !MADE.test(link.ifname) && !OWN_LINKS.includes(link.ifname) && !isPart(link)),
  )
  const names = new Set([...configs.keys(), ...found.map(({ ifname }) => ifname)])
  return [...names]
    .map((name) => {
      const parts = kernel.filter((link) => link.ifname !== name && isPart(link) && wholeOf(link.ifname) === name)
      const link = linkOf(name, configs.get(name), present.get(name), parts)
      return link.state === 'on' && !drivesRadios ? { ...link, state: 'noRadio' as const } : link
    })
    .sort((a, b) => weight(a) - weight(b) || byName(a.name, b.name))
}

const ORDER = ['Uplink', 'Downlink', 'AP', undefined, 'Other']
const weight = ({ config }: PhysicalLink): number => ORDER.indexOf(config?.Type)

function linkOf(
  name: string,
  config: InterfaceConfig | undefined,
  link: KernelLink | undefined,
  parts: readonly KernelLink[],
): PhysicalLink {
  const stations = parts.filter(({ ifname }) => stationLink(ifname)).length
  const tags = parts.flatMap(({ ifname }) =>
    !stationLink(ifname) && baseOf(ifname) === name ? [ifname.slice(name.length + 1)] : [],
  )
  const addresses = [link, ...parts].flatMap((one) => (one ? addressesOf(one, config?.Type) : []))
  return { name, config, state: stateOf(config, link, stations), mac: link?.address ?? '', addresses, tags, stations }
}

function stateOf(config: InterfaceConfig | undefined, link: KernelLink | undefined, stations: number): LinkState {
  if (config && !config.Enabled) return 'disabled'
  if (stations > 0) return 'on'
  if (!link) return 'gone'
  if (!link.flags.includes('UP')) return config ? 'down' : 'empty'
  if (config?.Type === 'AP') return 'on'
  return link.flags.includes('LOWER_UP') ? 'connected' : 'empty'
}

const addressesOf = ({ addr_info }: KernelLink, type: InterfaceConfig['Type'] | undefined): string[] =>
  addr_info
    .filter(({ family, prefixlen }) => family === 'inet' && (type === 'Uplink' || prefixlen !== DEVICE_PREFIX))
    .flatMap(({ local, prefixlen }) => (local === undefined ? [] : [`${local}/${prefixlen}`]))
