import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import type { InterfaceConfig } from '../../../model/internet/links/interface.ts'
import { baseOf, uplinkLink } from '../../../model/internet/links/interface.ts'
import type { Facts } from '../../../store/facts.ts'
import { isIp } from '../../../values/ip.ts'
import { containsIp, parseSubnet } from '../../../values/subnet.ts'

/** Facts or a draft of them, which decide whether the API can be reached. */
export interface WayFacts {
  readonly interfaces: { get(name: string): InterfaceConfig | undefined }
  readonly downLinks: { get(name: string): unknown }
  readonly setting: Facts['setting']
}

/**
 * The links over which this address reaches the router: the link of a device, or the uplinks for other addresses. Empty for
 * callers on the router itself.
 */
export function waysOf(address: string, facts: Facts): readonly string[] {
  if (!isIp(address) || address.startsWith('127.')) return []
  const device = facts.devices.by('RecentIP', address)
  const lease = (device && facts.leases.get(device.MAC)) ?? facts.leases.by('ip', address)
  if (lease) return [lease.link]
  if (tinyNets(facts.setting('subnet')).some((net) => containsIp(net, address))) return []
  const uplinks = [...facts.interfaces.values()].filter(({ Type }) => Type === 'Uplink')
  const near = uplinks.filter((uplink) => {
    const net = parseSubnet(
      (uplink.DisableDHCP ? uplink.IP : facts.uplinkLeases.get(uplinkLink(uplink))?.address) ?? '',
    )
    return net && containsIp(net, address)
  })
  return (near.length > 0 ? near : uplinks).map(uplinkLink)
}

/** Whether the API can be reached over these links before a change, and over none of them after it. */
export const cutsOff = (ways: readonly string[], before: WayFacts, after: WayFacts): boolean =>
  ways.some((link) => isOpen(link, before)) &&
  !ways.some((link) => isOpen(link, after) && sameUplink(link, before, after))

function isOpen(link: string, view: WayFacts): boolean {
  const base = configOf(link, view)
  if (!base?.Enabled || view.downLinks.get(link) || view.downLinks.get(base.Name)) return false
  switch (base.Type) {
    case 'AP':
      return true
    case 'Downlink':
      return link === base.Name || base.Subtype === 'VLAN-Trunk'
    case 'Uplink':
      return link === uplinkLink(base) && isApiOpenUpstream(view)
    default:
      return false
  }
}

const API_PORTS = ['80', '443']

const isApiOpenUpstream = (view: WayFacts): boolean =>
  view
    .setting('firewall')
    .ServicePorts.some(
      ({ Protocol, Port, UpstreamEnabled }) => Protocol === 'tcp' && UpstreamEnabled && API_PORTS.includes(Port),
    )

/** Callers over an uplink use its address. */
function sameUplink(link: string, before: WayFacts, after: WayFacts): boolean {
  const [had, has] = [configOf(link, before), configOf(link, after)]
  return has?.Type !== 'Uplink' || (had?.DisableDHCP === has.DisableDHCP && had?.IP === has.IP)
}

const configOf = (link: string, { interfaces }: WayFacts): InterfaceConfig | undefined =>
  interfaces.get(link) ?? interfaces.get(baseOf(link))
