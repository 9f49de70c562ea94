import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { AnyMac, UnicastMac } from '../../../values/mac-schema.ts'
import { LinkName } from '../../internet/links/linkname.ts'
import { sentBack } from '../../sentback.ts'
import { RadioSettings, RegulatoryCountry, Ssid } from './radio.ts'

/** What clients send about radios: field names of API 0.3.0. */

const shape = RadioSettings.shape
const seg0 = z.number().int().min(-1).max(233).meta({ description: 'The number of the centre channel; -1 for none' })
const flag = z.union([z.literal(0), z.literal(1)])
const described = (description: string) => ({ description })
const width = (description: string) => shape.eht_oper_chwidth.meta({ description })
const WIDTHS_TEXT = '0 for 20 and 40 MHz, 1 for 80, 2 for 160'

/** Each field is the setting of hostapd with the same letters in lower case. Absent: unchanged. */
export const ConfigUpdate = z
  .object({
    Ssid: Ssid.meta(described('The name of the network, of at most 32 bytes')),
    Channel: shape.channel.meta(
      described('The primary channel; 0 for an automatic choice. The block around it follows unless it is sent'),
    ),
    AutoSelectChannel: z.boolean().meta(described('Choose the channel automatically')),
    Country_code: RegulatoryCountry.meta(described('The country, of ISO 3166-1')),
    Hw_mode: shape.hw_mode.meta(described('`a` for 5 and 6 GHz, `g` or `b` for 2.4 GHz')),
    Ht_capab: shape.ht_capab.meta(described('Capabilities of 802.11n, such as `[HT40+][SHORT-GI-40]`; empty for none')),
    Vht_capab: shape.vht_capab.meta(described('Capabilities of 802.11ac; empty for none')),
    Ieee80211ax: flag.meta(described('Wifi 6')),
    Ieee80211be: flag.meta(described('Wifi 7')),
    He_su_beamformer: flag.meta(described('Beamforming of 802.11ax towards one station')),
    He_su_beamformee: flag.meta(described('Beamforming of 802.11ax by a station')),
    He_mu_beamformer: flag.meta(described('Beamforming of 802.11ax towards several stations')),
    Vht_oper_chwidth: width(`Channel width of 802.11ac: ${WIDTHS_TEXT}`),
    He_oper_chwidth: width(`Channel width of 802.11ax: ${WIDTHS_TEXT}`),
    Eht_oper_chwidth: width(`Channel width of 802.11be: ${WIDTHS_TEXT}, 9 for 320`),
    Vht_oper_centr_freq_seg0_idx: seg0,
    He_oper_centr_freq_seg0_idx: seg0,
    Eht_oper_centr_freq_seg0_idx: seg0,
    Op_class: z.number().int().min(0).max(137).meta(described('131 to 137 for the 6 GHz band, which has WPA3 alone')),
    Rsn_pairwise: shape.rsn_pairwise.meta(described('Ciphers, such as `CCMP GCMP-256`')),
    Bss_transition: flag.meta(described('The access point may ask stations to move to another one (802.11v)')),
    Time_advertisement: flag.meta(described('Beacons contain the time (802.11v)')),
    Rrm_neighbor_report: flag.meta(described('Stations may ask for other access points (802.11k)')),
    Rrm_beacon_report: flag.meta(described('Stations may be asked what they receive (802.11k)')),
    Rssi_reject_assoc_rssi: shape.rssi_reject_assoc_rssi.meta(
      described('dBm below which stations are rejected; 0 for none'),
    ),
    Rssi_reject_assoc_timeout: shape.rssi_reject_assoc_timeout.meta(
      described('Seconds until a rejected station may try again'),
    ),
    Rssi_ignore_probe_request: shape.rssi_ignore_probe_request.meta(
      described('dBm below which probe requests are not answered; 0 for none'),
    ),
    Rrm_link_measurement_report: z.literal(0).meta(described('Only 0: hostapd has no such report')),
    Mld_ap: z.literal(0).meta(described('Only 0: several links at a time are not supported')),
  })
  .partial()
  .meta({ id: 'HostapdConfig', example: { Ssid: 'Home', Hw_mode: 'a', Channel: 36, Country_code: 'DE' } })
