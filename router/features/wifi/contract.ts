import { z } from 'zod'
import { get, put } from '../operation.ts'
import { Failed, Joined, Left } from './report.ts'

const names = z.string().meta({ contentMediaType: 'text/plain' })

/** What the access point's helper calls, on a unix socket of its own. */
export const wifiSocket = {
  reportJoined: put('/reportPSKAuthSuccess', {
    tag: 'unix_wifid',
    summary: 'A station has proved its passphrase',
    description:
      'Gives a waiting passphrase to a MAC address that has none, and places the station on its link. Status in the answer: ' +
      '`Okay`, `Okay-setup` while the router is not set up, or `Installed Pending PSK`.',
    body: Joined,
    reply: Joined,
  }),
  reportFailed: put('/reportPSKAuthFailure', {
    tag: 'unix_wifid',
    summary: 'A station has failed to prove a passphrase',
    description: 'Changes nothing; alerts may be set on it.',
    body: Failed,
    reply: Failed,
  }),
  reportLeft: put('/reportDisconnect', {
    tag: 'unix_wifid',
    summary: 'A station has left',
    body: Left,
    reply: Left,
  }),
  interfaces: get('/interfaces', {
    tag: 'unix_wifid',
    summary: 'Names of the enabled access points',
    description: 'Plain text, separated by spaces.',
    reply: names.meta({ example: 'wlan1 wlan2 ' }),
  }),
  virtualInterfaces: get('/interfaces_virtual_bss', {
    tag: 'unix_wifid',
    summary: 'Names of the extra networks of the access points',
    description: 'Plain text, separated by spaces.',
    reply: names.meta({ example: '' }),
  }),
}
