import { z } from 'zod'
import { get, put } from '../../operation.ts'
import { WifiFailure } from './failure.ts'
import { FailedJoin, Joined, Left } from './report.ts'

const names = z.string().meta({ contentMediaType: 'text/plain' })

/** Called by the helper of the access point, on its Unix socket. */
export const wifiSocket = {
  reportJoined: put('/reportPSKAuthSuccess', {
    tag: 'unix_wifid',
    summary: 'Report an authenticated station',
    description:
      'Assigns a pending passphrase to a MAC address without one, and stores the link of the station. The passphrase is that ' +
      'of `pending`, or of `pending:ID` if no other device is pending. `Status` in the answer: `Okay`, `Okay-setup` before setup, `Installed Pending PSK`, or `Provisioned mesh guest` for ' +
      'an unknown station on the guest network of another router of the mesh, which is added as a guest.',
    body: Joined,
    reply: Joined,
  }),
  reportFailed: put('/reportPSKAuthFailure', {
    tag: 'unix_wifid',
    summary: 'Report a failed authentication',
    description: 'Changes nothing; alerts can be set for it.',
    body: FailedJoin,
    reply: FailedJoin,
  }),
  reportLeft: put('/reportDisconnect', {
    tag: 'unix_wifid',
    summary: 'Report a disconnected station',
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
    summary: 'Names of the additional networks of the access points',
    description: 'Plain text, separated by spaces.',
    reply: names.meta({ example: '' }),
  }),
}

export const wifiFailures = {
  list: get('/wifi/failures', {
    roles: ['viewer'],
    tag: 'hostapd',
    summary: 'Failed attempts to join the wifi, with the reason',
    description:
      'By station, the newest first, since the start of the router. A station that has connected is removed.',
    reply: z.array(WifiFailure),
  }),
}
