import { lanIp, tinyNets } from '../features/dhcp/subnet.ts'
import type { InterfaceConfig } from '../features/links/interface.ts'
import type { Facts } from '../store/facts.ts'
import type { Frame, Uplink } from './network.ts'

/** All of the Network that does not depend on any one device. */
export function compileFrame(facts: Facts): Frame {
  const nets = tinyNets(facts.setting('subnet'))
  const links = [...facts.interfaces.values()].filter((link) => link.Enabled).sort((a, b) => (a.Name < b.Name ? -1 : 1))
  const dns = facts.setting('dns')
  return {
    nets,
    lanIp: lanIp(nets),
    uplinks: links.filter((link) => link.Type === 'Uplink').map((link) => compileUplink(link, facts)),
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

function compileUplink(link: InterfaceConfig, facts: Facts): Uplink {
  if (link.DisableDHCP) return { link: link.Name, dhcp: false, address: link.IP, router: link.Router }
  const lease = facts.uplinkLeases.get(link.Name)
  return { link: link.Name, dhcp: true, address: lease?.address, router: lease?.router }
}
