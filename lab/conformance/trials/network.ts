import { PUBLISHED_DYNDNS } from '../../contract/dyndns.ts'
import { PROVIDER, RESOLVER } from '../../guests/addresses.ts'
import type { Trials } from '../trial.ts'

/** Calls about addresses, subnets, DNS settings and pings. */
export const networkTrials: Trials = {
  'GET /ip/addr': { good: [['/ip/addr']] },
  'GET /ip/link/{interface}/{state}': { good: [['/ip/link/lan0/down'], ['/ip/link/lan0/up']] },
  'GET /nfmap/{name}': { good: [['/nfmap/internet_access']] },
  'GET /arp': { good: [['/arp']] },
  'GET /subnetConfig': { good: [['/subnetConfig']] },
  'PUT /subnetConfig': {
    good: [['/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '12h' }]],
    shows: ['/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '12h' }],
  },
  'GET /dnsSettings': { good: [['/dnsSettings']] },
  'PUT /dnsSettings': {
    good: [['/dnsSettings', { UpstreamTLSHost: 'dns.test', UpstreamIPAddress: RESOLVER, TlsDisable: false }]],
    shows: ['/dnsSettings', { UpstreamTLSHost: 'dns.test', UpstreamIPAddress: RESOLVER, TlsDisable: false }],
  },
  'PUT /ping/{interface}/{address}': { good: [[`/ping/wan0/${PROVIDER.public.gateway}`]] },
  'PUT /ping/{interface}/{address}/udp': { good: [[`/ping/wan0/${RESOLVER}:53/udp`]] },
}

const CONFIG = { ...PUBLISHED_DYNDNS, Provider: 'Cloudflare', RunOnce: true }

/** Calls of dynamic DNS. The provider's name does not resolve in the home: updates fail. */
export const dyndnsTrials: Trials = {
  'PUT /plugins/dyndns/config': {
    good: [['/plugins/dyndns/config', CONFIG]],
    shows: [
      '/plugins/dyndns/config',
      { provider: CONFIG.Provider, email: CONFIG.Email, password: '**', login_token: '**' },
    ],
  },
  'GET /plugins/dyndns/config': { good: [['/plugins/dyndns/config']] },
  'GET /plugins/dyndns/refresh': { good: [['/plugins/dyndns/refresh']] },
}

const fixed = {
  Name: 'wan0',
  Enabled: true,
  DisableDHCP: true,
  IP: '81.2.69.200/24',
  Router: PROVIDER.public.gateway,
  VLAN: '',
}

const wifi = {
  Iface: 'wlan0',
  Enabled: false,
  Networks: [
    {
      Disabled: false,
      SSID: 'cafe',
      Password: 'a passphrase',
      KeyMgmt: 'WPA-PSK WPA-PSK-SHA256',
      Priority: '1',
      BSSID: '02:00:00:00:01:00',
    },
  ],
}
const [network] = wifi.Networks
const shownWifi = { ...wifi, Networks: [{ ...network, Password: '**' }] }
/** Disabled, since its other end does not exist. */
const session = {
  ...{ Iface: 'wan0', PPPIface: 'ppp0', Enabled: false },
  ...{ Username: 'ada@isp', Secret: 'open sesame', VLAN: '', MTU: '' },
}

/** Calls about traffic, uplinks and links. */
export const linkTrials: Trials = {
  'GET /iptraffic': { good: [['/iptraffic']] },
  'GET /traffic/{countermap}': {
    good: ['incoming_traffic_wan', 'outgoing_traffic_wan'].map((name) => [`/traffic/${name}`]),
  },
  'GET /traffic_history': { good: [['/traffic_history']] },
  'GET /pendingPSK': { good: [['/pendingPSK']] },
  'GET /interfacesConfiguration': { good: [['/interfacesConfiguration']] },
  'GET /uplink/ppp': {
    given: [['PUT', '/uplink/ppp', session]],
    good: [['/uplink/ppp']],
  },
  'PUT /uplink/ppp': {
    good: [['/uplink/ppp', session]],
    shows: ['/uplink/ppp', { PPPs: [{ ...session, Secret: '**' }] }],
  },
  // Ends the session.
  'PUT /uplink/ip': {
    good: [
      ['/uplink/ip', fixed],
      ['/uplink/ip', { ...fixed, DisableDHCP: false, IP: '', Router: '' }],
    ],
  },
  'GET /uplink/wifi': {
    given: [
      ['PUT', '/link/config', { Name: 'wlan0', Type: 'Other' }],
      ['PUT', '/uplink/wifi', wifi],
    ],
    good: [['/uplink/wifi']],
  },
  'PUT /uplink/wifi': {
    good: [
      ['/uplink/wifi', wifi],
      ['/uplink/wifi', shownWifi],
    ],
    shows: ['/uplink/wifi', { WPAs: [shownWifi] }],
  },
  'PUT /link/config': {
    good: [
      ['/link/config', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true }],
      ['/link/config', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true }],
    ],
  },
  'PUT /link/vlan/{interface}/{state}': { good: [['/link/vlan/lan0/enable'], ['/link/vlan/lan0/disable']] },
}
