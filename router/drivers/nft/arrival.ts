import { addressesOf, isDisabled, ownNets } from '../../compiler/ends.ts'
import type { Frame } from '../../compiler/network.ts'
import { formatSubnet, MULTICAST_NET } from '../../values/subnet.ts'
import { ARRIVED, type Chain, from, fromUplinks, MARK, setOf } from './match.ts'

/** A client without an address asks for one, of all servers: RFC 2131 4.1. Nothing else may come from an address that is not its sender's. */
const DHCP_REQUEST = 'ip saddr 0.0.0.0 ip daddr 255.255.255.255 udp sport 68 udp dport 67'

/** Who sent a packet is asked before connections are even tracked, and before the kernel routes it or answers with an error. */
export const arrivalChains = (frame: Frame): Chain[] => [
  {
    name: 'from_uplink',
    rules: [
      'meta nfproto != ipv4 drop',
      `ip saddr ${setOf(ownNets(frame))} counter drop comment "drop:spoof"`,
      notForUs(frame),
    ],
  },
  {
    name: 'arrival',
    // Before the kernel puts fragments together (-400): it would take one from anybody into anybody's packet.
    hook: 'filter hook prerouting priority -450; policy accept',
    rules: [
      ...(frame.lanIp ? [`ip daddr ${frame.lanIp} jump pages`] : []),
      // Set before anything is known of the packet, since that is one rule less: what is refused below is dropped.
      `meta mark set ${ARRIVED} ip saddr . iifname . ether saddr vmap @ethernet_filter`,
      'iifname "lo" accept',
      ...fromUplinks(frame, 'goto from_uplink'),
      `${DHCP_REQUEST} iifname . ether saddr vmap @dhcp_access`,
      ...frame.wired.map((link) => `iifname "${link}" ${DHCP_REQUEST} accept`),
      ...frame.customs.filter(isDisabled).map((custom) => `${from(custom)} counter drop comment "drop:forward"`),
      ...frame.customs.filter((custom) => !isDisabled(custom)).map((custom) => `${from(custom)} accept`),
      'counter drop comment "drop:mac"',
    ],
  },
]

/**
 * From outside only packets for the router's own addresses and for groups are taken: for any other the kernel would send an
 * error to a sender that nothing is known of. While an uplink has no address, only those for the home are refused.
 */
function notForUs(frame: Frame): string {
  const own = frame.uplinks.flatMap(addressesOf)
  const match = frame.uplinks.some(({ address }) => address === undefined)
    ? `ip daddr ${setOf(ownNets(frame))}`
    : `ip daddr != { ${[...new Set(own), formatSubnet(MULTICAST_NET)].join(', ')} }`
  return `${match} counter drop comment "drop:local"`
}

/**
 * Which uplink a connection takes, where there are several: the one it came in on, or the one that its ends' hash falls
 * on among those that lead anywhere. The mark names a routing table (`drivers/links`). With one uplink there is nothing
 * to choose, and no packet pays for it.
 */
export function balanceChains(frame: Frame): Chain[] {
  if (frame.uplinks.length < 2) return []
  const ready = frame.uplinks.filter(({ address, router }) => address && router)
  const well = ready.filter((uplink) => uplink.well)
  const shares = (well.length > 0 ? well : ready).map(({ mark }, i) => `${i} : ${mark}`)
  return [
    {
      name: 'balance',
      hook: 'filter hook prerouting priority mangle; policy accept',
      rules: [
        ...frame.uplinks.map(({ link, mark }) => `iifname "${link}" ct state new ct mark set ${mark}`),
        ...fromUplinks(frame, 'accept'),
        ...(shares.length > 0
          ? [
              `ct state new ip daddr != ${setOf(frame.nets)} ct mark set jhash ip saddr . ip daddr mod ${shares.length} map { ${shares.join(', ')} }`,
            ]
          : []),
        `meta mark set ct mark & ${MARK.uplink} | ${ARRIVED}`,
      ],
    },
    {
      name: 'answer',
      hook: 'route hook output priority mangle; policy accept',
      rules: [`ct mark & ${MARK.uplink} != 0 meta mark set ct mark & ${MARK.uplink}`],
    },
  ]
}
