import type { Device } from '../model/home/devices/device.ts'
import { chosenMac, type InterfaceConfig, isVlanTag, uplinkLink, vlanName } from '../model/internet/links/interface.ts'
import type { Facts } from '../store/facts.ts'
import type { Entry } from '../store/table.ts'
import type { Frame, PppoeSession, Vlan } from './network.ts'

/** A bridge without ports that has the LAN IP, so that the router replies while no cable is plugged in. Every kernel supports bridges. */
export const LAN_BRIDGE = 'sprloop'

/** Household links, and the VLANs, addresses and MACs of all links. `links` are the enabled ones, in order. */
export function compileLinks(
  links: readonly InterfaceConfig[],
  sessions: readonly PppoeSession[],
  { devices, downLinks, setting }: Pick<Facts, 'devices' | 'downLinks' | 'setting'>,
): Pick<Frame, 'wired' | 'vlans' | 'additional' | 'readdressed'> {
  const downlinks = links.filter(({ Type }) => Type === 'Downlink')
  const uplinks = links.filter(({ Type }) => Type === 'Uplink')
  const trunks = downlinks.filter(isTrunk)
  const tags =
    trunks.length > 0 ? [...new Set([...devices.values()].map(({ VLANTag }) => VLANTag))].filter(isVlanTag) : []
  tags.sort((a, b) => Number(a) - Number(b))
  // A configured link with the name of a VLAN is not created by the router.
  const names = new Set(links.map(({ Name }) => Name))
  const household = trunks
    .flatMap(({ Name }) => tags.map((tag) => vlanOf(Name, tag)))
    .filter(({ link }) => !names.has(link))
  return {
    wired: [
      ...downlinks.map(({ Name }) => Name),
      ...household.map(({ link }) => link).filter((link) => !downLinks.has(link)),
    ],
    vlans: [
      ...household,
      ...uplinks.flatMap(({ Name, VLAN }) => (VLAN ? [vlanOf(Name, VLAN)] : [])),
      ...sessions.flatMap(({ vlan }) => vlan ?? []),
    ],
    additional: downlinks.flatMap(({ Name, AdditionalIPs = [] }) =>
      AdditionalIPs.map(({ IP }) => ({ link: Name, address: IP })),
    ),
    readdressed: [...downlinks, ...uplinks, ...links.filter(({ Subtype }) => Subtype === 'pppup')].flatMap((link) => {
      const mac = chosenMac(link, setting('randomMacs'))
      const carrier = sessions.find(({ parent }) => parent === link.Name)?.carrier
      return mac ? [{ link: carrier ?? (link.Type === 'Uplink' ? uplinkLink(link) : link.Name), mac }] : []
    }),
  }
}

const isTrunk = ({ Subtype }: InterfaceConfig): boolean => Subtype === 'VLAN-Trunk'

const vlanOf = (parent: string, tag: string): Vlan => ({ link: vlanName(parent, tag), parent, tag: Number(tag) })

/** Whether a change of a device changes its 802.1Q tag. */
export function retags({ table, before, after }: Entry): boolean {
  if (table !== 'devices') return false
  const tagOf = (device: unknown): string => (device as Device | undefined)?.VLANTag ?? ''
  return tagOf(before) !== tagOf(after)
}
