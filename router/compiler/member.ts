import { dnsName } from '../model/dns/resolvers/name.ts'
import { type Device, isDisabled, isPending, isWpa2Only, mayUseCable } from '../model/home/devices/device.ts'
import { isDeviceAddress, routerSide } from '../model/home/dhcp/subnet.ts'
import { timeOf } from '../model/home/dhcp/text.ts'
import { groupMaps, tagSet } from '../model/home/groups/group.ts'
import { isOnItsVlan } from '../model/internet/links/interface.ts'
import type { Facts } from '../store/facts.ts'
import { exitSet } from './firewall/exits.ts'
import { policySets } from './firewall/policies.ts'
import type { Admission, DevicePlace, Frame, Member, PfwRule } from './network.ts'
import { dnsTags, effectiveDevice, hasSet, heldRules } from './pfwrules.ts'
import { compileSetupClient } from './setup.ts'
import { siteSetsOf } from './sites.ts'
import { compilePeer, exitsOf } from './tunnels.ts'

/** The part of the Network of one device, or of a client of the setup network; undefined if it has none. */
export function compileMember(identity: string, facts: Facts, frame: Frame): Member | undefined {
  const device = compileDevice(identity, facts, frame)
  const client = frame.setup && compileSetupClient(identity, facts, frame)
  return client ? { identity, peer: undefined, passphrase: undefined, ...device, ...client } : device
}

function compileDevice(identity: string, facts: Facts, frame: Frame): Member | undefined {
  const saved = facts.devices.get(identity)
  const station = facts.stations.get(identity)
  if (!saved) return undefined
  const held = heldRules(identity, saved, frame.pfw, facts)
  const device = effectiveDevice(saved, held)
  const disabled = isDisabled(device)
  const peer = compilePeer(device, facts, frame)
  const place = disabled ? undefined : placeOf(device, peer, facts, frame)
  const exit = place && exitsOf(device, frame, held).find(({ all }) => all)
  return {
    identity,
    place,
    peer,
    passphrase:
      disabled || !device.PSKEntry.Psk
        ? undefined
        : {
            mac: isPending(identity) ? undefined : device.MAC,
            psk: device.PSKEntry.Psk,
            wpa2Only: !isPending(identity) && isWpa2Only(device),
          },
    admissions: [
      ...(station && !disabled ? [{ map: 'dhcp_access', key: [station.link, station.mac] }] : []),
      ...counters(device, frame),
      ...(place ? doors(device, place, frame, held) : []),
    ],
    dnsClient: place && {
      ip: place.ip,
      mac: place.mac,
      family: device.Policies.includes('dns:family'),
      quarantine: device.Policies.includes('quarantine'),
      tags: [...device.DeviceTags, ...dnsTags(held)],
      ...(exit && { exit: exit.number }),
    },
    names: place ? names(device, facts.leases.get(identity)?.hostName ?? '', place.ip) : [],
  }
}

/**
 * A device has one place. Its wifi station comes first, then the VPN while it is connected there since its last lease, then a
 * cable. A peer that is nowhere else is admitted on the VPN at any time: WireGuard accepts packets with its key only.
 */
function placeOf(device: Device, peer: Member['peer'], facts: Facts, frame: Frame): DevicePlace | undefined {
  const onLan = lanPlaceOf(device, facts, frame)
  if (!peer) return onLan
  const isNewer = onLan !== undefined && frame.wired.includes(onLan.link) && isOnlineSince(device, facts)
  if (onLan && !isNewer) return onLan
  return { mac: '', ip: device.RecentIP, routerIp: routerSide(device.RecentIP), link: peer.link }
}

/** Whether the device has connected to the VPN after its last lease. */
function isOnlineSince({ WGPubKey, DHCPLastTime }: Device, { vpnPeers }: Facts): boolean {
  const peer = vpnPeers.get(WGPubKey)
  return peer?.online === true && peer.since > (timeOf(DHCPLastTime) ?? 0)
}

/**
 * At home, a device is routed on the link of its lease, with its saved address: a new reservation takes effect immediately. A
 * lease on a wifi link is valid only while the station is on it, and one on a wired link only for a device that needs no
 * passphrase or has `AllowWired`.
 */
function lanPlaceOf(device: Device, facts: Facts, frame: Frame): DevicePlace | undefined {
  const lease = facts.leases.get(device.MAC)
  if (!lease || !device.RecentIP || !isDeviceAddress(frame.nets, device.RecentIP)) return undefined
  const isWired = frame.wired.includes(lease.link) && mayUseCable(device)
  const present = isWired || facts.stations.get(device.MAC)?.link === lease.link
  return present && !frame.down.includes(lease.link) && isOnItsVlan(device, lease.link, frame.vlans)
    ? { mac: device.MAC, ip: device.RecentIP, routerIp: routerSide(device.RecentIP), link: lease.link }
    : undefined
}

/** Traffic counters. They exist while the device has its address, also while it is disconnected. */
const counters = (device: Device, frame: Frame): Admission[] =>
  device.RecentIP && isDeviceAddress(frame.nets, device.RecentIP)
    ? ['incoming_traffic_lan', 'outgoing_traffic_lan', 'incoming_traffic_wan', 'outgoing_traffic_wan'].map((map) => ({
        map,
        key: [device.RecentIP],
      }))
    : []

/** The elements for its policies and groups. A device in quarantine may only query the resolver. */
function doors(device: Device, { mac, ip, link }: DevicePlace, frame: Frame, held: readonly PfwRule[]): Admission[] {
  const may = (policy: Device['Policies'][number]): boolean => device.Policies.includes(policy)
  const here = [ip, link]
  const opened: Admission[] = [
    mac === '' ? { map: 'vpn_filter', key: here } : { map: 'ethernet_filter', key: [ip, link, mac] },
    { map: 'itself', key: [ip, ip] },
  ]
  const open = (map: string, condition: boolean): void => {
    if (condition) opened.push({ map, key: here })
  }
  for (const set of policySets(device.Policies)) open(set, true)
  const quarantine = may('quarantine')
  for (const exit of exitsOf(device, frame, held)) open(exitSet(exit.number), exit.all || !quarantine)
  for (const set of siteSetsOf(device, frame)) open(set, !quarantine)
  for (const rule of held) if (hasSet(rule)) open(rule.set, rule.action.Kind !== 'allow' || !quarantine)
  for (const name of device.Groups) {
    if (!frame.groups.some((group) => group.name === name)) continue
    const { source, destination } = groupMaps(name)
    open(source, !quarantine)
    open(destination, !quarantine)
  }
  for (const tag of device.DeviceTags) if (frame.tags.includes(tag)) open(tagSet(tag), !quarantine)
  if (device.DNSCustom && may('dns') && !quarantine)
    opened.push({ map: 'dns_custom', key: [ip], value: [device.DNSCustom] })
  return opened
}

/** The name that the owner chose, then the device's own host name. */
function names(device: Device, hostName: string, ip: string): Member['names'] {
  const chosen = dnsName(device.Name)
  const own = dnsName(hostName)
  return [
    ...(chosen ? [{ name: chosen, ip, chosen: true }] : []),
    ...(own && own !== chosen ? [{ name: own, ip, chosen: false }] : []),
  ]
}
