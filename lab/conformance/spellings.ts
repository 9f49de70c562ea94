import { empty, json, jsonWith, line, none, type Row, text } from '../contract/rows.ts'

/** Something that API 0.3.0 and current clients spell differently; both spellings are accepted. */
export interface Spelling {
  readonly topic: string
  readonly published: string
  readonly newer: string
  /** The helpers' socket on which it is sent, unless it is the API. */
  readonly socket?: 'wifi' | 'dhcp'
  readonly rows: readonly Row[]
}

const TV = '/device?identity=12:22:33:44:55:71'
const STATION = '12:22:33:44:55:72'
const WIRED = '12:22:33:44:55:74'
const KEY = 'O1sS3ZsxZ8xAeZdWVpQzEeJGEdCDxMKuYbSJtSxUfWI='
const dns = { UpstreamTLSHost: 'dns.test', UpstreamIPAddress: '81.2.70.53' }
const forward = { DstIP: '192.168.2.34', SrcIP: '0.0.0.0/0', Protocol: 'tcp', DstPort: 'any' }
const asList = { URI: 'http://lists.test/hosts', Enabled: false }
const permit = { Type: 'permit', Domain: 'spelling.test.', ResultIP: '', ClientIP: '*', Expiration: 0 }
const builtIn = jsonWith([{ Name: 'dns-block-extension', Enabled: true }])
const bothFlags = jsonWith({ TlsDisable: false, DisableTls: false })

