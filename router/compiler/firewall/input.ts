import { formatPorts } from '../../model/firewall/config/port.ts'
import { ANSWER_PORTS } from '../../model/firewall/multicast/settings.ts'
import { phrase } from '../../phrases/phrase.ts'
import { MULTICAST_NET } from '../../values/subnet.ts'
import { disablesAddresses, ownNets } from '../ends.ts'
import type { Frame } from '../network.ts'
import { outgoingOf, serverOf } from '../tunnels.ts'
import { rememberVpnPeers } from './fragments.ts'
import { geoRules } from './geo.ts'
import { HOOKS } from './hooks.ts'
import { policyRules } from './policies.ts'
import {
  ACCEPT,
  because,
  type Chain,
  DROP,
  drop,
  goto,
  is,
  type PacketField,
  type PacketRule,
  refuse,
  rule,
  when,
  within,
} from './rule.ts'
import {
  byCustom,
  customsWithPolicy,
  from,
  fromSetup,
  fromTunnels,
  fromUplinks,
  SETUP_ONLY,
  to,
  toOutside,
} from './where.ts'

const FOREIGN = because('identity', phrase('firewall.homeClosedToInternet'))

/** Packets for the router itself, and packets that it sends. */
export function inputChains(frame: Frame): Chain[] {
  const { customs } = frame
  const links = [...new Set(customs.map(({ link }) => link))]
  return [
    {
      name: 'input_uplink',
      rules: [
        rule(when('related'), ACCEPT),
        // WireGuard does not reply without a valid key, and an owner abroad keeps a way home.
        ...(frame.geo ? wireguard(frame, 'internet') : []),
        ...geoRules(frame, 'source', drop('geo')),
        ...services(frame, 'internet'),
        rule(drop('input'), because('default', phrase('firewall.noServiceForInternet'))),
      ],
    },
    {
      name: 'input_custom',
      rules: [
        ...customsWithPolicy(customs, 'dns').map((custom) =>
          rule(
            from(custom),
            is('destination', frame.lanIp),
            is('protocol', 'tcp', 'udp'),
            is('port', 53),
            ACCEPT,
            byCustom(custom),
          ),
        ),
        ...customsWithPolicy(customs, 'api').map((custom) =>
          rule(from(custom), is('TCP port', 80, 443), ACCEPT, byCustom(custom)),
        ),
        rule(refuse('input'), because('default', phrase('firewall.closedToLink'))),
      ],
    },
    ...setupChain(frame),
    ...(outgoingOf(frame).length === 0
      ? []
      : [
          {
            name: 'input_tunnel',
            rules: [
              rule(when('related'), ACCEPT),
              rule(drop('input'), because('default', phrase('firewall.closedToTunnel'))),
            ],
          },
        ]),
    {
      name: 'input',
      hook: HOOKS.input,
      rules: [
        rule(is('input link', 'lo'), ACCEPT),
        rule(when('established'), ACCEPT),
        rule(when('invalid'), DROP),
        ...fromUplinks(frame, goto('input_uplink')),
        rule(when('related'), goto('icmp_errors')),
        ...fromSetup(frame, goto('input_setup')),
        ...links.map((link) => rule(is('input link', link), goto('input_custom'))),
        ...fromTunnels(frame, goto('input_tunnel')),
        ...policyRules('input', frame),
        ...tunnelInTunnel(frame),
        ...services(frame, 'home'),
        // The DHCP server reads frames before the firewall and answers renewals: they must not be rejected as well.
        rule(is('UDP port', 67), DROP, because('router', phrase('firewall.dhcpBeforeFirewall'))),
        // The multicast relay reads frames before the firewall, and forwards answers: they must not be rejected as well.
        rule(
          is('protocol', 'udp'),
          is('port', formatPorts(ANSWER_PORTS)),
          DROP,
          because('router', phrase('firewall.multicastBeforeFirewall')),
        ),
        rule(refuse('input'), because('default', phrase('firewall.noServiceAtPort'))),
      ],
    },
    {
      name: 'output',
      hook: HOOKS.output,
      rules: [
        rule(is('output link', 'lo'), ACCEPT),
        rule(when('not IPv4'), DROP),
        ...customs.filter(disablesAddresses).map((custom) => rule(to(custom), drop('output'), byCustom(custom))),
        ...rememberVpnPeers(frame),
        // A packet of the router must not restore a connection that was ended.
        rule(when('ACK without SYN', 'new'), DROP),
        ...toOutside(frame, within('source', ownNets(frame)), drop('output'), FOREIGN),
        ...toOutside(frame, within('destination', ownNets(frame)), drop('output'), FOREIGN),
        // An ICMP error about an untracked packet: its source was not checked.
        ...toOutside(frame, when('ICMP error', 'invalid'), DROP),
      ],
    },
  ]
}

/** Clients of the setup network: the page, and the resolver, which returns only the router's name to them. */
const setupChain = ({ setup, lanIp }: Frame): Chain[] =>
  setup
    ? [
        {
          name: 'input_setup',
          rules: [
            rule(is('TCP port', 80, 443), ACCEPT, because('service', 'setup')),
            rule(
              is('destination', lanIp),
              is('protocol', 'tcp', 'udp'),
              is('port', 53),
              ACCEPT,
              because('service', 'setup'),
            ),
            rule(drop('input'), SETUP_ONLY),
          ],
        },
      ]
    : []

/** The server is also open to the home, for a device that keeps its VPN on; but not to its own peers. */
function tunnelInTunnel({ tunnels }: Frame): PacketRule[] {
  const server = serverOf({ tunnels })
  if (!server) return []
  const why = because('router', phrase('firewall.vpnThroughVpn'))
  return [rule(is('input link', server.link), is('UDP port', server.port), refuse('input'), why)]
}

/** A rule for open services of the router, if there are any. */
const open = (field: PacketField, open: readonly string[], name: string, ...more: PacketRule): PacketRule[] =>
  open.length > 0 ? [rule(more, is(field, ...open), ACCEPT, because('service', name))] : []

/** The ports of the VPN server and, from the internet, of outgoing tunnels. */
function wireguard({ tunnels }: Frame, to: 'home' | 'internet'): PacketRule[] {
  const ports = tunnels
    .filter(({ role, port }) => port > 0 && (to === 'internet' || role === 'server'))
    .map(({ port }) => String(port))
  return open('UDP port', ports, 'WireGuard')
}

/** Open services of the router: ports, multicast groups and ping. */
function services(frame: Frame, to: 'home' | 'internet'): PacketRule[] {
  const { firewall } = frame
  const upstream = to === 'internet'
  const ports = (protocol: 'tcp' | 'udp'): string[] =>
    firewall.ServicePorts.filter((port) => port.Protocol === protocol && (!upstream || port.UpstreamEnabled)).map(
      ({ Port }) => Port,
    )
  const multicast = firewall.MulticastPorts.filter((port) => !upstream || port.Upstream).map(({ Port }) => Port)
  return [
    ...open('TCP port', ports('tcp'), 'tcp'),
    ...open('UDP port', ports('udp'), 'udp'),
    ...open('UDP port', multicast, 'multicast', within('destination', [MULTICAST_NET])),
    ...wireguard(frame, to),
    ...((upstream ? firewall.PingWan : firewall.PingLan)
      ? [rule(when('ICMP echo request'), ACCEPT, because('service', 'ping'))]
      : []),
  ]
}
