import { z } from 'zod'
import { AnyMac, UnicastMac } from '../../../values/mac-schema.ts'
import { LinkName } from '../../internet/links/linkname.ts'
import { del, get, put } from '../../operation.ts'
import { ChannelParameters, ComputedChannel, ConfigUpdate, ExtraBss, Transition } from './body.ts'
import { IwInterfaces, IwNetwork, IwRadio, IwRules } from './iw.ts'

const texts = z.record(z.string(), z.string())
const params = { interface: LinkName.meta({ description: 'The link of the radio', example: 'wlan0' }) } as const
const tag = 'hostapd'
const unknown = { 400: 'There is no such radio, or its access point does not run' } as const

/** Radios, their access points and networks. */
export const radios = {
  list: get('/iw/list', {
    roles: ['viewer'],
    tag: 'network',
    summary: 'Radios and their capabilities',
    description: 'The output of `iw list`. Empty without a radio.',
    access: 'setup',
    reply: z.array(IwRadio).meta({ example: [] }),
  }),
  interfaces: get('/iw/dev', {
    roles: ['viewer'],
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
      'Takes some seconds. An access point stays on its channel and scans the others between its own frames.',
    access: 'setup',
    effects: true,
    audit: false,
    params,
    reply: z.array(IwNetwork).meta({ example: [] }),
    errors: unknown,
  }),
  rules: get('/iw/reg', {
    roles: ['viewer'],
    tag: 'network',
    summary: 'Radio rules of the country',
    access: 'setup',
    reply: IwRules,
  }),
  status: get('/hostapd/{interface}/status', {
    roles: ['viewer'],
    tag,
    summary: 'The state of an access point',
    description: 'The fields of hostapd; every value is text.',
    access: 'setup',
    params,
    reply: texts.meta({ id: 'HostapdStatus', example: { state: 'ENABLED', channel: '36', 'ssid[0]': 'Home' } }),
    errors: unknown,
  }),
  stations: get('/hostapd/{interface}/all_stations', {
    roles: ['viewer'],
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
    roles: ['viewer'],
    tag,
    summary: 'Settings of a radio and its network',
    description: 'The settings of hostapd, without passphrases.',
    access: 'setup',
    params,
    reply: z.record(z.string(), z.union([z.string(), z.number()])).meta({ example: { ssid: 'Home', channel: 36 } }),
    errors: { 400: 'The radio has no settings yet' },
  }),
  configure: put('/hostapd/{interface}/config', {
    tag,
    summary: 'Change the settings of a radio and its network',
    description:
      'Only the fields in the body change. A new channel is announced to the stations; other changes restart the access ' +
      'point, and stations reconnect.',
    access: 'setup',
    params,
    body: ConfigUpdate,
    reply: z.record(z.string(), z.union([z.string(), z.number()])).meta({ example: { ssid: 'Home', channel: 36 } }),
  }),
  setChannel: put('/hostapd/{interface}/setChannel', {
    tag,
    summary: 'Change the channel of a radio',
    description: 'The change is announced to the stations, which stay connected.',
    access: 'setup',
    params,
    body: ChannelParameters,
    reply: ComputedChannel,
  }),
  calculateChannel: put('/hostapd/calcChannel', {
    tag,
    summary: 'Calculate the block of channels around a primary channel',
    description: 'Returns what `PUT /hostapd/{interface}/setChannel` would set; changes nothing.',
    access: 'setup',
    audit: false,
    body: ChannelParameters,
    reply: ComputedChannel,
  }),
  enable: put('/hostapd/{interface}/enable', {
    tag,
    summary: 'Enable the access point of a radio',
    description: 'With default settings if it has none.',
    access: 'setup',
    params,
  }),
  disable: put('/hostapd/{interface}/disable', { tag, summary: 'Disable the access point of a radio', params }),
  reset: put('/hostapd/{interface}/resetConfiguration', {
    tag,
    summary: 'Reset the settings of a radio',
    description: 'The name of the network and the country are kept.',
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
    description: 'The same as `PUT /hostapd/restart`: this router has no separate access point for setup.',
    access: 'setup',
  }),
  failsafe: get('/hostapd/{interface}/failsafe', {
    roles: ['viewer'],
    tag,
    summary: 'Whether the failsafe configuration runs',
    description:
      '`ok`, or `failsafe running` while the access point runs with failsafe settings instead of the saved ones.',
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
    summary: 'Enable the guest network of a radio',
    description:
      'Its link is that of the radio with `.ap0`. Devices that join with its passphrase become guests. Without one, devices ' +
      'join with their own passphrases.',
    params,
    body: ExtraBss,
  }),
  disableExtraBss: del('/hostapd/{interface}/enableExtraBSS', {
    tag,
    summary: 'Remove the guest network of a radio',
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
    description: 'It may reconnect immediately.',
    params,
    body: UnicastMac.meta({ description: 'The hardware address of the station' }),
    errors: unknown,
  }),
}
