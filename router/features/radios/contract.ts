import { z } from 'zod'
import { AnyMac, Mac } from '../../values/mac.ts'
import { LinkName } from '../links/interface.ts'
import { del, get, put } from '../operation.ts'
import { ChannelParameters, ComputedChannel, ConfigUpdate, ExtraBss, Transition } from './body.ts'
import { IwInterfaces, IwNetwork, IwRadio, IwRules } from './iw.ts'

const texts = z.record(z.string(), z.string())
const params = { interface: LinkName.meta({ description: 'The link of the radio', example: 'wlan0' }) } as const
const tag = 'hostapd'
const unknown = { 400: 'There is no such radio, or its access point does not run' } as const

/** Radios, their access points and networks. */
export const radios = {
  list: get('/iw/list', {
    tag: 'network',
    summary: 'The radios and what they can do',
    description: 'What `iw list` prints. None where the router has no radio.',
    access: 'setup',
    reply: z.array(IwRadio).meta({ example: [] }),
  }),
  interfaces: get('/iw/dev', {
    tag: 'network',
    summary: 'Interfaces of each radio',
    description: 'The output of `iw dev`, by radio and link.',
    access: 'setup',
    reply: IwInterfaces,
  }),
  scan: get('/iw/dev/{interface}/scan', {
    tag: 'network',
    summary: 'Networks in range of a radio',
    description:
      'Takes some seconds. An access point stays on its channel, and looks at the others between its own frames.',
    access: 'setup',
    effects: true,
    audit: false,
    params,
    reply: z.array(IwNetwork).meta({ example: [] }),
    errors: unknown,
  }),
  rules: get('/iw/reg', {
    tag: 'network',
    summary: 'What the country permits radios',
    access: 'setup',
    reply: IwRules,
  }),
  status: get('/hostapd/{interface}/status', {
    tag,
    summary: 'The state of an access point',
    description: 'By the names of hostapd; every value is text.',
    access: 'setup',
    params,
    reply: texts.meta({ id: 'HostapdStatus', example: { state: 'ENABLED', channel: '36', 'ssid[0]': 'Home' } }),
    errors: unknown,
  }),
  stations: get('/hostapd/{interface}/all_stations', {
    tag,
    summary: 'The stations of an access point',
    description:
      'By hardware address, with the fields of hostapd as text. `flags` has `[AUTHORIZED]` once the passphrase is proven; ' +
      '`vlan_id` is the number of the link that the station is on.',
    params,
    reply: z.record(AnyMac, texts.meta({ id: 'StationInfo' })).meta({ example: {} }),
    errors: unknown,
  }),
  configuration: get('/hostapd/{interface}/config', {
    tag,
    summary: 'The settings of a radio and its network',
    description: 'By the names of hostapd. Passphrases are not among them.',
    access: 'setup',
    params,
    reply: z.record(z.string(), z.union([z.string(), z.number()])).meta({ example: { ssid: 'Home', channel: 36 } }),
    errors: { 400: 'The radio has no settings yet' },
  }),
  configure: put('/hostapd/{interface}/config', {
    tag,
    summary: 'Change the settings of a radio and its network',
    description:
      'Only what is in the body changes. A changed channel is announced to the stations; anything else restarts the access ' +
      'point, and they connect again.',
    access: 'setup',
    params,
    body: ConfigUpdate,
    reply: z.record(z.string(), z.union([z.string(), z.number()])).meta({ example: { ssid: 'Home', channel: 36 } }),
  }),
  setChannel: put('/hostapd/{interface}/setChannel', {
    tag,
    summary: 'Change the channel of a radio',
    description: 'Announced to the stations, which stay connected.',
    access: 'setup',
    params,
    body: ChannelParameters,
    reply: ComputedChannel,
  }),
  calculateChannel: put('/hostapd/calcChannel', {
    tag,
    summary: 'The block of channels around a primary channel',
    description: 'Computes what `PUT /hostapd/{interface}/setChannel` would set; changes nothing.',
    access: 'setup',
    audit: false,
    body: ChannelParameters,
    reply: ComputedChannel,
  }),
  enable: put('/hostapd/{interface}/enable', {
    tag,
    summary: 'Run an access point on a radio',
    description: 'With default settings if it has none.',
    access: 'setup',
    params,
  }),
  disable: put('/hostapd/{interface}/disable', { tag, summary: 'End the access point of a radio', params }),
  reset: put('/hostapd/{interface}/resetConfiguration', {
    tag,
    summary: 'Default settings for a radio',
    description: 'The name of the network stays.',
    params,
  }),
  reloadPassphrases: put('/reloadPSKFiles', {
    tag: 'psk',
    summary: 'Send all passphrases to the access points again',
    description:
      'The router does so itself with every change; stations stay connected. Of use after another program has changed the ' +
      'passphrases of an access point.',
  }),
  restart: put('/hostapd/restart', { tag, summary: 'Restart all access points', access: 'setup' }),
  restartSetup: put('/hostapd/restart_setup', {
    tag,
    summary: 'Restart all access points after setup',
    description: 'The same as `PUT /hostapd/restart`: this router has no access point of its own for setup.',
    access: 'setup',
  }),
  failsafe: get('/hostapd/{interface}/failsafe', {
    tag,
    summary: 'Whether the failsafe configuration runs',
    description: '`ok`, or `failsafe running` while the access point runs with failsafe settings in place of its own.',
    params,
    reply: z.enum(['ok', 'failsafe running']).meta({ example: 'ok' }),
    errors: { 400: 'There is no such radio' },
  }),
  runFailsafe: put('/hostapd/{interface}/failsafe', {
    tag,
    summary: 'Run the failsafe configuration now',
    description:
      'Restarts the access point with the same name and passphrases on a channel that every radio has, without newer ' +
      'standards. The router does so itself when the settings fail. It ends when settings change, or with a restart.',
    params,
    errors: { 400: 'There is no such radio, or it cannot run even that' },
  }),
  enableExtraBss: put('/hostapd/{interface}/enableExtraBSS', {
    tag,
    summary: 'Offer a network for guests on a radio',
    description:
      'Its link is the radio’s with `.ap0`. Whoever joins with its passphrase becomes a guest; without one, the passphrases ' +
      'of the devices hold there too.',
    params,
    body: ExtraBss,
  }),
  disableExtraBss: del('/hostapd/{interface}/enableExtraBSS', {
    tag,
    summary: 'End the network for guests',
    params,
    errors: { 404: 'There is none' },
  }),
  move: put('/hostapd/{interface}/bssTransition', {
    tag,
    summary: 'Ask a station to move to another radio',
    description: 'Sends a BSS transition request (802.11v). The station decides whether it moves.',
    params,
    body: Transition,
    errors: { 400: 'The station is not connected to this radio, or the other radio has no such network' },
  }),
  deauthenticate: put('/hostapd/{interface}/deauth', {
    tag,
    summary: 'Disconnect a station',
    description: 'It may connect again at once.',
    params,
    body: Mac.meta({ description: 'The hardware address of the station' }),
    errors: unknown,
  }),
}