export type ConfigUpdate = z.output<typeof ConfigUpdate>

export const ChannelParameters = z
  .object({
    Mode: z.enum(['a', 'b', 'g']).meta(described('`a` for 5 and 6 GHz, `g` or `b` for 2.4 GHz')),
    Channel: z.number().int().min(1).max(233).meta(described('The primary channel')),
    Bandwidth: z
      .union([z.literal(20), z.literal(40), z.literal(80), z.literal(160), z.literal(320)])
      .meta(described('MHz. Two separate blocks of 80 MHz (8080) are not supported')),
    HT_Enable: z.boolean().default(false).meta(described('802.11n')),
    VHT_Enable: z.boolean().default(false).meta(described('802.11ac')),
    HE_Enable: z.boolean().default(false).meta(described('802.11ax')),
    EHT_Enable: z.boolean().default(false).meta(described('802.11be')),
    Is_6e: z.boolean().default(false).meta(described('The 6 GHz band, where a number is a channel of both')),
    Op_class: z.number().int().min(0).max(137).default(0).meta(described('131 to 137 for the 6 GHz band')),
  })
  .meta({
    id: 'ChannelParameters',
    example: { Mode: 'a', Channel: 36, Bandwidth: 80, HT_Enable: true, VHT_Enable: true },
  })
export type ChannelParameters = z.output<typeof ChannelParameters>

const index = z.number().int().meta(described('The number of the centre channel; -1 for none'))
const mhz = (of: string) =>
  z
    .number()
    .int()
    .meta(described(`MHz of ${of}; 0 for none`))

/** In this order: clients compare the text. */
export const ComputedChannel = z
  .object({
    Vht_oper_centr_freq_seg0_idx: index,
    He_oper_centr_freq_seg0_idx: index,
    Eht_oper_centr_freq_seg0_idx: index,
    Vht_oper_chwidth: z.number().int().meta(described(WIDTHS_TEXT)),
    He_oper_chwidth: z.number().int().meta(described(WIDTHS_TEXT)),
    Eht_oper_chwidth: z
      .number()
      .int()
      .meta(described(`${WIDTHS_TEXT}, 9 for 320`)),
    Op_class: z.number().int().meta(described('The operating class where hostapd needs it; otherwise 0')),
    Is_6e: z.boolean().meta(described('The channel is in the 6 GHz band')),
    Freq1: mhz('the primary channel'),
    Freq2: mhz('the centre of the block'),
    Freq3: mhz('the centre of a second block'),
  })
  .meta({ id: 'CalculatedChannelParameters' })
export type ComputedChannel = z.output<typeof ComputedChannel>

const KEY_MANAGEMENT = /^(WPA-PSK|WPA-PSK-SHA256|SAE)( (WPA-PSK|WPA-PSK-SHA256|SAE))*$/

export const ExtraBss = z
  .object({
    Ssid: Ssid.meta(described('The name of the network')),
    Bssid: AnyMac.meta(
      described('The address of the radio, as existing clients send it. The router derives another one from its own'),
    ),
    Wpa: z
      .enum(['1', '2'])
      .default('2')
      .meta(described('The version of WPA; both mean WPA2 and newer here. `0`, an open network, is rejected')),
    WpaKeyMgmt: z
      .string()
      .regex(KEY_MANAGEMENT, schemaPhrase('wifi.keyManagement'))
      .default('WPA-PSK WPA-PSK-SHA256')
      .meta(described('With SAE, devices may join with WPA3 as well')),
    GuestPassword: z.string().default('').meta(described('8 to 63 characters; empty: devices join with their own')),
    DisableIsolation: sentBack(z.literal(false)),
  })
  .meta({
    id: 'ExtraBSS',
    example: { Ssid: 'Guests', Bssid: '02:00:00:00:00:01', Wpa: '2', GuestPassword: 'come on in' },
  })
export type ExtraBss = z.output<typeof ExtraBss>

export const Transition = z
  .object({
    MAC: UnicastMac.meta(described('The hardware address of the station')),
    TargetInterface: LinkName.meta(described('The link of the radio that it should move to')),
  })
  .meta({ id: 'BssTransition', example: { MAC: '02:11:22:33:44:55', TargetInterface: 'wlan1' } })
export type Transition = z.output<typeof Transition>
