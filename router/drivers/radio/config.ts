import { is6GHzClass, settingsChannel } from '../../model/wifi/radios/channel.ts'
import { bssidOf, guestLink, wpa2Link } from '../../model/wifi/radios/radio.ts'
import type { Mac } from '../../values/mac.ts'
import type { AccessPointItem, GuestItem } from './item.ts'
import { type Passphrases, saeEntries } from './passphrases.ts'

/** hostapd.conf(5) as lines `name=value`: a radio with its networks. Pure. */

/** Where hostapd finds and makes its files. */
export interface HostapdFiles {
  /** The directory of the control sockets. */
  readonly control: string
  /** The passphrases of the WPA2 network. */
  readonly pskFile: string
  /** The same for a guest network without a passphrase: keys depend on the name of the network. */
  readonly guestPskFile: string
}

type Setting = readonly [name: string, value: string | number]

/** What holds for every network of ours: stations are isolated, with the best protection of their protocol. */
const ALONE: readonly Setting[] = [
  // Each station has its own link, and so its own group key: this prevents CVE-2022-47522 and group-key attacks.
  ['per_sta_vif', 1],
  ['ap_isolate', 1],
  ['multicast_to_unicast', 1],
  ['tdls_prohibit', 1],
  ['wmm_enabled', 1],
  ['auth_algs', 1],
  ['wpa', 2],
  // Key reinstallation (CVE-2017-13077 and after): no second message 3.
  ['wpa_disable_eapol_key_retries', 1],
  // Wrong passphrases of WPA3 are seen in these frames alone.
  ['notify_mgmt_frames', 1],
]
const WPA2: readonly Setting[] = [
  ['wpa_key_mgmt', 'WPA-PSK WPA-PSK-SHA256'],
  ['ieee80211w', 1],
]
/** Where hostapd goes when it detects radar: to channels without, since a check for radar would take a minute or more. */
const WITHOUT_RADAR: readonly Setting[] = [['chanlist', '36-48 149-177']]
/**
 * SAE as in IEEE 802.11-2020, 12.4.8.6.3: commit and confirm are sent together. Otherwise hostapd (2.10, `handle_auth_sae`) compares the
 * attempts after a failed one with the passphrase of the failed one while the station has an entry, also after a change: the new
 * passphrase would be refused, and the former one accepted. `sae_sync`: it would discard every sixth attempt.
 */
const CONFIRMED: readonly Setting[] = [
  ['sae_confirm_immediate', 1],
  ['sae_sync', 1000],
]
const WPA3: readonly Setting[] = [
  ['wpa_key_mgmt', 'SAE'],
  ['ieee80211w', 2],
  ['sae_require_mfp', 1],
  ['sae_pwe', 2],
  ...CONFIRMED,
  ['beacon_prot', 1],
]

/** Whether the radio has a network for WPA2 devices. In the 6 GHz band there may be none. */
export const hasWpa2 = ({ settings }: Pick<AccessPointItem, 'settings'>): boolean =>
  !is6GHzClass(settings.op_class ?? 0)

const isVht = (name: string): boolean => name === 'ieee80211ac' || name.startsWith('vht_')

/** What decides whether a running hostapd may be kept: everything but the passphrases, which can be changed while it runs. */
export function radioConfig(item: AccessPointItem, mac: Mac, places: HostapdFiles): string {
  const { link, settings, hidden } = item
  const { ssid, rsn_pairwise: ciphers, ieee80211be, ...radio } = settings
  // The 2.4 GHz band has no 802.11ac: such settings are of the band that the radio had before.
  const hasVht = settings.hw_mode === 'a'
  const network = (bssid: Mac): Setting[] => [
    ['bssid', bssid],
    ...named(ssid),
    ...(hidden ? [['ignore_broadcast_ssid', 1] as const] : []),
    ['ctrl_interface', places.control],
    ...ALONE,
    ['rsn_pairwise', ciphers],
  ]
  return text([
    ['interface', link],
    ['driver', 'nl80211'],
    ...(settings.country_code === undefined ? [] : [['ieee80211d', 1] as const]),
    ...(settings.hw_mode === 'a' ? [['ieee80211h', 1] as const, ...WITHOUT_RADAR] : []),
    // In a fixed order: another text means another start.
    ...Object.entries(radio)
      .filter(([name]) => (ieee80211be || !name.startsWith('eht_')) && (hasVht || !isVht(name)))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    // hostapd 2.10 has no options of 802.11be, and does not start with one.
    ...(ieee80211be ? [['ieee80211be', 1] as const] : []),
    ...network(mac),
    ...WPA3,
    ...(hasWpa2(item)
      ? [
          ['bss', wpa2Link(link)] as const,
          ...network(bssidOf(mac, 1)),
          ...WPA2,
          ['wpa_psk_file', places.pskFile] as const,
        ]
      : []),
  ])
}

