import { PROVIDER } from '../../guests/addresses.ts'
import type { Trials } from '../trial.ts'

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
    refused: { 400: [['/traffic/other']] },
  },
  'GET /traffic_history': { good: [['/traffic_history']] },
  'GET /pendingPSK': { good: [['/pendingPSK']] },
  'GET /interfacesConfiguration': { good: [['/interfacesConfiguration']] },
  'GET /uplink/ppp': {
    given: [['PUT', '/uplink/ppp', session]],
    good: [['/uplink/ppp']],
    refused: { 404: [['/uplink/ppp']] },
  },
  'PUT /uplink/ppp': {
    good: [['/uplink/ppp', session]],
    refused: {
      400: [
        ['/uplink/ppp', { ...session, VLAN: '0' }],
        ['/uplink/ppp', { ...session, Iface: 'lan0' }],
      ],
    },
    shows: ['/uplink/ppp', { PPPs: [{ ...session, Secret: '**' }] }],
  },
  // Ends the session.
  'PUT /uplink/ip': {
    good: [
      ['/uplink/ip', fixed],
      ['/uplink/ip', { ...fixed, DisableDHCP: false, IP: '', Router: '' }],
    ],
    refused: {
      400: [['/uplink/ip', { ...fixed, IP: 'here' }], ['/uplink/ip', { ...fixed, Name: 'lan0' }], ['/uplink/ip']],
    },
  },
  'GET /uplink/wifi': {
    refused: { 404: [['/uplink/wifi']] },
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
    refused: {
      400: [
        ['/uplink/wifi', { ...wifi, Networks: [{ ...network, Password: 'short' }] }],
        ['/uplink/wifi', { ...wifi, Iface: 'lan0' }],
        ['/uplink/wifi'],
      ],
    },
    shows: ['/uplink/wifi', { WPAs: [shownWifi] }],
  },
  'PUT /link/config': {
    good: [
      ['/link/config', { Name: 'lan0', Type: 'Downlink', Subtype: '', Enabled: true }],
      ['/link/config', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true }],
    ],
    refused: { 400: [['/link/config', { Name: 'lan0', Type: 'Sideways' }], ['/link/config']] },
  },
  'PUT /link/vlan/{interface}/{state}': {
    good: [['/link/vlan/lan0/enable'], ['/link/vlan/lan0/disable']],
    refused: { 400: [['/link/vlan/lan0/perhaps'], ['/link/vlan/wan0/enable']] },
  },
}
