import { netOf, type Protocol } from '../../../../router/model/firewall/config/configrule.ts'
import { isAnyPort, portsOf } from '../../../../router/model/firewall/config/port.ts'
import { firewallTexts as texts } from '../../../texts/firewall/firewall.ts'
import { labelTags } from '../../home/devices/tag.ts'
import { type HomeView, nameAt, namesWith } from './home.ts'
import type { Ruled } from './rule.ts'

const says = texts.says

/** What a rule does, in a sentence for its owner. */
export function sentenceOf({ kind, rule }: Ruled, home: HomeView): string {
  switch (kind) {
    case 'forward': {
      const same = isAnyPort(portsOf(rule.DstPort)) || rule.DstPort === rule.SrcPort
      return says.forward({
        who: isEverything(rule.SrcIP) ? undefined : place(rule.SrcIP, home),
        port: portWords(rule.SrcPort, rule.Protocol),
        to: place(rule.DstIP, home),
        at: same ? undefined : rule.DstPort,
      })
    }
    case 'endpoint':
      return says.endpoint(
        labelTags(rule.Tags),
        namesWith(rule.Tags, home),
        rule.Domain || place(rule.IP, home),
        portWords(rule.Port, rule.Protocol),
      )
    case 'block':
      return says.block(from(rule.SrcIP, home), to(rule.DstIP, home), rule.Protocol)
    case 'block_forward':
      return says.blockForward(
        from(rule.SrcIP, home),
        to(rule.DstIP, home),
        isAnyPort(portsOf(rule.DstPort)) ? undefined : rule.DstPort,
        rule.Protocol,
      )
    case 'block_output':
      return says.blockOutput(
        to(rule.DstIP, home),
        isAnyPort(portsOf(rule.DstPort)) ? undefined : rule.DstPort,
        isEverything(rule.SrcIP) ? undefined : rule.SrcIP,
        rule.Protocol,
      )
    case 'service_port':
      return says.servicePort(portWords(rule.Port, rule.Protocol), rule.UpstreamEnabled)
    case 'multicast':
      return says.multicast(portWords(rule.Port, 'udp'), rule.Upstream)
    case 'custom_interface': {
      const isDisabled = rule.Policies.includes('disabled')
      return says.customInterface(
        rule.Interface,
        rule.SrcIP,
        isDisabled ? [] : rule.Policies.map((policy) => texts.policies[policy].does),
        isDisabled ? [] : rule.Groups,
      )
    }
  }
}

const isEverything = (net: string): boolean => netOf(net).prefix === 0

/** A device by its name, anything else by its address. */
function place(net: string, home: HomeView): string {
  const address = net.replace(/\/32$/, '')
  return nameAt(address, home) ?? address
}
const from = (net: string, home: HomeView): string => (isEverything(net) ? says.noDevice : place(net, home))
const to = (net: string, home: HomeView): string => (isEverything(net) ? says.anywhere : place(net, home))

const portWords = (ports: string, protocol: Protocol): string =>
  isAnyPort(portsOf(ports)) ? says.everyPort(protocol) : says.port(ports, protocol)

/** The fields of the rule on one line, for experts. */
export function codeOf({ kind, rule }: Ruled): string {
  const at = (address: string, ports: string): string => `${address}:${isAnyPort(portsOf(ports)) ? 'any' : ports}`
  switch (kind) {
    case 'forward':
      return `${rule.Protocol} ${rule.SrcIP} → ${at('', rule.SrcPort)} → ${at(rule.DstIP, rule.DstPort)}`
    case 'endpoint':
      return `${rule.Protocol} ${rule.Tags.join(', ')} → ${at(rule.Domain || rule.IP, rule.Port)}`
    case 'block':
      return `${rule.Protocol} ${rule.SrcIP} → ${rule.DstIP}`
    case 'block_forward':
    case 'block_output':
      return `${rule.Protocol} ${rule.SrcIP} → ${at(rule.DstIP, rule.DstPort)}`
    case 'service_port':
      return `${rule.Protocol} ${rule.Port}`
    case 'multicast':
      return `udp ${rule.Port}`
    case 'custom_interface':
      return [rule.Interface, rule.SrcIP, ...(rule.RouteDst ? [`via ${rule.RouteDst}`] : []), ...rule.Policies].join(
        ' ',
      )
  }
}
