import { raw } from '../../contract/rows.ts'
import type { Scene, Trials } from '../trial.ts'

const block = { DstIP: '1.2.3.4', SrcIP: '10.9.8.0/24', Protocol: 'tcp' }
const blockForward = { ...block, DstPort: '0-65535' }
const service = { UpstreamEnabled: false, Port: '2222', Protocol: 'tcp' }
const multicast = { Upstream: false, Port: '5000' }
const endpoint = {
  RuleName: 'shell',
  Disabled: false,
  Protocol: 'tcp',
  IP: '1.2.3.4',
  Domain: '',
  Port: '22',
  Tags: ['private'],
}
const customInterface = {
  Interface: 'br0',
  SrcIP: '172.16.0.5',
  RouteDst: '172.12.0.2',
  Policies: ['api', 'wan', 'dns', 'lan_upstream'],
  Groups: ['cameras'],
  Tags: ['private'],
}
const settings = {
  Disabled: false,
  Addresses: [{ Address: '224.0.0.251:5353' }],
  DisableMDNSAdvertise: false,
  MDNSName: 'mydevice',
}

/** Adds a firewall rule, finds it in the configuration, and deletes it. */
const rules = (name: string, kept: string, rule: object, wrong: object): Trials => {
  const path = `/firewall/${name}`
  return {
    [`PUT ${path}`]: {
      good: [[path, rule]],
      refused: { 400: [[path, wrong], [path], [path, raw('{"Protocol"')]] },
      shows: ['/firewall/config', { [kept]: [rule] }],
    },
    [`DELETE ${path}`]: { good: [[path, rule]], refused: { 400: [[path, {}], [path]], 404: [[path, absent(rule)]] } },
  }
}

/** Such a rule that does not exist. */
const absent = (rule: object): object => ({
  ...rule,
  ...('SrcIP' in rule ? { SrcIP: '10.11.12.13' } : {}),
  ...('RuleName' in rule ? { RuleName: 'unknown' } : {}),
  ...('Port' in rule ? { Port: '4444' } : {}),
})

/** Calls about firewall rules and multicast. */
export const firewallTrials = ({ phone }: Scene): Trials => ({
  ...rules(
    'forward',
    'ForwardingRules',
    { DstIP: phone.ip, SrcIP: '0.0.0.0/0', SrcPort: '8000-8010', DstPort: 'any', Protocol: 'tcp' },
    { DstIP: phone.ip, SrcIP: '0.0.0.0/0', SrcPort: 'http', DstPort: 'any', Protocol: 'tcp' },
  ),
  ...rules('block', 'BlockRules', block, { ...block, Protocol: 'icmp' }),
  ...rules('block_forward', 'ForwardingBlockRules', blockForward, { ...blockForward, DstIP: 'somewhere' }),
  ...rules('endpoint', 'Endpoints', endpoint, { ...endpoint, Port: '70000' }),
  ...rules('multicast', 'MulticastPorts', multicast, { ...multicast, Port: 'mdns' }),
  ...rules('custom_interface', 'CustomInterfaceRules', customInterface, { ...customInterface, SrcIP: '172.16.0.0/16' }),
  'PUT /firewall/service_port': {
    good: [['/firewall/service_port', service]],
    refused: { 400: [['/firewall/service_port', { ...service, Protocol: 'sctp' }], ['/firewall/service_port']] },
  },
  'GET /firewall/config': {
    given: [
      [
        'PUT',
        '/firewall/forward',
        { DstIP: phone.ip, SrcIP: '0.0.0.0/0', SrcPort: '81', DstPort: '81', Protocol: 'tcp' },
      ],
      ['PUT', '/firewall/block', block],
      ['PUT', '/firewall/block_forward', blockForward],
    ],
    good: [['/firewall/config']],
  },
  'DELETE /firewall/service_port': {
    good: [['/firewall/service_port', service]],
    refused: {
      400: [['/firewall/service_port', {}]],
      404: [['/firewall/service_port', { ...service, Port: '4444' }]],
    },
  },
  'PUT /firewall/icmp': {
    good: [['/firewall/icmp', { PingLan: true, PingWan: false }]],
    refused: {
      400: [
        ['/firewall/icmp', { PingLan: true }],
        ['/firewall/icmp', raw('{')],
      ],
    },
    shows: ['/firewall/config', { PingLan: true, PingWan: false }],
  },
  'PUT /multicastSettings': {
    good: [['/multicastSettings', settings]],
    refused: { 400: [['/multicastSettings', { Addresses: [{ Address: '10.0.0.1:5353' }] }]] },
    shows: ['/multicastSettings', settings],
  },
  'GET /multicastSettings': { good: [['/multicastSettings']] },
})
