import { Raw, raw } from '../contract/rows.ts'
import { PROVIDER, RESOLVER } from '../guests/addresses.ts'

/** A call of an operation: its path with everything filled in, and its body. */
export type Ask = readonly [path: string, body?: unknown]

/** How an operation is tried: calls that work, and calls that are refused. */
export interface Trial {
  /** Calls that make it possible, each of which has to be answered 200. */
  readonly given?: readonly (readonly [method: string, ...Ask])[]
  readonly good: readonly Ask[]
  /** By status. */
  readonly refused?: Readonly<Record<number, readonly Ask[]>>
  /** What a GET shows, in part, after the last good call. */
  readonly shows?: readonly [path: string, part: unknown]
  /** True where this home has nothing for the list to hold. */
  readonly nothingThere?: true
}

/** What the calls speak of. */
export interface Scene {
  readonly phone: { readonly mac: string; readonly ip: string; readonly link: string }
  /** A code that was not given before, of the seed that was registered. */
  readonly code: () => string
  /** The value of the token that was made last. */
  readonly token: () => string
}

const NEW = '12:22:33:44:55:61'
const NOBODY = '12:22:33:44:55:99'
const KEY = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='
const admin = { Name: 'admin', UpdateAlwaysOn: false, AlwaysOn: false }

const device = {
  Name: 'rpi4',
  MAC: NEW,
  WGPubKey: '',
  VLANTag: '',
  RecentIP: '192.168.2.102',
  PSKEntry: { Type: 'wpa', Psk: 'a pass phrase' },
  Policies: ['wan', 'dns', 'lan_upstream'],
  Groups: ['cameras', 'tvs'],
  DeviceTags: ['private'],
}
const { PSKEntry: _, ...shown } = device

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
const domainOverride = {
  Type: 'permit',
  Domain: 'example.com',
  ResultIP: '1.2.3.4',
  ClientIP: '192.168.2.102',
  Expiration: 0,
}
const customInterface = {
  Interface: 'br0',
  SrcIP: '172.16.0.5',
  RouteDst: '172.12.0.2',
  Policies: ['api', 'wan', 'dns', 'lan_upstream'],
  Groups: ['cameras'],
  Tags: ['private'],
}
const group = { Name: 'vpn', Disabled: false, GroupTags: ['private'] }
const settings = {
  Disabled: false,
  Addresses: [{ Address: '224.0.0.251:5353' }],
  DisableMDNSAdvertise: false,
  MDNSName: 'mydevice',
}
const fixed = {
  Name: 'wan0',
  Enabled: true,
  DisableDHCP: true,
  IP: '81.2.69.200/24',
  Router: PROVIDER.public.gateway,
  VLAN: '',
}
const joined = { Iface: 'wlan0.4999', Event: 'AP-STA-CONNECTED', MAC: NEW, Status: '' }
const failed = { Type: 'sae', MAC: NEW, Reason: 'mismatch', Status: '' }

