import { z } from 'zod'
import { Mac } from '../../values/mac.ts'
import { Ssid } from '../radios/radio.ts'

/** How an uplink may prove its passphrase, by the names of wpa_supplicant. */
export const KEY_MANAGEMENT = ['NONE', 'WPA-PSK', 'WPA-PSK-SHA256', 'SAE'] as const
export const DEFAULT_KEY_MANAGEMENT = 'WPA-PSK WPA-PSK-SHA256'

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
  BSSID: z.union([Mac, z.literal('')]),
  Disabled: z.boolean(),
})
export type WifiNetwork = z.infer<typeof WifiNetwork>

/** The networks of an uplink over wifi. Whether it is used is a matter of its link. */
export const WifiUplink = z.object({ Iface: z.string(), Networks: z.array(WifiNetwork) })
export type WifiUplink = z.infer<typeof WifiUplink>

export const keyManagement = ({ KeyMgmt }: Pick<WifiNetwork, 'KeyMgmt'>): string[] => KeyMgmt.split(' ').filter(Boolean)
