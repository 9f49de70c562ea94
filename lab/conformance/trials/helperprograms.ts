import type { Trials } from '../trial.ts'

const NEW = '12:22:33:44:55:61'
const KEY = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='
const joined = { Iface: 'wlan0.4999', Event: 'AP-STA-CONNECTED', MAC: NEW, Status: '' }
const failed = { Type: 'sae', MAC: NEW, Reason: 'mismatch', Status: '' }

/** Calls about the local helpers: hostapd, the DHCP server and ping. */
export const helperTrials: Trials = {
  'PUT /reportPSKAuthFailure': { good: [['/reportPSKAuthFailure', failed]] },
  'PUT /reportPSKAuthSuccess': { good: [['/reportPSKAuthSuccess', joined]] },
  'GET /interfaces': { good: [['/interfaces']] },
  'PUT /dhcpUpdate': {
    good: [
      [
        '/dhcpUpdate',
        { IP: '192.168.2.202', MAC: '12:22:33:44:55:66', Name: 'rpi4', Iface: 'lan0', Router: '192.168.2.201' },
      ],
    ],
  },
  'PUT /DHCPRequest': { good: [['/DHCPRequest', { Identifier: KEY }]] },
}
