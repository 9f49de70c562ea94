import { Invalid } from '../../../errors.ts'
import { customNets } from '../../../model/firewall/config/configrule.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { additionalNets } from '../../../model/internet/links/address.ts'
import { type NetworkCapabilities, pluginNets } from '../../../model/plugins/installed/plugin.ts'
import { tunnelNets } from '../../../model/vpn/tunnels/check.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import { formatSubnet, overlap, parseSubnet, type Subnet } from '../../../values/subnet.ts'
import { uplinkNets } from '../../internet/links/uplinknets.ts'

/** The networks of plugins, each a /28: the router, and at most 13 containers. */
const POOL: Subnet = parseSubnet('172.30.0.0/16')!
const PREFIX = 28
const MOST = 2 ** (PREFIX - 16)

/** The first link and network that nothing uses. Throws `Invalid` if there is none. */
export function newNetwork(draft: Draft, facts: Facts): Pick<NetworkCapabilities, 'Interface' | 'Subnet'> {
  const rows = <T>(table: { rows(): Iterable<[string, T]> }): T[] => [...table.rows()].map(([, row]) => row)
  const plugins = rows(draft.plugins)
  const taken = [
    ...[draft.setting('subnet'), ...draft.setting('formerSubnets')].flatMap(tinyNets).map((net) => ({ net })),
    ...uplinkNets(facts),
    ...additionalNets(rows(draft.interfaces)),
    ...customNets(rows(draft.customInterfaces)),
    ...tunnelNets(rows(draft.tunnels)),
    ...pluginNets(plugins),
  ]
  for (let number = 0; number < MOST; number++) {
    const Interface = `plg${number}`
    const net = { base: POOL.base + number * 2 ** (32 - PREFIX), prefix: PREFIX }
    const isFree =
      !taken.some((other) => overlap(other.net, net)) &&
      !plugins.some((plugin) => plugin.NetworkCapabilities.Interface === Interface)
    if (isFree) return { Interface, Subnet: formatSubnet(net) }
  }
  throw new Invalid(phrase('plugins.networksExhausted'))
}
