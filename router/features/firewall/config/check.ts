import { Invalid } from '../../../errors.ts'
import type { FirewallConfig, ServicePort } from '../../../model/firewall/config/config.ts'
import {
  type CustomInterfaceRule,
  type Endpoint,
  type ForwardingRule,
  isDomain,
  keyOfForward,
  netOf,
} from '../../../model/firewall/config/configrule.ts'
import { demandPortLeft, ownPortsOf } from '../../../model/firewall/config/ownports.ts'
import { isAnyPort, type PortRange, portCount, portsOf } from '../../../model/firewall/config/port.ts'
import { groupsOf, tagsOf } from '../../../model/home/devices/revise.ts'
import type { TakenNet } from '../../../model/home/dhcp/revision.ts'
import { tinyNets } from '../../../model/home/dhcp/subnet.ts'
import { additionalNets } from '../../../model/internet/links/address.ts'
import { pluginNets } from '../../../model/plugins/installed/plugin.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft, Facts } from '../../../store/facts.ts'
import { containsIp, formatSubnet, overlap, UNROUTABLE_NETS } from '../../../values/subnet.ts'
import { uplinkNets } from '../../internet/links/uplinknets.ts'
import { unreachable } from './target.ts'

/** Each port that is led to another one is an element in the kernel; those of all rules together. */
const MOST_SHIFTED = 4096

const shiftedPorts = ({ Disabled, SrcPort, DstPort }: ForwardingRule): number => {
  const [asked, given] = [portsOf(SrcPort), portsOf(DstPort)]
  return Disabled || isAnyPort(given) || portCount(given) === 1 || given.first === asked.first ? 0 : portCount(asked)
}

/**
 * What a forward's ports can be, that neither another rule nor the router has them, and that its target can be reached. Throws
 * `Invalid`.
 */
export function checkForward(rule: ForwardingRule, draft: Draft): void {
  const [asked, given] = [portsOf(rule.SrcPort), portsOf(rule.DstPort)]
  if (!isAnyPort(given) && portCount(given) > 1 && portCount(given) !== portCount(asked))
    throw new Invalid(phrase('firewall.targetPorts'), 'DstPort')
  if (UNROUTABLE_NETS.some((net) => containsIp(net, rule.DstIP)))
    throw new Invalid(phrase('firewall.deviceAddress'), 'DstIP')
  if (rule.Disabled) return
  const why = unreachable(rule.DstIP, draft)
  if (why) throw new Invalid(phrase('machine.about', why.reason, why.instead), 'DstIP')
  demandPortLeft(
    rule,
    ownPortsOf({
      firewall: draft.setting('firewall'),
      vpn: draft.setting('vpn'),
      tunnels: [...draft.tunnels.rows()].map(([, tunnel]) => tunnel),
    }),
  )
  const own = keyOfForward(rule)
  const source = formatSubnet(netOf(rule.SrcIP))
  let shifted = shiftedPorts(rule)
  for (const [key, other] of draft.forwards.rows()) {
    if (key !== own) shifted += shiftedPorts(other)
    if (key === own || other.Disabled || other.Protocol !== rule.Protocol) continue
    if (meet(portsOf(other.SrcPort), asked) && formatSubnet(netOf(other.SrcIP)) === source)
      throw new Invalid(phrase('firewall.portForwardTaken', other.SrcPort, other.DstIP), 'SrcPort')
  }
  if (shiftedPorts(rule) > 0 && shifted > MOST_SHIFTED)
    throw new Invalid(phrase('firewall.tooManyPortsMoved', MOST_SHIFTED), 'DstPort')
}

const meet = (a: PortRange, b: PortRange): boolean => a.first <= b.last && b.first <= a.last

/** One place, by address or by name. Throws `Invalid`. */
export function checkEndpoint({ IP, Domain, Tags }: Endpoint): void {
  if (IP !== '' && Domain !== '') throw new Invalid(phrase('firewall.domainBesideAddress'), 'Domain')
  if (IP === '' && Domain === '') throw new Invalid(phrase('firewall.endpointWithoutPlace'), 'IP')
  if (Domain !== '' && !isDomain(Domain)) throw new Invalid(phrase('firewall.domainName'), 'Domain')
  if (Tags.length === 0) throw new Invalid(phrase('firewall.tagRequired'), 'Tags')
}

/** Networks that no custom interface can have, apart from those of devices. */
export const takenNets = (facts: Pick<Facts, 'interfaces' | 'uplinkLeases' | 'plugins'>): TakenNet[] => [
  ...uplinkNets(facts),
  ...additionalNets(facts.interfaces.values()),
  ...pluginNets(facts.plugins.values()),
]

/**
 * A network that is none of the household's, nor one of those that are taken: it will be led to the link. Throws `Invalid`.
 */
export function checkCustom(
  { Interface, SrcIP, Policies, Groups, Tags }: CustomInterfaceRule,
  draft: Draft,
  taken: readonly TakenNet[],
): void {
  const net = netOf(SrcIP)
  const use = draft.interfaces.get(Interface)?.Type
  if (use === 'Uplink') throw new Invalid(phrase('firewall.linkIsUplink'), 'Interface')
  if (use === 'Downlink') throw new Invalid(phrase('firewall.linkOfHousehold'), 'Interface')
  groupsOf(Groups)
  tagsOf(Tags, 'Tags')
  const home = [draft.setting('subnet'), ...draft.setting('formerSubnets')].flatMap(tinyNets)
  const own = home.find((one) => overlap(one, net))
  if (own) throw new Invalid(phrase('firewall.overlapsHome', formatSubnet(own)), 'SrcIP')
  const other = taken.find((one) => overlap(one.net, net))
  if (other) throw new Invalid(phrase('field.networkOverlaps', formatSubnet(other.net), other.by), 'SrcIP')
  if (UNROUTABLE_NETS.some((one) => overlap(one, net))) throw new Invalid(phrase('firewall.noHostAddresses'), 'SrcIP')
  if (net.prefix < 8) throw new Invalid(phrase('firewall.prefixTooShort'), 'SrcIP')
  if (net.prefix === 32) return
  if (Policies.includes('lan_upstream')) throw new Invalid(phrase('firewall.lanUpstreamNeedsAddress'), 'Policies')
  if (Tags.length > 0) throw new Invalid(phrase('firewall.tagsNeedSingleAddress'), 'Tags')
}

/**
 * The ports that the API answers on and that are open before a change, if none of them is open after it: the owner has to
 * be able to call again.
 */
export function lastWayIn(before: FirewallConfig, after: FirewallConfig, apiPorts: readonly string[]): ServicePort[] {
  const waysIn = ({ ServicePorts }: FirewallConfig): ServicePort[] =>
    ServicePorts.filter(({ Protocol, Port }) => Protocol === 'tcp' && apiPorts.includes(Port))
  return waysIn(after).length === 0 ? waysIn(before) : []
}
