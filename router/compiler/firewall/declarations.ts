import { groupChain, groupMaps, tagSet } from '../../model/home/groups/group.ts'
import type { Reason } from '../decision.ts'
import type { Frame } from '../network.ts'
import { sharedSet, usersSet } from '../sites.ts'
import { serverOf } from '../tunnels.ts'
import { exitSets } from './exits.ts'
import { fragmentSets } from './fragments.ts'
import { geoSets } from './geo.ts'
import { limitSets } from './limits.ts'
import { logSets } from './log.ts'
import { pfwSets } from './pfwchains.ts'
import { POLICY_ROWS } from './policies.ts'
import { type ElementVerdict, HERE, type SetDeclaration } from './set.ts'
import { setsOf } from './slots.ts'

const verdicts = (verdict: ElementVerdict): SetDeclaration => ({ keys: HERE, value: 'verdict', verdict })

/** The number of /30 networks in 65,536 addresses. A set of this size takes 256 KiB. */
const MOST_DEVICES = 16_384
/** Looked up for every packet. All other sets are looked up only for the first packet of a connection. */
const counters: SetDeclaration = { keys: ['ipv4_addr'], counter: true, size: MOST_DEVICES }

/** The sets of every home. */
const FIXED: Readonly<Record<string, SetDeclaration>> = {
  ethernet_filter: { ...verdicts({ kind: 'return' }), keys: ['ipv4_addr', 'ifname', 'ether_addr'], size: MOST_DEVICES },
  dhcp_access: { ...verdicts({ kind: 'accept' }), keys: ['ifname', 'ether_addr'] },
  itself: { keys: ['ipv4_addr', 'ipv4_addr'] },
  dns_custom: { keys: ['ipv4_addr'], value: 'ipv4_addr' },
  incoming_traffic_lan: counters,
  outgoing_traffic_lan: counters,
  incoming_traffic_wan: counters,
  outgoing_traffic_wan: counters,
}

/** The addresses of the peers of the VPN server, which have no hardware addresses. */
const vpnFilter: SetDeclaration = { ...verdicts({ kind: 'return' }), size: MOST_DEVICES }

/** All sets and maps, by name. */
export function declareSets({
  customs,
  groups,
  tags,
  ruleSets,
  tunnels,
  exits,
  pfw,
  geo,
  sites,
}: Frame): ReadonlyMap<string, SetDeclaration> {
  return new Map<string, SetDeclaration>([
    ...Object.entries(FIXED),
    ...(serverOf({ tunnels }) ? [['vpn_filter', vpnFilter] as const] : []),
    ...POLICY_ROWS.map(({ set, policy, grants }): [string, SetDeclaration] => [
      set,
      {
        ...(grants ? verdicts({ kind: grants }) : { keys: HERE }),
        because: { kind: 'policy', name: policy },
      },
    ]),
    ...exitSets({ exits }),
    ...pfwSets({ pfw }),
    ...geoSets({ geo }),
    ...sites.flatMap((site) => [usersSet(site), sharedSet(site)].map((set) => [set, { keys: HERE }] as const)),
    ...limitSets(),
    ...fragmentSets({ customs }),
    ...logSets(),
    ...groups.flatMap(({ name }): [string, SetDeclaration][] => {
      const { source, destination } = groupMaps(name)
      const because: Reason = { kind: 'group', name }
      return [
        [source, verdicts({ kind: 'jump', chain: groupChain(name) })],
        [destination, { ...verdicts({ kind: 'accept' }), because }],
      ]
    }),
    ...tags.map((tag): [string, SetDeclaration] => [tagSet(tag), { keys: HERE }]),
    ...ruleSets.flatMap(setsOf),
  ])
}
