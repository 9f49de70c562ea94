import type { ForwardingRule } from '../../../../router/model/firewall/config/configrule.ts'
import { isAnyPort, portsOf } from '../../../../router/model/firewall/config/port.ts'
import { containsIp, PRIVATE_NETS, parseSubnet, type Subnet } from '../../../../router/values/subnet.ts'
import type { PhysicalLink } from '../../internet/links/link.ts'

/** What can be typed out in the internet to get to where a rule leads. */
export interface Outside {
  /** `81.2.69.137:8443`, an entry for each uplink; an address alone where every port leads there. */
  readonly addresses: readonly string[]
  /** None of the addresses is known in the internet: another router is in front of this one. */
  readonly isBehind: boolean
}

/** Many customers share one address: RFC 6598. */
const SHARED = parseSubnet('100.64.0.0/10') as Subnet
const isBehind = (ip: string): boolean => [...PRIVATE_NETS, SHARED].some((net) => containsIp(net, ip))

/** Where a port that leads to a device is found from outside. */
export function outsideOf({ SrcPort }: Pick<ForwardingRule, 'SrcPort'>, links: readonly PhysicalLink[]): Outside {
  const ips = links
    .filter(({ config }) => config?.Type === 'Uplink')
    .flatMap(({ addresses }) => addresses.map((address) => address.split('/')[0] as string))
  const end = isAnyPort(portsOf(SrcPort)) ? '' : `:${SrcPort}`
  return { addresses: ips.map((ip) => `${ip}${end}`), isBehind: ips.length > 0 && ips.every(isBehind) }
}