/** A rule of the firewall: added, found in the configuration, and removed. */
const rules = (name: string, kept: string, rule: object, wrong: object): Readonly<Record<string, Trial>> => {
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

/** A rule like this one that nobody has made. */
const absent = (rule: object): object => ({
  ...rule,
  ...('SrcIP' in rule ? { SrcIP: '10.11.12.13' } : {}),
  ...('RuleName' in rule ? { RuleName: 'nobody' } : {}),
  ...('Port' in rule ? { Port: '4444' } : {}),
})

/** Every operation of today, in the order in which they are tried. */
export const trialsIn = ({ phone, code, token }: Scene): Readonly<Record<string, Trial>> => ({
  'PUT /otp_register': {
    good: [['/otp_register', { ...admin, Code: '' }]],
    refused: { 400: [['/otp_register', { Name: 'eve' }], ['/otp_register']] },
  },
  'PUT /otp_validate': {
    good: [['/otp_validate', () => ({ ...admin, Code: code() })]],
    refused: { 400: [['/otp_validate', { ...admin, Code: 'six' }]] },
  },
  'GET /otp_status': { good: [['/otp_status'], ['/otp_status?name=admin']] },
  'PUT /otp_jwt_test': { good: [['/otp_jwt_test']] },
  'PUT /tokens': {
    good: [['/tokens', { Expire: 0, ScopedPaths: ['/devices:r'] }]],
    refused: { 400: [['/tokens', { Expire: -1 }], ['/tokens']] },
  },
  'GET /tokens': { good: [['/tokens']] },
  'DELETE /tokens': {
    good: [['/tokens', () => ({ Token: token() })]],
    refused: { 400: [['/tokens', {}]], 404: [['/tokens', { Token: 'nobody has this' }]] },
  },

  'GET /devices': { good: [['/devices']] },
  'PUT /device': {
    good: [[`/device?identity=${NEW}`, device]],
    refused: {
      400: [
        [`/device?identity=${NEW}`, { ...device, PSKEntry: { Type: 'wep', Psk: '' } }],
        [`/device?identity=${NEW}`],
        ['/device', device],
      ],
    },
    shows: ['/devices', { [NEW]: { ...shown, PSKEntry: { Type: 'wpa', Psk: '**' } } }],
  },
  'GET /device': {
    good: [[`/device?identity=${NEW}`], [`/device?identity=${phone.mac}`]],
    refused: { 400: [['/device']], 404: [[`/device?identity=${NOBODY}`]] },
  },
  'DELETE /device': {
    good: [[`/device?identity=${NEW}`]],
    refused: { 400: [['/device']], 404: [[`/device?identity=${NOBODY}`]] },
  },
  'PUT /groups': {
    good: [['/groups', group]],
    refused: {
      400: [
        ['/groups', { Name: '' }],
        ['/groups', raw('vpn')],
      ],
    },
    shows: ['/groups', [group]],
  },
  'GET /groups': { good: [['/groups']] },
  'DELETE /groups': {
    good: [['/groups', group]],
    refused: { 400: [['/groups']], 404: [['/groups', { ...group, Name: 'nobody' }]] },
  },

  'GET /ip/addr': { good: [['/ip/addr']] },
  'GET /ip/link/{interface}/{state}': {
    good: [['/ip/link/lan0/down'], ['/ip/link/lan0/up']],
    refused: { 400: [['/ip/link/lan0/sideways'], ['/ip/link/eth9/up']] },
  },
  'GET /nfmap/{name}': { good: [['/nfmap/internet_access']], refused: { 400: [['/nfmap/nothing']] } },
  'GET /arp': { good: [['/arp']] },
  'GET /subnetConfig': { good: [['/subnetConfig']] },
  'PUT /subnetConfig': {
    good: [['/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '12h' }]],
    refused: {
      400: [
        ['/subnetConfig', {}],
        ['/subnetConfig', { TinyNets: ['home'], LeaseTime: '12h' }],
      ],
    },
    shows: ['/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '12h' }],
  },
  'GET /dnsSettings': { good: [['/dnsSettings']] },
  'PUT /dnsSettings': {
    good: [['/dnsSettings', { UpstreamTLSHost: 'dns.test', UpstreamIPAddress: RESOLVER, TlsDisable: false }]],
    refused: {
      400: [
        ['/dnsSettings', {}],
        ['/dnsSettings', raw('nonsense')],
      ],
    },
    shows: ['/dnsSettings', { UpstreamTLSHost: 'dns.test', UpstreamIPAddress: RESOLVER, TlsDisable: false }],
  },
  'PUT /ping/{interface}/{address}': {
    good: [[`/ping/wan0/${PROVIDER.public.gateway}`]],
    refused: { 400: [['/ping/eth9/1.1.1.1'], ['/ping/wan0/nobody']] },
  },
  'PUT /ping/{interface}/{address}/udp': {
    good: [[`/ping/wan0/${RESOLVER}:53/udp`]],
    refused: { 400: [['/ping/eth9/1.1.1.1:53/udp'], ['/ping/wan0/1.1.1.1:99999/udp']] },
  },

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

  'GET /iptraffic': { good: [['/iptraffic']] },
  'GET /traffic/{countermap}': {
    good: ['incoming_traffic_wan', 'outgoing_traffic_wan'].map((name) => [`/traffic/${name}`]),
    refused: { 400: [['/traffic/other']] },
  },
  'GET /traffic_history': { good: [['/traffic_history']] },
  'GET /pendingPSK': { good: [['/pendingPSK']] },
  'GET /interfacesConfiguration': { good: [['/interfacesConfiguration']] },
  'PUT /uplink/ip': {
    good: [
      ['/uplink/ip', fixed],
      ['/uplink/ip', { ...fixed, DisableDHCP: false, IP: '', Router: '' }],
    ],
    refused: {
      400: [['/uplink/ip', { ...fixed, IP: 'here' }], ['/uplink/ip', { ...fixed, Name: 'lan0' }], ['/uplink/ip']],
    },
  },
  'PUT /link/config': {
    good: [['/link/config', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true }]],
    refused: { 400: [['/link/config', { Name: 'lan0', Type: 'Sideways' }], ['/link/config']] },
  },
  'PUT /link/vlan/{interface}/{state}': {
    good: [['/link/vlan/lan0/enable'], ['/link/vlan/lan0/disable']],
    refused: { 400: [['/link/vlan/lan0/perhaps'], ['/link/vlan/wan0/enable']] },
  },

  'GET /status': { good: [['/status']] },
  'GET /features': { good: [['/features']] },
  'GET /version': {
    good: [['/version'], ['/version?container=superd']],
    refused: { 400: [['/version?container=nothing']] },
  },
  'GET /speedtest': { good: [['/speedtest']] },
  'PUT /speedtest': { good: [['/speedtest', new Raw('0123456789')]] },
  'GET /logs': { good: [['/logs']] },
  'GET /ip/interfaces': { good: [['/ip/interfaces']] },
  'PUT /release': {
    good: [['/release', { CustomChannel: '-dev', CustomVersion: '0.1.3', Current: '' }]],
    refused: { 400: [['/release', { CustomVersion: '../0.1.3' }], ['/release']] },
    shows: ['/release', { CustomChannel: '-dev', CustomVersion: '0.1.3' }],
  },
  'GET /release': { good: [['/release']] },
  'DELETE /release': { good: [['/release']], shows: ['/release', { CustomChannel: '', CustomVersion: '' }] },
  'GET /releaseChannels': { good: [['/releaseChannels']] },
  'GET /releasesAvailable': {
    good: [['/releasesAvailable'], ['/releasesAvailable?container=super_base']],
    refused: { 400: [['/releasesAvailable?container=a%20b']] },
  },
  'GET /plugins': { good: [['/plugins']] },
  'GET /iw/list': { good: [['/iw/list']], nothingThere: true },
  'GET /iw/dev': { good: [['/iw/dev']], nothingThere: true },

  'PUT /plugins/dns/block/override': {
    good: [
      ['/plugins/dns/block/override', domainOverride],
      ['/plugins/dns/block/override', { ...domainOverride, Type: 'block', Domain: 'asdf.com', ClientIP: '*' }],
    ],
    refused: {
      400: [
        ['/plugins/dns/block/override', { ...domainOverride, Type: 'allow' }],
        ['/plugins/dns/block/override', { ...domainOverride, ResultIP: '1.2.3' }],
        ['/plugins/dns/block/override'],
      ],
    },
    shows: ['/plugins/dns/block/config', { BlockDomains: [{ Type: 'block', Domain: 'asdf.com.', ClientIP: '*' }] }],
  },
  'GET /plugins/dns/block/config': { good: [['/plugins/dns/block/config']] },
  'DELETE /plugins/dns/block/override': {
    good: [['/plugins/dns/block/override', domainOverride]],
    refused: {
      400: [['/plugins/dns/block/override']],
      404: [['/plugins/dns/block/override', { ...domainOverride, Domain: 'nowhere.com' }]],
    },
    shows: ['/plugins/dns/block/config', { PermitDomains: [] }],
  },
  'PUT /plugins/dns/block/blocklist': {
    good: [['/plugins/dns/block/blocklist', { URI: 'http://asdf.com/', Enabled: false }]],
    refused: {
      400: [['/plugins/dns/block/blocklist', { URI: 'asdf', Enabled: true }], ['/plugins/dns/block/blocklist']],
    },
    shows: ['/plugins/dns/block/blocklist', [{ URI: 'http://asdf.com/', Enabled: false }]],
  },
  'GET /plugins/dns/block/blocklist': { good: [['/plugins/dns/block/blocklist']] },
  'DELETE /plugins/dns/block/blocklist': {
    given: [['PUT', '/plugins/dns/block/blocklist', { URI: 'http://asdf.com/other', Enabled: false }]],
    good: [['/plugins/dns/block/blocklist', { URI: 'http://asdf.com/', Enabled: false }]],
    refused: {
      400: [['/plugins/dns/block/blocklist']],
      404: [['/plugins/dns/block/blocklist', { URI: 'http://asdf.com/nowhere' }]],
    },
    shows: ['/plugins/dns/block/blocklist', [{ URI: 'http://asdf.com/other' }]],
  },
  'PUT /plugins/dns/block/exclusions': {
    good: [
      ['/plugins/dns/block/exclusions', '192.168.2.102'],
      ['/plugins/dns/block/exclusions', '192.168.2.112'],
    ],
    refused: { 400: [['/plugins/dns/block/exclusions', 'phone'], ['/plugins/dns/block/exclusions']] },
    shows: ['/plugins/dns/block/config', { ClientIPExclusions: ['192.168.2.102', '192.168.2.112'] }],
  },
  'GET /plugins/dns/block/exclusions': { good: [['/plugins/dns/block/exclusions']] },
  'DELETE /plugins/dns/block/exclusions': {
    good: [['/plugins/dns/block/exclusions', '192.168.2.102']],
    refused: { 400: [['/plugins/dns/block/exclusions', '192.168.2.254'], ['/plugins/dns/block/exclusions']] },
    shows: ['/plugins/dns/block/exclusions', ['192.168.2.112']],
  },
  'GET /plugins/dns/block/dump_domains': { good: [['/plugins/dns/block/dump_domains']], nothingThere: true },
  'GET /plugins/dns/block/metrics': { good: [['/plugins/dns/block/metrics']] },

  'GET /plugins/dns/log/config': { good: [['/plugins/dns/log/config']] },
  'PUT /plugins/dns/log/host_privacy_list': {
    good: [['/plugins/dns/log/host_privacy_list', ['192.168.2.102']]],
    refused: {
      400: [
        ['/plugins/dns/log/host_privacy_list', ['phone']],
        ['/plugins/dns/log/host_privacy_list', {}],
        ['/plugins/dns/log/host_privacy_list'],
      ],
    },
    shows: ['/plugins/dns/log/config', { HostPrivacyIPList: ['192.168.2.102'] }],
  },
  'GET /plugins/dns/log/host_privacy_list': { good: [['/plugins/dns/log/host_privacy_list']] },
  'PUT /plugins/dns/log/domain_ignore/{domain}': {
    good: [['/plugins/dns/log/domain_ignore/asdf.com'], ['/plugins/dns/log/domain_ignore/test.com.']],
    refused: { 400: [['/plugins/dns/log/domain_ignore/a..b']] },
    shows: ['/plugins/dns/log/config', { DomainIgnoreList: ['asdf.com', 'test.com.'] }],
  },
  'GET /plugins/dns/log/domain_ignores': { good: [['/plugins/dns/log/domain_ignores']] },
  'DELETE /plugins/dns/log/domain_ignore/{domain}': {
    good: [['/plugins/dns/log/domain_ignore/test.com']],
    refused: { 404: [['/plugins/dns/log/domain_ignore/nowhere.com']] },
  },
  'GET /plugins/dns/log/history/{ip}': {
    good: [[`/plugins/dns/log/history/${phone.ip}`]],
    refused: { 400: [['/plugins/dns/log/history/phone']], 404: [['/plugins/dns/log/history/192.168.2.254']] },
  },
  'DELETE /plugins/dns/log/history/{ip}': {
    good: [[`/plugins/dns/log/history/${phone.ip}`]],
    refused: { 400: [['/plugins/dns/log/history/phone']] },
  },

  'GET /plugins/lookup/asn/{ips}': { good: [['/plugins/lookup/asn/1.1.1.1,2.2.2.2']] },
  'GET /plugins/lookup/asns/{ips}': { good: [['/plugins/lookup/asns/1.1.1.1,2.2.2.2']] },
  'GET /plugins/lookup/oui/{mac}': { good: [['/plugins/lookup/oui/00:11:22:33:44:66']] },
  'GET /plugins/lookup/ouis/{macs}': { good: [['/plugins/lookup/ouis/00:11:22:33:44:66']] },

  'PUT /reportPSKAuthFailure': {
    good: [['/reportPSKAuthFailure', failed]],
    refused: { 400: [['/reportPSKAuthFailure', { ...failed, Reason: 'mood' }], ['/reportPSKAuthFailure']] },
  },
  'PUT /reportPSKAuthSuccess': {
    good: [['/reportPSKAuthSuccess', joined]],
    refused: {
      400: [
        ['/reportPSKAuthSuccess', { ...joined, MAC: '' }],
        ['/reportPSKAuthSuccess', raw('')],
      ],
    },
  },
  'GET /interfaces': { good: [['/interfaces']] },
  'PUT /dhcpUpdate': {
    good: [
      [
        '/dhcpUpdate',
        { IP: '192.168.2.202', MAC: '12:22:33:44:55:66', Name: 'rpi4', Iface: 'lan0', Router: '192.168.2.201' },
      ],
    ],
    refused: { 400: [['/dhcpUpdate', { IP: 'x', MAC: NEW, Iface: 'lan0' }], ['/dhcpUpdate']] },
  },
  'PUT /DHCPRequest': {
    good: [['/DHCPRequest', { Identifier: KEY }]],
    refused: {
      400: [
        ['/DHCPRequest', { Identifier: 'somebody' }],
        ['/DHCPRequest', {}],
      ],
    },
  },
  'DELETE /otp_register': {
    good: [['/otp_register', () => ({ ...admin, Code: code() })]],
    refused: { 400: [['/otp_register', { Name: 'eve' }]] },
  },
})