export const SPELLINGS: readonly Spelling[] = [
  {
    topic: 'list of plugins',
    published: '`/plugins`',
    newer: '`/plugins_api/`',
    rows: [
      ['GET', '/plugins', none, 200, builtIn],
      ['GET', '/plugins_api/', none, 200, builtIn],
    ],
  },
  {
    topic: 'state of a link',
    published: '`GET /ip/link/{interface}/{state}`',
    newer: '`PUT`',
    rows: [
      ['GET', '/ip/link/lan0/up', none, 200, empty],
      ['PUT', '/ip/link/lan0/up', none, 200, empty],
    ],
  },
  {
    topic: 'selection of a release',
    published: '`/release`',
    newer: '`/releaseSet`, with a one-time code',
    rows: [
      ['PUT', '/release', { CustomVersion: '0.1.3' }, 200, empty],
      ['DELETE', '/release', none, 200, empty],
      ['PUT', '/releaseSet', { CustomVersion: '0.1.3' }, 401, line],
    ],
  },
  {
    topic: 'version of a component',
    published: '`?container=`',
    newer: '`?plugin=`, also repeated',
    rows: [
      ['GET', '/version?container=api', none, 200, json('0.1.0')],
      ['GET', '/version?plugin=api', none, 200, json('0.1.0')],
      ['GET', '/version?plugin=api&plugin=dns', none, 200, json({ api: '0.1.0', dns: '0.1.0' })],
    ],
  },
  {
    topic: 'speed test',
    published: '`/speedtest`',
    newer: '`/speedtest/{start}-{end}`',
    rows: [['GET', '/speedtest/0-10', none, 200, text('0123456789')]],
  },
  {
    topic: 'DNS without TLS',
    published: '`TlsDisable`',
    newer: '`DisableTls`, and lists of providers',
    rows: [
      ['PUT', '/dnsSettings', { ...dns, TlsDisable: false }, 200, bothFlags],
      ['PUT', '/dnsSettings', { ...dns, DisableTls: false }, 200, bothFlags],
      [
        'PUT',
        '/dnsSettings',
        {
          UpstreamProviders: [{ IPAddress: '81.2.70.53', TLSHost: 'dns.test', DisableTls: false }],
          FamilyProviders: [],
        },
        200,
        jsonWith(dns),
      ],
    ],
  },
  {
    topic: 'block lists',
    published: '`/blocklist`',
    newer: '`/blocklists`',
    rows: [
      ['PUT', '/plugins/dns/block/blocklist', asList, 200, jsonWith([asList])],
      ['GET', '/plugins/dns/block/blocklists', none, 200, jsonWith([asList])],
      ['DELETE', '/plugins/dns/block/blocklists', asList, 200, jsonWith([])],
      ['PUT', '/plugins/dns/block/blocklists', asList, 200, jsonWith([asList])],
      ['GET', '/plugins/dns/block/blocklist', none, 200, jsonWith([asList])],
      ['DELETE', '/plugins/dns/block/blocklist', asList, 200, jsonWith([])],
    ],
  },
  {
    topic: 'override of a domain',
    published: '`/override`',
    newer: '`/override/{list}`; `Default` is the same',
    rows: [
      ['PUT', '/plugins/dns/block/override', permit, 200, empty],
      ['GET', '/plugins/dns/block/config', none, 200, jsonWith({ PermitDomains: [permit] })],
      ['DELETE', '/plugins/dns/block/override/Default', permit, 200, empty],
      ['PUT', '/plugins/dns/block/override/Default', permit, 200, empty],
      ['DELETE', '/plugins/dns/block/override', permit, 200, empty],
    ],
  },
  {
    topic: 'WPA2 passphrase',
    published: '`wpa`',
    newer: '`wpa2`; returned as it was sent',
    rows: [
      ['PUT', TV, { PSKEntry: { Type: 'wpa', Psk: 'eight letters' } }, 200, jsonWith({ PSKEntry: { Type: 'wpa' } })],
      ['PUT', TV, { PSKEntry: { Type: 'wpa2', Psk: 'eight letters' } }, 200, jsonWith({ PSKEntry: { Type: 'wpa2' } })],
      ['DELETE', TV, none, 200, empty],
    ],
  },
  {
    topic: 'name of a MAC address field',
    published: '`MAC`',
    newer: 'any case, such as `Mac`',
    socket: 'wifi',
    rows: ['MAC', 'Mac', 'mac'].map((key) => [
      'PUT',
      '/reportPSKAuthSuccess',
      { Iface: 'wlan0.4990', Event: 'AP-STA-CONNECTED', [key]: STATION },
      200,
      jsonWith({ MAC: STATION }),
    ]),
  },
  {
    topic: 'lease time',
    published: '`12h`',
    newer: '`24h0m0s`',
    rows: ['12h', '24h0m0s'].map((LeaseTime) => [
      'PUT',
      '/subnetConfig',
      { TinyNets: ['192.168.2.0/24'], LeaseTime },
      200,
      jsonWith({ LeaseTime }),
    ]),
  },
  {
    topic: 'protocol of a service port',
    published: '`tcp`',
    newer: 'also `udp`',
    rows: ['tcp', 'udp'].flatMap((Protocol): Row[] => [
      ['PUT', '/firewall/service_port', { Protocol, Port: '2223', UpstreamEnabled: false }, 200, empty],
      ['DELETE', '/firewall/service_port', { Protocol, Port: '2223' }, 200, empty],
    ]),
  },
  {
    topic: 'port range',
    published: '`0-10`',
    newer: 'from 1',
    rows: ['0-10', '11-20'].flatMap((SrcPort): Row[] => [
      ['PUT', '/firewall/forward', { ...forward, SrcPort }, 200, empty],
      ['DELETE', '/firewall/forward', { ...forward, SrcPort }, 200, empty],
    ]),
  },
  {
    topic: 'multicast groups',
    published: '`Address`',
    newer: 'with `Disabled`, `Tags`, `Description`',
    rows: [
      [
        'PUT',
        '/multicastSettings',
        { Addresses: [{ Address: '224.0.0.251:5353' }] },
        200,
        jsonWith({ Addresses: [{ Address: '224.0.0.251:5353', Disabled: false, Tags: [], Description: '' }] }),
      ],
      [
        'PUT',
        '/multicastSettings',
        { Addresses: [{ Address: '224.0.0.251:5353', Disabled: true, Tags: ['cast'], Description: 'mDNS' }] },
        200,
        jsonWith({ Addresses: [{ Address: '224.0.0.251:5353', Disabled: true, Tags: ['cast'], Description: 'mDNS' }] }),
      ],
      [
        'PUT',
        '/multicastSettings',
        { Addresses: [{ Address: '224.0.0.251:5353' }] },
        200,
        jsonWith({ Disabled: false }),
      ],
    ],
  },
  {
    topic: 'address for a VPN key',
    published: '`/DHCPRequest`',
    newer: '`/abstractDhcpRequest`',
    socket: 'dhcp',
    rows: ['/DHCPRequest', '/abstractDhcpRequest'].map((path) => [
      'PUT',
      path,
      { Identifier: KEY },
      200,
      jsonWith({ Identifier: KEY }),
    ]),
  },
  {
    topic: 'address for a device',
    published: '`/dhcpUpdate`',
    newer: '`/dhcpRequest`',
    socket: 'dhcp',
    rows: [['PUT', '/dhcpRequest', { MAC: WIRED, Iface: 'lan0', Name: 'cam' }, 200, jsonWith({ Identifier: WIRED })]],
  },
  {
    topic: 'unknown device',
    published: '404',
    newer: '400; here it is 404',
    rows: [['DELETE', '/device?identity=12:22:33:44:55:73', none, 404, line]],
  },
  {
    topic: 'name of a missing firewall map',
    published: '400',
    newer: '404; here it is 400, and maps have the classic shape',
    rows: [['GET', '/nfmap/nothing', none, 400, line]],
  },
]
