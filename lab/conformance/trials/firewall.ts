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
const rules = (name: string, kept: string, rule: object): Trials => {
  const path = `/firewall/${name}`
  return {
    [`PUT ${path}`]: {
      good: [[path, rule]],
      shows: ['/firewall/config', { [kept]: [rule] }],
    },
    [`DELETE ${path}`]: { good: [[path, rule]] },
  }
}

/** Calls about firewall rules and multicast. */
export const firewallTrials = ({ phone }: Scene): Trials => ({
  ...rules('forward', 'ForwardingRules', {
    DstIP: phone.ip,
    SrcIP: '0.0.0.0/0',
    SrcPort: '8000-8010',
    DstPort: 'any',
    Protocol: 'tcp',
  }),
  ...rules('block', 'BlockRules', block),
  ...rules('block_forward', 'ForwardingBlockRules', blockForward),
  ...rules('endpoint', 'Endpoints', endpoint),
  ...rules('multicast', 'MulticastPorts', multicast),
  ...rules('custom_interface', 'CustomInterfaceRules', customInterface),
  'PUT /firewall/service_port': { good: [['/firewall/service_port', service]] },
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
  'DELETE /firewall/service_port': { good: [['/firewall/service_port', service]] },
  'PUT /firewall/icmp': {
    good: [['/firewall/icmp', { PingLan: true, PingWan: false }]],
    shows: ['/firewall/config', { PingLan: true, PingWan: false }],
  },
  'PUT /multicastSettings': {
    good: [['/multicastSettings', settings]],
    shows: ['/multicastSettings', settings],
  },
  'GET /multicastSettings': { good: [['/multicastSettings']] },
})
