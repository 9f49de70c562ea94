import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { uplinkLink } from '../../../model/internet/links/interface.ts'
import type { Whereabouts } from '../../../model/traffic/flows/flow.ts'
import type { Facts } from '../../../store/facts.ts'
import { containsIp } from '../../../values/subnet.ts'

/** Where addresses are, by what is remembered and who is here. */
export function whereabouts(facts: Facts): Whereabouts {
  const nets = [facts.setting('subnet'), ...facts.setting('formerSubnets')].flatMap(tinyNets)
  const uplinks = [...facts.interfaces.values()].filter(({ Type }) => Type === 'Uplink')
  const linkByAddress = new Map(
    uplinks.map((uplink) => {
      const link = uplinkLink(uplink)
      const address = uplink.DisableDHCP ? uplink.IP : facts.uplinkLeases.get(link)?.address
      return [address?.split('/')[0], link]
    }),
  )
  const first = uplinks.find(({ Enabled }) => Enabled) ?? uplinks[0]
  return {
    deviceLink(ip) {
      const device = facts.devices.by('RecentIP', ip)
      // One that has just left still has connections.
      return device && (facts.leases.get(device.MAC)?.link ?? device.DHCPLastInterface)
    },
    isLocal: (ip) => nets.some((net) => containsIp(net, ip)),
    uplink: (ip) => linkByAddress.get(ip) ?? (first ? uplinkLink(first) : ''),
  }
}
