import { z } from 'zod'
import { Invalid } from '../../../errors.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { MASK } from '../../home/devices/device.ts'
import { Ssid } from '../../wifi/radios/radio.ts'
import { type InterfaceConfig, withoutEmpty } from '../links/interface.ts'
import { repurpose } from '../links/purpose.ts'
import type { GivenNetwork } from './wificontract.ts'

const DEFAULT_KEY_MANAGEMENT = 'WPA-PSK WPA-PSK-SHA256'

/** A network that an uplink over wifi may join. */
export const WifiNetwork = z.object({
  SSID: Ssid,
  /** Empty for an open network. */
  Password: z.string(),
  /** Words of `KEY_MANAGEMENT`. */
  KeyMgmt: z.string(),
  /** Decimal digits, or empty for 0: of networks in range, the one with the highest is joined. */
  Priority: z.string(),
  /** The only access point of the network to join; empty for any. */
  BSSID: z.union([UnicastMac, z.literal('')]),
  Disabled: z.boolean(),
})
export type WifiNetwork = z.infer<typeof WifiNetwork>

/** The networks of an uplink over wifi. Whether it is used is a matter of its link. */
export const WifiUplink = z.object({ Iface: z.string(), Networks: z.array(WifiNetwork) })
export type WifiUplink = z.infer<typeof WifiUplink>

export const keyManagement = ({ KeyMgmt }: Pick<WifiNetwork, 'KeyMgmt'>): string[] => KeyMgmt.split(' ').filter(Boolean)

/** Passphrases are not shown. That of an open network is empty. */
export const maskedWifiNetwork = (network: WifiNetwork): WifiNetwork => ({
  ...network,
  Password: network.Password && MASK,
})

/**
 * The networks of an uplink with those of a request. A masked passphrase stays what it was in the network of that name. Throws
 * `Invalid` with the field.
 */
export function reviseNetworks(before: readonly WifiNetwork[], given: readonly GivenNetwork[]): WifiNetwork[] {
  return given.map(({ SSID, Password, KeyMgmt, Priority, BSSID, Disabled }, index) => {
    const field = (name: string): string => `Networks[${index}].${name}`
    const ways = [...new Set((KeyMgmt || DEFAULT_KEY_MANAGEMENT).split(/\s+/))]
    if (ways.includes('NONE') && ways.length > 1)
      throw new Invalid(phrase('internet.keyMgmtNoneAlone'), field('KeyMgmt'))
    const network = {
      SSID,
      KeyMgmt: ways.join(' '),
      Priority: Priority || '',
      BSSID: BSSID || '',
      Disabled: !!Disabled,
    }
    const isSame = (other: Pick<WifiNetwork, 'SSID' | 'BSSID'>): boolean =>
      other.SSID === SSID && (other.BSSID || '') === network.BSSID
    if (given.slice(0, index).some((other) => isSame({ SSID: other.SSID, BSSID: other.BSSID || '' })))
      throw new Invalid(phrase('internet.givenTwice', SSID), field('SSID'))
    if (ways.includes('NONE')) return { ...network, Password: '' }
    const kept = before.find(isSame) ?? before.find((other) => other.SSID === SSID)
    const passphrase = Password === MASK ? kept?.Password : Password
    checkPassphrase(passphrase ?? '', field('Password'))
    return { ...network, Password: passphrase! }
  })
}

/** IEEE 802.11-2020, J.4: as UTF-8, 8 to 63 bytes. */
function checkPassphrase(text: string, field: string): void {
  const { length } = new TextEncoder().encode(text)
  if (length < 8 || length > 63) throw new Invalid(phrase('internet.wifiPasswordLength'), field)
}

/**
 * The link of an uplink over wifi. Throws `Invalid`: a link of the household, or an access point that is in use, does not become
 * an uplink.
 */
export function asWifiUplink(
  before: InterfaceConfig | undefined,
  Name: string,
  Enabled: boolean | undefined,
): InterfaceConfig {
  if (before?.Type === 'AP' && before.Enabled) throw new Invalid(phrase('internet.radioIsAccessPoint', Name), 'Iface')
  if (before?.Type === 'Downlink') throw new Invalid(phrase('internet.linkOfHome', Name), 'Iface')
  const link = repurpose(before, { Name, Type: 'Uplink', Enabled: Enabled ?? (before?.Type !== 'Uplink' || undefined) })
  return withoutEmpty({ ...link, Subtype: 'wifi', VLAN: '' })
}
