import { createHash, pbkdf2Sync } from 'node:crypto'
import { keyManagement, type WifiNetwork } from '../../model/internet/connection/wifi.ts'

/** Networks in the words of wpa_supplicant: wpa_supplicant.conf(5). Pure. */

type Setting = readonly [name: string, value: string | number]

/**
 * What a network block is made of, apart from its priority. Names and secrets are in hexadecimal, where no character has a
 * meaning.
 */
export function networkSettings(network: WifiNetwork): readonly Setting[] {
  const { SSID, BSSID, Password } = network
  const ways = keyManagement(network)
  const isOpen = ways.includes('NONE')
  const usesSae = ways.includes('SAE')
  const usesPsk = ways.some((way) => way.startsWith('WPA-PSK'))
  return [
    ['ssid', hex(SSID)],
    // Found by name too: the access point may not announce it.
    ['scan_ssid', 1],
    ...(BSSID ? [['bssid', BSSID] as const] : []),
    ['key_mgmt', ways.join(' ')],
    ...(isOpen
      ? []
      : ([
          // Neither WPA nor TKIP.
          ['proto', 'RSN'],
          ['pairwise', 'CCMP GCMP CCMP-256 GCMP-256'],
          // Protected management frames: required by WPA3, used with WPA2 where the access point can.
          ['ieee80211w', usesPsk ? 1 : 2],
        ] as const)),
    ...(usesPsk ? [['psk', pskOf(Password, SSID)] as const] : []),
    ...(usesSae ? [['sae_password', hex(Password)] as const] : []),
  ]
}

/** The key of WPA2: IEEE 802.11-2020, J.4. */
const pskOf = (passphrase: string, ssid: string): string =>
  pbkdf2Sync(passphrase, ssid, 4096, 32, 'sha1').toString('hex')

const hex = (text: string): string => Buffer.from(text).toString('hex')

export const priorityOf = ({ Priority }: WifiNetwork): number => Number(Priority || 0)

/** Two networks with the same one need no change, except of the priority. */
export const digestOfSettings = (settings: readonly Setting[]): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex')

/**
 * What a supplicant starts with. Networks are added while it runs, so that no secret is in a file. Both ways to derive the
 * element of WPA3 (`sae_pwe`), since older access points know one of them.
 */
export const supplicantConfig = (control: string): string =>
  [`ctrl_interface=${control}`, 'update_config=0', 'sae_pwe=2', ''].join('\n')
