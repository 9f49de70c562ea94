import type { z } from 'zod'
import type { WifiUplinks } from '../../../../router/model/internet/connection/wificontract.ts'
import type { NearbyNetwork } from '../../wifi/radios/picture.ts'

/** A network that an uplink over wifi may join, with a masked passphrase. */
export type ListedWifiNetwork = z.output<typeof WifiUplinks>['WPAs'][number]['Networks'][number]

/** How a network proves its passphrase, by the words of the form. */
export const WIFI_SECURITIES = ['mixed', 'wpa3', 'wpa2', 'open'] as const
export type Security = (typeof WIFI_SECURITIES)[number]

const KEY_MANAGEMENT: Readonly<Record<Security, string>> = {
  mixed: 'WPA-PSK WPA-PSK-SHA256 SAE',
  wpa3: 'SAE',
  wpa2: 'WPA-PSK WPA-PSK-SHA256',
  open: 'NONE',
}

/** The security of a saved network. */
export function securityOf({ KeyMgmt }: Pick<ListedWifiNetwork, 'KeyMgmt'>): Security {
  const ways = KeyMgmt.split(' ')
  if (ways.includes('NONE')) return 'open'
  if (!ways.includes('SAE')) return 'wpa2'
  return ways.length === 1 ? 'wpa3' : 'mixed'
}

/** A network to choose from. `security` is undefined if the router cannot join it: WEP, or a login for each person (802.1X). */
export interface NetworkChoice {
  readonly ssid: string
  /** dBm of its strongest access point. */
  readonly signal: number
  readonly security: Security | undefined
}

/** The networks of a scan by name, the strongest first. Hidden ones have no name to choose by. */
export function networkChoicesOf(found: readonly NearbyNetwork[]): NetworkChoice[] {
  const named = found.filter(({ ssid }) => ssid !== '').toSorted((a, b) => b.signal_dbm - a.signal_dbm)
  const strongest = new Map<string, NearbyNetwork>()
  for (const one of named) if (!strongest.has(one.ssid)) strongest.set(one.ssid, one)
  return [...strongest.values()].map((one) => ({
    ssid: one.ssid,
    signal: Math.round(one.signal_dbm),
    security: foundSecurity(one),
  }))
}

function foundSecurity({ authentication_suites: suites, capability }: NearbyNetwork): Security | undefined {
  const words = suites.split(/[\s,]+/)
  const [wpa2, wpa3] = [words.includes('PSK') || words.includes('PSK/SHA-256'), words.includes('SAE')]
  if (wpa2 && wpa3) return 'mixed'
  if (wpa3) return 'wpa3'
  if (wpa2) return 'wpa2'
  return suites === '' && !capability.includes('Privacy') ? 'open' : undefined
}

/** The fields of the form. */
export interface NetworkFields {
  readonly ssid: string
  readonly passphrase: string
  readonly security: Security
  /** Empty for any access point of the network. */
  readonly bssid: string
}

/** The list with another network, which is joined first; one of that name and access point is replaced. */
export function withNetwork(networks: readonly ListedWifiNetwork[], fields: NetworkFields): ListedWifiNetwork[] {
  const { ssid, passphrase, security } = fields
  const BSSID = fields.bssid.trim().toLowerCase()
  const others = networks.filter((one) => one.SSID !== ssid || one.BSSID !== BSSID)
  const added = {
    SSID: ssid,
    Password: security === 'open' ? '' : passphrase,
    KeyMgmt: KEY_MANAGEMENT[security],
    Priority: '',
    BSSID,
    Disabled: false,
  }
  return ordered([added, ...others])
}

/** The networks in the order in which they are preferred. */
export const byPriority = (networks: readonly ListedWifiNetwork[]): ListedWifiNetwork[] =>
  networks.toSorted((a, b) => Number(b.Priority) - Number(a.Priority))

/** The list with one network before the one that was preferred to it. */
export function preferred(networks: readonly ListedWifiNetwork[], index: number): ListedWifiNetwork[] {
  const [network] = networks.slice(index, index + 1)
  if (!network || index === 0) return [...networks]
  return ordered(networks.toSpliced(index, 1).toSpliced(index - 1, 0, network))
}

export const without = (networks: readonly ListedWifiNetwork[], index: number): ListedWifiNetwork[] =>
  ordered(networks.toSpliced(index, 1))

/** Priorities by position, the first one the highest. */
const ordered = (networks: readonly ListedWifiNetwork[]): ListedWifiNetwork[] =>
  networks.map((network, index) => ({ ...network, Priority: String(networks.length - index) }))
