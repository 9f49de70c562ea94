import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { NO_CONTROL_CHARACTERS, padded } from '../../../values/text.ts'
import { Ssid } from '../../wifi/radios/radio.ts'
import { LinkName } from '../links/linkname.ts'

/** How an uplink may prove its passphrase, by the names of wpa_supplicant. */
export const KEY_MANAGEMENT = ['NONE', 'WPA-PSK', 'WPA-PSK-SHA256', 'SAE'] as const

const MOST_NETWORKS = 16
const WAYS = `(?:${KEY_MANAGEMENT.join('|')})`
const masked = '`**` for the one that is kept'

const fields = {
  SSID: Ssid.meta({ description: 'The name of the network; it may be hidden', example: 'cafe' }),
  Password: z
    .string()
    .regex(NO_CONTROL_CHARACTERS, schemaPhrase('field.noControlCharacters'))
    .meta({ description: `8 to 63 characters, or empty for an open network; ${masked}`, example: 'a long passphrase' }),
  KeyMgmt: z
    .string()
    .regex(padded(`(?:${WAYS}(?:\\s+${WAYS})*)?`), schemaPhrase('internet.keyMgmtValues', KEY_MANAGEMENT.join(', ')))
    .trim()
    .meta({
      description:
        'How the passphrase is proved: `WPA-PSK` and `WPA-PSK-SHA256` for WPA2, `SAE` for WPA3, or `NONE` for an open ' +
        'network. Empty for `WPA-PSK WPA-PSK-SHA256`',
      example: 'WPA-PSK WPA-PSK-SHA256 SAE',
    }),
  Priority: z
    .string()
    .regex(padded('\\d{0,4}'), schemaPhrase('internet.priorityDigits'))
    .trim()
    .meta({ description: 'Of networks in range, the one with the highest number is joined', example: '1' }),
  BSSID: z
    .union([z.literal(''), UnicastMac])
    .meta({ description: 'The only access point to join; empty for any of this name', example: '' }),
  Disabled: z.boolean().meta({ description: 'The network is not joined', example: false }),
}

const GivenNetwork = z
  .object({
    SSID: fields.SSID,
    Password: fields.Password.nullish(),
    KeyMgmt: fields.KeyMgmt.nullish(),
    Priority: fields.Priority.nullish(),
    BSSID: fields.BSSID.nullish(),
    Disabled: fields.Disabled.nullish(),
  })
  .meta({ id: 'WifiNetworkUpdate', example: { SSID: 'cafe', Password: 'a long passphrase', Priority: '1' } })
export type GivenNetwork = z.output<typeof GivenNetwork>

export const WifiUplinkUpdate = z
  .object({
    Iface: LinkName.meta({ description: 'The link of the radio', example: 'wlan0' }),
    Enabled: z.boolean().nullish().meta({ description: 'Absent: unchanged, or true for a new uplink' }),
    Networks: z
      .array(GivenNetwork)
      .max(MOST_NETWORKS)
      .nullish()
      .meta({ description: 'All networks that it may join; absent: unchanged' }),
  })
  .meta({
    id: 'WifiUplinkUpdate',
    example: { Iface: 'wlan0', Enabled: true, Networks: [{ SSID: 'cafe', Password: 'a long passphrase' }] },
  })
export type WifiUplinkUpdate = z.output<typeof WifiUplinkUpdate>

const STATES = [
  'connected',
  'connecting',
  'searching',
  'wrong passphrase',
  'refused',
  'not in range',
  'idle',
  'starting',
  'failed',
  'disabled',
] as const

const WifiStatus = z
  .object({
    State: z.enum(STATES).meta({
      description:
        'The worst of its networks while it is not connected; `idle` without a network, `failed` if wpa_supplicant does not run',
    }),
    Message: z.string().meta({ description: 'The same in words', example: 'wrong passphrase for cafe' }),
    SSID: z.string().meta({ description: 'The network it is connected to; empty for none', example: 'cafe' }),
    BSSID: z.string().meta({ description: 'The access point it is connected to; empty for none', example: '' }),
    Signal: z.number().meta({ description: 'dBm; 0 if unknown', example: -50 }),
    Frequency: z.number().meta({ description: 'MHz; 0 if unknown', example: 2412 }),
  })
  .meta({ id: 'WifiUplinkStatus' })
export type WifiStatus = z.infer<typeof WifiStatus>

const WifiUplink = z
  .object({
    Iface: z.string().meta({ description: 'The link of the radio', example: 'wlan0' }),
    Enabled: z.boolean().meta({ description: 'It is used as an uplink' }),
    Networks: z.array(z.object(fields).meta({ id: 'WifiNetwork' })).meta({ description: 'Networks that it may join' }),
    Status: WifiStatus.meta({ description: 'Its present connection' }),
  })
  .meta({ id: 'WifiUplink' })

export const WifiUplinks = z
  .object({ WPAs: z.array(WifiUplink).meta({ description: 'Uplinks over wifi' }) })
  .meta({ id: 'WifiUplinks' })
export type WifiUplinks = z.infer<typeof WifiUplinks>
