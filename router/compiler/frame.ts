import { lanIp, tinyNets } from '../features/dhcp/subnet.ts'
import type { InterfaceConfig } from '../features/links/interface.ts'
import { conflictOf } from '../features/uplink/address.ts'
import type { Facts } from '../store/facts.ts'
import type { Subnet } from '../values/subnet.ts'
import type { Frame, Uplink } from './network.ts'

/** All of the Network that does not depend on any one device. */
export function compileFrame(facts: Facts): Frame {
  const nets = tinyNets(facts.setting('subnet'))
  const links = [...facts.interfaces.values()].filter((link) => link.Enabled).sort((a, b) => (a.Name < b.Name ? -1 : 1))
  const dns = facts.setting('dns')
  return {
    nets,
    lanIp: lanIp(nets),
    uplinks: links.filter((link) => link.Type === 'Uplink').map((link) => compileUplink(link, nets, facts)),
    wired: links.filter((link) => link.Type === 'Downlink').map((link) => link.Name),
    groups: [...facts.groups.values()]
      .filter((group) => !group.ServiceDestinations)
      .map((group) => ({ name: group.Name, enabled: !group.Disabled }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    firewall: facts.setting('firewall'),
    upstreams: dns.UpstreamProviders,
    familyUpstreams: dns.FamilyProviders,
  }
}

/**
 * A provider may hand out an address of the home, by chance or in order to take a device's traffic: that lease counts for
 * nothing as long as the home is there.
 */
function compileUplink(link: InterfaceConfig, nets: readonly Subnet[], facts: Facts): Uplink {
  if (link.DisableDHCP) return { link: link.Name, dhcp: false, address: link.IP, router: link.Router }
  const given = facts.uplinkLeases.get(link.Name)
  const lease = given && !conflictOf(given.address, nets) ? given : undefined
  return { link: link.Name, dhcp: true, address: lease?.address, router: lease?.router }
}
