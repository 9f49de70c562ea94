import type { Device } from '../features/devices/device.ts'
import { chosenMac } from '../features/links/hardware.ts'
import { type InterfaceConfig, isVlanTag, uplinkLink, vlanName } from '../features/links/interface.ts'
import type { Facts } from '../store/facts.ts'
import type { Entry } from '../store/table.ts'
import type { Frame, Vlan } from './network.ts'

/** The LAN IP is on a bridge without ports: it answers whatever cable is out, and every kernel has bridges. */
export const LOOP = 'sprloop'

/** The links of the home, and what has to be made or set for them and the uplinks. `links` are those in use, in order. */
export function compileLinks(
  links: readonly InterfaceConfig[],
  { devices, downLinks, setting }: Pick<Facts, 'devices' | 'downLinks' | 'setting'>,
): Pick<Frame, 'wired' | 'vlans' | 'additional' | 'readdressed'> {
  const downlinks = links.filter(({ Type }) => Type === 'Downlink')
  const uplinks = links.filter(({ Type }) => Type === 'Uplink')
  const trunks = downlinks.filter(isTrunk)
  const tags =
    trunks.length > 0 ? [...new Set([...devices.values()].map(({ VLANTag }) => VLANTag))].filter(isVlanTag) : []
  tags.sort((a, b) => Number(a) - Number(b))
  // A link with such a name that is used in its own right is somebody else's making.
  const names = new Set(links.map(({ Name }) => Name))
  const household = trunks
    .flatMap(({ Name }) => tags.map((tag) => vlanOf(Name, tag)))
    .filter(({ link }) => !names.has(link))
  return {
    wired: [
      ...downlinks.map(({ Name }) => Name),
      ...household.map(({ link }) => link).filter((link) => !downLinks.has(link)),
    ],
    vlans: [...household, ...uplinks.flatMap(({ Name, VLAN }) => (VLAN ? [vlanOf(Name, VLAN)] : []))],
    additional: downlinks.flatMap(({ Name, AdditionalIPs = [] }) =>
      AdditionalIPs.map(({ IP }) => ({ link: Name, address: IP })),
    ),
    readdressed: [...downlinks, ...uplinks].flatMap((link) => {
      const mac = chosenMac(link, setting('randomMacs'))
      return mac ? [{ link: link.Type === 'Uplink' ? uplinkLink(link) : link.Name, mac }] : []
    }),
  }
}

const isTrunk = ({ Subtype }: InterfaceConfig): boolean => Subtype === 'VLAN-Trunk'

const vlanOf = (parent: string, tag: string): Vlan => ({ link: vlanName(parent, tag), parent, tag: Number(tag) })

/** Whether a change of a device may bring a tag, or take one away. */
export function retags({ table, before, after }: Entry): boolean {
  if (table !== 'devices') return false
  const tagOf = (device: unknown): string => (device as Device | undefined)?.VLANTag ?? ''
  return tagOf(before) !== tagOf(after)
}
