import { Invalid } from '../../errors.ts'
import type { Draft } from '../../store/facts.ts'
import { formatSubnet, overlap } from '../../values/subnet.ts'
import { tinyNets } from '../dhcp/subnet.ts'
import type { FirewallConfig } from './config.ts'
import { isAnyPort, lengthOf, type PortRange, portsOf } from './port.ts'
import { type CustomInterfaceRule, type Endpoint, type ForwardingRule, isDomain, keyOfForward, netOf } from './rule.ts'

/** What a forward's ports can be, and that no other rule has them. Throws `Invalid`. */
export function checkForward(rule: ForwardingRule, others: Iterable<[string, ForwardingRule]>): void {
  const [asked, given] = [portsOf(rule.SrcPort), portsOf(rule.DstPort)]
  if (!isAnyPort(given) && lengthOf(given) > 1 && lengthOf(given) !== lengthOf(asked))
    throw new Invalid('must be any, one port, or a range as long as SrcPort', 'DstPort')
  if (rule.Disabled) return
  const own = keyOfForward(rule)
  const source = formatSubnet(netOf(rule.SrcIP))
  for (const [key, other] of others) {
    if (key === own || other.Disabled || other.Protocol !== rule.Protocol) continue
    if (meet(portsOf(other.SrcPort), asked) && formatSubnet(netOf(other.SrcIP)) === source)
      throw new Invalid(`is forwarded already: ${other.SrcPort} goes to ${other.DstIP}`, 'SrcPort')
  }
}

const meet = (a: PortRange, b: PortRange): boolean => a.first <= b.last && b.first <= a.last

/** One place, by address or by name. Throws `Invalid`. */
export function checkEndpoint({ IP, Domain, Tags }: Endpoint): void {
  if (IP !== '' && Domain !== '') throw new Invalid('must be empty when there is an IP', 'Domain')
  if (IP === '' && Domain === '') throw new Invalid('is missing, and so is Domain', 'IP')
  if (Domain !== '' && !isDomain(Domain)) throw new Invalid('must be a domain name such as www.example.com', 'Domain')
  if (Tags.length === 0) throw new Invalid('must name at least one tag', 'Tags')
}

/** A network that is none of the household's nor an uplink's. Throws `Invalid`. */
export function checkCustom({ Interface, SrcIP, Policies, Tags }: CustomInterfaceRule, draft: Draft): void {
  const net = netOf(SrcIP)
  if (draft.interfaces.get(Interface)?.Type === 'Uplink') throw new Invalid('is an uplink', 'Interface')
  const home = tinyNets(draft.setting('subnet')).find((own) => overlap(own, net))
  if (home) throw new Invalid(`overlaps ${formatSubnet(home)}, the household’s own`, 'SrcIP')
  if (net.prefix < 8) throw new Invalid('must have a prefix length of at least 8', 'SrcIP')
  if (net.prefix === 32) return
  if (Policies.includes('lan_upstream')) throw new Invalid('lan_upstream needs a single address as SrcIP', 'Policies')
  if (Tags.length > 0) throw new Invalid('need a single address as SrcIP', 'Tags')
}

/** The owner has to be able to call again, at one of the ports that the API answers on. Throws `Invalid`. */
export function checkWayIn({ ServicePorts }: FirewallConfig, apiPorts: readonly string[]): void {
  if (!ServicePorts.some(({ Protocol, Port }) => Protocol === 'tcp' && apiPorts.includes(Port)))
    throw new Invalid('is the last way in to this router: open another port that it answers on first', 'Port')
}