/** As `radioConfig`, with the passphrases of the WPA3 network: what hostapd starts with. */
export function startConfig(config: string, passphrases: Passphrases): string {
  const lines = saeEntries(passphrases).map((entry) => `sae_password=${entry}`)
  const at = config.indexOf('\nbss=')
  const end = at < 0 ? config.length - 1 : at
  return `${config.slice(0, end)}${lines.map((line) => `\n${line}`).join('')}${config.slice(end)}`
}

const CHANNEL = /^(channel|op_class|ht_capab|(vht|he|eht)_oper_(chwidth|centr_freq_seg0_idx))=.*\n/gm

/** Whether two configurations are the same but for the channel, which a running access point can change without losing stations. */
export const differInChannel = (a: string, b: string): boolean =>
  a.replaceAll(CHANNEL, '') === b.replaceAll(CHANNEL, '')

/** Beacons that announce the other channel before it is taken. */
const ANNOUNCEMENTS = 5

/** The command that changes the channel; undefined where the choice is automatic. */
export function channelSwitch({ settings }: AccessPointItem): string | undefined {
  if (settings.channel === 0) return undefined
  const { band, centreFrequency, frequency, width } = settingsChannel(settings)
  const [, side] = /\[HT40([+-])\]/.exec(settings.ht_capab ?? '') ?? []
  return [
    `CHAN_SWITCH ${ANNOUNCEMENTS} ${frequency}`,
    ...(side === undefined ? [] : [`sec_channel_offset=${side === '+' ? 1 : -1}`]),
    ...(centreFrequency === undefined ? [] : [`center_freq1=${centreFrequency}`]),
    `bandwidth=${width}`,
    ...(settings.ieee80211n && band !== '6 GHz' ? ['ht'] : []),
    ...(settings.ieee80211ac && band !== '6 GHz' ? ['vht'] : []),
    ...(settings.ieee80211ax ? ['he'] : []),
  ].join(' ')
}

/** The guests' network, as hostapd takes it while it runs. */
export function guestConfig(
  { link, guest }: GuestItem,
  radio: AccessPointItem,
  mac: Mac,
  places: HostapdFiles,
): string {
  const { hw_mode, channel, rsn_pairwise: ciphers } = radio.settings
  return text([
    ['interface', guestLink(link)],
    ['driver', 'nl80211'],
    ['hw_mode', hw_mode],
    ['channel', channel],
    ['bssid', bssidOf(mac, 2)],
    ...named(guest.Ssid),
    ['ctrl_interface', places.control],
    ...ALONE,
    ['rsn_pairwise', ciphers],
    ['wpa_key_mgmt', hasWpa2(radio) ? (guest.Wpa3 ? 'WPA-PSK WPA-PSK-SHA256 SAE' : 'WPA-PSK WPA-PSK-SHA256') : 'SAE'],
    ['ieee80211w', hasWpa2(radio) ? 1 : 2],
    ['sae_require_mfp', 1],
    ['sae_pwe', 2],
    ...CONFIRMED,
    guest.Passphrase ? ['wpa_passphrase', guest.Passphrase] : ['wpa_psk_file', places.guestPskFile],
  ])
}

/** In hexadecimal, so that no character of a name has a meaning here. */
const named = (ssid: string): Setting[] => [
  ['ssid2', Buffer.from(ssid).toString('hex')],
  ['utf8_ssid', 1],
]

const text = (settings: readonly Setting[]): string => settings.map(([name, value]) => `${name}=${value}\n`).join('')
