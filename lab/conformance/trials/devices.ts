import type { Scene, Trials } from '../trial.ts'

const NEW = '12:22:33:44:55:61'
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
const group = { Name: 'vpn', Disabled: false, GroupTags: ['private'] }

/** Calls about devices and groups. */
export const deviceTrials = ({ phone }: Scene): Trials => ({
  'GET /devices': { good: [['/devices']] },
  'PUT /device': {
    good: [[`/device?identity=${NEW}`, device]],
    shows: ['/devices', { [NEW]: { ...shown, PSKEntry: { Type: 'wpa', Psk: '**' } } }],
  },
  'GET /device': { good: [[`/device?identity=${NEW}`], [`/device?identity=${phone.mac}`]] },
  'DELETE /device': { good: [[`/device?identity=${NEW}`]] },
  'PUT /groups': {
    good: [['/groups', group]],
    shows: ['/groups', [group]],
  },
  'GET /groups': { good: [['/groups']] },
  'DELETE /groups': { good: [['/groups', group]] },
})
