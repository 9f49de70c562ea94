import { isDisabled, ownNets } from '../../compiler/ends.ts'
import type { Frame } from '../../compiler/network.ts'
import { type Chain, from, fromUplinks, setOf, to, toUplinks } from './match.ts'

/** What comes to the router itself, and what goes out from it. */
export function inputChains(frame: Frame): Chain[] {
  const { firewall, customs } = frame
  const ports = (protocol: 'tcp' | 'udp', upstream: boolean): string[] =>
    portRule(
      protocol,
      firewall.ServicePorts.filter((port) => port.Protocol === protocol && (!upstream || port.UpstreamEnabled)),
    )
  const multicast = (upstream: boolean): string[] =>
    portRule(
      'ip daddr 224.0.0.0/4 udp',
      firewall.MulticastPorts.filter((port) => !upstream || port.Upstream),
    )
  const ping = (open: boolean): string[] => (open ? ['icmp type echo-request accept'] : [])
  const links = [...new Set(customs.map(({ link }) => link))]

  return [
    {
      name: 'input_uplink',
      rules: [
        'ct state related accept',
        ...ports('tcp', true),
        ...ports('udp', true),
        ...multicast(true),
        ...ping(firewall.PingWan),
        'counter drop comment "drop:input"',
      ],
    },
    {
      name: 'input_custom',
      rules: [
        ...customs.flatMap((custom) => [
          ...(custom.policies.includes('dns')
            ? [`${from(custom)} ip daddr ${frame.lanIp} meta l4proto { tcp, udp } th dport 53 accept`]
            : []),
          ...(custom.policies.includes('api') ? [`${from(custom)} tcp dport { 80, 443 } accept`] : []),
        ]),
        'counter goto refuse comment "drop:input"',
      ],
    },
    {
      name: 'input',
      hook: 'filter hook input priority filter; policy drop',
      rules: [
        'iifname "lo" accept',
        'ct state established accept',
        'ct state invalid drop',
        ...fromUplinks(frame, 'goto input_uplink'),
        'ct state related goto icmp_errors',
        ...links.map((link) => `iifname "${link}" goto input_custom`),
        'tcp dport { 22, 80, 443 } ip saddr . iifname @api_block counter goto refuse comment "drop:input"',
        `ip daddr ${frame.lanIp} meta l4proto { tcp, udp } th dport 53 ip saddr . iifname vmap @dns_access`,
        ...ports('tcp', false),
        ...ports('udp', false),
        ...multicast(false),
        ...ping(firewall.PingLan),
        // The DHCP server reads frames before the firewall does: a renewal is answered, and is not to be refused as well.
        'udp dport 67 drop',
        'counter goto refuse comment "drop:input"',
      ],
    },
    {
      name: 'output',
      hook: 'filter hook output priority filter; policy accept',
      rules: [
        'oifname "lo" accept',
        'meta nfproto != ipv4 drop',
        ...customs.filter(isDisabled).map((custom) => `${to(custom)} counter drop comment "drop:forward"`),
        // A connection that was cut must not come to life again because the router still answers it.
        'tcp flags & (syn | ack) == ack ct state new drop',
        ...toUplinks(frame, `ip saddr ${setOf(ownNets(frame))} drop`),
        ...toUplinks(frame, `ip daddr ${setOf(ownNets(frame))} drop`),
        // About a packet that belongs to no connection: its source was never checked, and is anybody.
        ...toUplinks(
          frame,
          'icmp type { destination-unreachable, time-exceeded, parameter-problem } ct state invalid drop',
        ),
      ],
    },
  ]
}

const portRule = (match: string, ports: readonly { readonly Port: string }[]): string[] =>
  ports.length > 0 ? [`${match} dport { ${ports.map(({ Port }) => Port).join(', ')} } accept`] : []
