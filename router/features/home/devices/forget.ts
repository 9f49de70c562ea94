import { netOf } from '../../../model/firewall/config/configrule.ts'
import { ACTIONS } from '../../../model/firewall/rules/actions.ts'
import { isForAll } from '../../../model/firewall/rules/pfwrule.ts'
import type { Device } from '../../../model/home/devices/device.ts'
import type { Draft } from '../../../store/facts.ts'
import { type Ip, numberToIp } from '../../../values/ip.ts'
import { endLimits } from '../../traffic/usage/limits.ts'

/**
 * Deletes devices and their presence: they have to authenticate again. Their addresses are released, and rules for these
 * addresses are disabled so that the next devices there do not inherit them. Returns the devices that existed.
 */
export function forget(draft: Draft, identities: Iterable<string>): Device[] {
  const gone: Device[] = []
  for (const identity of identities) {
    const device = draft.devices.get(identity)
    if (!device) continue
    draft.devices.remove(identity)
    draft.stations.remove(device.MAC)
    draft.leases.remove(device.MAC)
    draft.kinds.remove(device.MAC)
    if (device.WGPubKey) draft.peers.remove(device.WGPubKey)
    gone.push(device)
  }
  const keys = new Set(gone.flatMap(({ MAC, WGPubKey }) => [MAC, WGPubKey].filter(Boolean)))
  endChoices(draft, keys)
  endPermissions(draft, keys)
  endLimits(draft, ({ Device }) => keys.has(Device))
  const addresses = new Set(gone.flatMap(({ RecentIP }) => RecentIP || []))
  closeWays(draft, addresses)
  endPrivacy(draft, addresses)
  endExceptions(draft, addresses)
  return gone
}

/** A device that is added again is chosen for another home, or for a tunnel, only if the owner chooses it again. */
function endChoices(draft: Draft, identities: ReadonlySet<string>): void {
  const without = <T extends { readonly Devices: string[] }>(selection: T): T => ({
    ...selection,
    Devices: selection.Devices.filter((identity) => !identities.has(identity)),
  })
  const isChosen = ({ Devices }: { Devices: string[] }): boolean => Devices.some((identity) => identities.has(identity))
  for (const [name, site] of [...draft.sites.rows()])
    if (isChosen(site.Users) || isChosen(site.Shared))
      draft.sites.put(name, { ...site, Users: without(site.Users), Shared: without(site.Shared) })
  for (const [name, exit] of [...draft.exits.rows()]) if (isChosen(exit)) draft.exits.put(name, without(exit))
}

/**
 * Rules with conditions no longer permit anything to these devices; what only restricts them may apply to them again. Without its
 * last device, a rule would apply to all: it is disabled.
 */
function endPermissions(draft: Draft, identities: ReadonlySet<string>): void {
  for (const [id, rule] of [...draft.pfwRules.rows()]) {
    const Devices = rule.When.Devices.filter((identity) => !identities.has(identity))
    if (Devices.length === rule.When.Devices.length || ACTIONS[rule.Do.Kind].restricts) continue
    const When = { ...rule.When, Devices }
    draft.pfwRules.put(id, isForAll(When) ? { ...rule, Disabled: true } : { ...rule, When })
  }
}

/** The next device with the address must not inherit the exclusion from the log. */
function endPrivacy(draft: Draft, addresses: ReadonlySet<Ip>): void {
  const log = draft.setting('dnsLog')
  const HostPrivacyIPList = log.HostPrivacyIPList.filter((ip) => !addresses.has(ip))
  if (HostPrivacyIPList.length < log.HostPrivacyIPList.length) draft.set('dnsLog', { ...log, HostPrivacyIPList })
}

/** The next device with the address must not inherit DNS settings. */
function endExceptions(draft: Draft, addresses: ReadonlySet<Ip>): void {
  if (addresses.size === 0) return
  const filter = draft.setting('dnsBlock')
  const ClientIPExclusions = filter.ClientIPExclusions.filter((ip) => !addresses.has(ip))
  if (ClientIPExclusions.length < filter.ClientIPExclusions.length)
    draft.set('dnsBlock', { ...filter, ClientIPExclusions })
  for (const [key, { ClientIP }] of [...draft.overrides.rows()])
    if (addresses.has(ClientIP)) draft.overrides.remove(key)
  for (const ip of addresses) if (draft.pauses.get(ip)) draft.pauses.remove(ip)
}

/** Port forwards and endpoints to one of these addresses alone, or to its /30 network. Blocks stay in force. */
function closeWays(draft: Draft, addresses: ReadonlySet<Ip>): void {
  if (addresses.size === 0) return
  for (const [key, forward] of [...draft.forwards.rows()])
    if (!forward.Disabled && addresses.has(forward.DstIP)) draft.forwards.put(key, { ...forward, Disabled: true })
  for (const [key, endpoint] of [...draft.endpoints.rows()]) {
    if (endpoint.Disabled || endpoint.IP === '') continue
    const { base, prefix } = netOf(endpoint.IP)
    const ip = prefix === 32 ? base : prefix === 30 ? base + 2 : undefined
    if (ip !== undefined && addresses.has(numberToIp(ip))) draft.endpoints.put(key, { ...endpoint, Disabled: true })
  }
}
