import { Invalid } from '../../../errors.ts'
import { type PhraseValue, phrase } from '../../../phrases/phrase.ts'
import type { VpnSettings } from '../../vpn/wireguard/server.ts'
import type { FirewallConfig } from './config.ts'
import type { ForwardingRule, Protocol } from './configrule.ts'
import { portCount, portsOf } from './port.ts'

/** A port of the router that is open to the internet. No port forward takes its packets. */
export interface OwnPort {
  readonly Protocol: Protocol
  readonly Port: number
  /** What uses it, for the owner: `the VPN server`. */
  readonly Use: PhraseValue
}

/** A WireGuard link of the router with the UDP port that it receives at. */
interface Listening {
  readonly port: number
  readonly use: PhraseValue
}

/** The ports of the router that are open to the internet, each once. */
export function ownPorts({ ServicePorts }: Pick<FirewallConfig, 'ServicePorts'>, links: readonly Listening[]) {
  const ports = new Map<string, OwnPort>()
  for (const { port, use } of links) ports.set(`udp ${port}`, { Protocol: 'udp', Port: port, Use: use })
  for (const { Protocol, Port, UpstreamEnabled } of ServicePorts) {
    const key = `${Protocol} ${Number(Port)}`
    if (UpstreamEnabled && !ports.has(key))
      ports.set(key, { Protocol, Port: Number(Port), Use: phrase('firewall.routerNamed') })
  }
  return [...ports.values()]
}

interface View {
  readonly firewall: FirewallConfig
  readonly vpn: VpnSettings
  readonly tunnels: Iterable<{ readonly Name: string; readonly Enabled: boolean; readonly ListenPort: number }>
}

/** The same ports by the stored settings. */
export const ownPortsOf = ({ firewall, vpn, tunnels }: View): OwnPort[] =>
  ownPorts(firewall, [
    ...(vpn.Up && vpn.PrivateKey !== '' ? [{ port: vpn.Port, use: phrase('vpn.serverNamed') }] : []),
    ...[...tunnels]
      .filter(({ Enabled, ListenPort }) => Enabled && ListenPort > 0)
      .map(({ Name, ListenPort }) => ({ port: ListenPort, use: phrase('vpn.tunnelNamed', Name) })),
  ])

/** The ports of the router that a forward names, and that stay with the router. */
export function keptFrom(rule: Pick<ForwardingRule, 'Protocol' | 'SrcPort'>, own: readonly OwnPort[]): OwnPort[] {
  const { first, last } = portsOf(rule.SrcPort)
  return own.filter(({ Protocol, Port }) => Protocol === rule.Protocol && Port >= first && Port <= last)
}

/** Throws `Invalid` for a forward of which no port is left, because the router uses all of them. */
export function demandPortLeft(rule: Pick<ForwardingRule, 'Protocol' | 'SrcPort'>, own: readonly OwnPort[]): void {
  const [first, ...others] = keptFrom(rule, own)
  if (!first || others.length + 1 < portCount(portsOf(rule.SrcPort))) return
  const ports = others.length === 0 ? `${first.Protocol} ${first.Port}` : `${first.Protocol} ${rule.SrcPort}`
  throw new Invalid(phrase('firewall.forwardOfOwnPort', ports, first.Use), 'SrcPort')
}

/** Throws `Invalid` for a port of the router that would take all connections of an existing forward. */
export function demandNotForwarded(
  { Protocol, Port }: Pick<OwnPort, 'Protocol' | 'Port'>,
  forwards: Iterable<ForwardingRule>,
  field?: string,
): void {
  for (const { Disabled, SrcPort, DstIP, ...other } of forwards) {
    const ports = portsOf(SrcPort)
    if (Disabled || other.Protocol !== Protocol || ports.first !== Port || ports.last !== Port) continue
    throw new Invalid(phrase('firewall.ownPortForwarded', Protocol, Port, DstIP), field)
  }
}
