import { netOf } from '../model/firewall/config/configrule.ts'
import { ACTIONS } from '../model/firewall/rules/actions.ts'
import { listsDomains, networksKey } from '../model/firewall/rules/destinations.ts'
import { effectiveRules } from '../model/firewall/rules/effectiverules.ts'
import { type Destination, isForAll } from '../model/firewall/rules/pfwrule.ts'
import type { Device } from '../model/home/devices/device.ts'
import { nftName } from '../model/home/groups/group.ts'
import { containerAddress } from '../model/plugins/installed/address.ts'
import { activeTunnel } from '../model/vpn/tunnels/state.ts'
import { closeness } from '../model/vpn/tunnels/tunnel.ts'
import type { Facts } from '../store/facts.ts'
import type { AddressSet } from '../values/addressset.ts'
import type { Ip } from '../values/ip.ts'
import type { Frame, PfwRule, TunnelExit } from './network.ts'

/** The enabled rules of the programmable firewall, in the order of evaluation. */
export const compilePfw = (facts: Facts): PfwRule[] =>
  effectiveRules({
    rules: facts.pfwRules.values(),
    personas: facts.personas.values(),
  }).map(({ Id, Name, When: { Devices, Tags, Groups }, To, Do, Number: number }) => ({
    id: Id,
    name: Name,
    set: pfwSet(Id),
    users: { Devices, Tags, Groups },
    place: To.Place,
    nets: To.Place === 'listed' ? To.Networks.map(netOf) : [],
    networks: networksOf(Id, To, facts),
    hosts: listsDomains(To) ? (facts.pfwHosts.get(Id)?.addresses ?? NONE) : undefined,
    protocol: To.Protocol,
    ports: To.Port,
    action: Do,
    target: Do.Kind === 'proxy' ? pluginAddress(Do.Plugin, facts) : Do.Kind === 'redirect' ? Do.IP : undefined,
    number,
  }))

const NONE: AddressSet = new Uint32Array()

/** None until they are compiled for what the rule lists now. */
function networksOf(id: string, to: Destination, { pfwNetworks }: Pick<Facts, 'pfwNetworks'>): AddressSet | undefined {
  const key = networksKey(to)
  const kept = key === undefined ? undefined : pfwNetworks.get(id)
  return key === undefined ? undefined : kept?.key === key ? kept.addresses : NONE
}

/** The rules without the addresses of their sets, to compare. */
export const pfwText = ({ pfw }: Pick<Frame, 'pfw'>): string =>
  JSON.stringify(pfw.map(({ networks, hosts, ...rule }) => [rule, networks !== undefined, hosts !== undefined]))

/** The sets of destinations of a rule, with their addresses: those that `nets` does not have. */
export const destinationSets = ({ set, networks, hosts }: PfwRule): { name: string; all: AddressSet }[] => [
  ...(networks ? [{ name: `${set}_to`, all: networks }] : []),
  ...(hosts ? [{ name: `${set}_hosts`, all: hosts }] : []),
]

/** The address of the first container of an enabled plugin. */
function pluginAddress(name: string, { plugins }: Pick<Facts, 'plugins'>): Ip | undefined {
  const plugin = plugins.get(name.toLowerCase())
  return plugin?.Enabled ? containerAddress(plugin.NetworkCapabilities.Subnet, 0) : undefined
}

/** The set of the devices that a rule holds for. */
const pfwSet = (id: string): string => `pfw_${nftName(id)}`
export const isPfwSet = (name: string): boolean => name.startsWith('pfw_')

/** The rules with devices in a set: `tag`, `group` and the like have an effect on the devices themselves. */
export const hasSet = ({ action: { Kind } }: PfwRule): boolean => ACTIONS[Kind].hasSet

/** Whether a rule is about a device. */
export const concernsDevice = ({ users }: Pick<PfwRule, 'users'>, device: Device): boolean =>
  isForAll(users) || closeness(users, device) > 0

/** The rules that hold for a device now. */
export const heldRules = (
  identity: string,
  device: Device,
  rules: readonly PfwRule[],
  { pfwStates }: Pick<Facts, 'pfwStates'>,
): PfwRule[] =>
  rules.filter((rule) => {
    const state = pfwStates.get(rule.id)
    return state?.holds === true && !state.skipped.includes(identity) && concernsDevice(rule, device)
  })

/** The device with the tags, groups and policies that rules give it. Rules are compared with the device without them. */
export function effectiveDevice(device: Device, held: readonly PfwRule[]): Device {
  const tags = held.flatMap(({ action }) => (action.Kind === 'tag' ? [action.Tag, ...(action.Tags ?? [])] : []))
  const groups = held.flatMap(({ action }) => (action.Kind === 'group' ? [action.Group, ...(action.Groups ?? [])] : []))
  const isFamily = held.some(({ action }) => action.Kind === 'family')
  if (tags.length + groups.length === 0 && !isFamily) return device
  return {
    ...device,
    DeviceTags: [...new Set([...device.DeviceTags, ...tags])],
    Groups: [...new Set([...device.Groups, ...groups])],
    Policies: isFamily ? [...new Set([...device.Policies, 'dns:family' as const])] : device.Policies,
  }
}

/** The exits of rules with a tunnel, one for each rule. The users are the devices that the rule applies to. */
export const pfwExits = (
  rules: readonly PfwRule[],
  { tunnels, tunnelStates }: Pick<Facts, 'tunnels' | 'tunnelStates'>,
): TunnelExit[] =>
  rules.flatMap((rule) => {
    const { id, name, action, place, nets, number } = rule
    const sets = destinationSets(rule).map((one) => one.name)
    if (action.Kind !== 'tunnel' || number === 0) return []
    const link = activeTunnel(
      { Tunnels: [action.Tunnel] },
      (one) => tunnels.get(one),
      (one) => tunnelStates.get(one)?.up === true,
    )?.Link
    return [{ name, number, all: place !== 'listed', nets, hosts: [], sets, link, users: NO_USERS, rule: id }]
  })

const NO_USERS = { Devices: [], Groups: [], Tags: [] }

/** The tag by which the resolver recognizes the clients of a rule. No label of an owner has it. */
export const dnsTag = (id: string): string => `pfw:${id}`

/** The tags of the rules that change the answers for a client. */
export const dnsTags = (held: readonly PfwRule[]): string[] =>
  held.flatMap(({ id, action: { Kind } }) =>
    Kind === 'dns' || Kind === 'services' || Kind === 'safesearch' ? [dnsTag(id)] : [],
  )
