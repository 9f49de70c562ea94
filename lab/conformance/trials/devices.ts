import { raw } from '../../contract/rows.ts'
import type { Scene, Trials } from '../trial.ts'

const NEW = '12:22:33:44:55:61'
const UNKNOWN = '12:22:33:44:55:99'
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
    refused: { 400: [['/device']], 404: [[`/device?identity=${UNKNOWN}`]] },
  },
  'DELETE /device': {
    good: [[`/device?identity=${NEW}`]],
    refused: { 400: [['/device']], 404: [[`/device?identity=${UNKNOWN}`]] },
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
    refused: { 400: [['/groups']], 404: [['/groups', { ...group, Name: 'unknown' }]] },
  },
})
