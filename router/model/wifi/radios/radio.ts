import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { NO_CONTROL_CHARACTERS } from '../../../values/text.ts'

const Flag = z.union([z.literal(0), z.literal(1)])
const index = z.number().int().min(0).max(233)
const capabilities = z.string().regex(/^(\[[A-Z0-9+-]+\])*$/, schemaPhrase('wifi.htCapabilities'))

const encoder = new TextEncoder()

/** The name of a network: up to 32 bytes of UTF-8 without control characters. IEEE 802.11-2020, 9.4.2.2. */
export const Ssid = z
  .string()
  .min(1, schemaPhrase('field.notEmpty'))
  .regex(NO_CONTROL_CHARACTERS, schemaPhrase('field.noControlCharacters'))
  .refine((text) => encoder.encode(text).length <= 32, schemaPhrase('wifi.ssidBytes'))
  .meta({ 'x-rule': 'At most 32 bytes as UTF-8' })

const TWO_LETTERS = /^[A-Z]{2}$/

/** A country of ISO 3166-1: its rules say which channels a radio may use, and how loud. */
export const RegulatoryCountry = z
  .string()
  .regex(TWO_LETTERS, schemaPhrase('wifi.countryCode'))
  .refine(isCountry, schemaPhrase('wifi.countryUnknown'))
  .meta({ 'x-rule': 'A country that has this code in ISO 3166-1' })

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

function isCountry(code: string): boolean {
  // Refused by the pattern.
  if (!TWO_LETTERS.test(code)) return true
  // `ZZ` is the unknown country; aliases such as `UK` have another canonical form.
  const [canonical] = Intl.getCanonicalLocales(`und-${code}`)
  return code !== 'ZZ' && canonical === `und-${code}` && names.of(code) !== undefined
}

/**
 * What the owner may choose of a radio and its network, by the names that hostapd has for it. What is not here is set by the
 * router: `drivers/radio/config.ts`.
 */
export const RadioSettings = z.object({
  ssid: Ssid,
  /** Absent until it is chosen: before that, the radio does not transmit. */
  country_code: RegulatoryCountry.optional(),
  hw_mode: z.enum(['a', 'b', 'g']),
  /** 0 for an automatic choice. */
  channel: index,
  op_class: z.number().int().min(0).max(137).optional(),
  ieee80211n: Flag,
  ieee80211ac: Flag,
  ieee80211ax: Flag,
  ieee80211be: Flag,
  ht_capab: capabilities.optional(),
  vht_capab: capabilities.optional(),
  he_su_beamformer: Flag.optional(),
  he_su_beamformee: Flag.optional(),
  he_mu_beamformer: Flag.optional(),
  vht_oper_chwidth: z.number().int().min(0).max(2).optional(),
  he_oper_chwidth: z.number().int().min(0).max(2).optional(),
  eht_oper_chwidth: z.union([z.number().int().min(0).max(2), z.literal(9)]).optional(),
  vht_oper_centr_freq_seg0_idx: index.optional(),
  he_oper_centr_freq_seg0_idx: index.optional(),
  eht_oper_centr_freq_seg0_idx: index.optional(),
  rsn_pairwise: z
    .string()
    .regex(/^(CCMP|CCMP-256|GCMP|GCMP-256)( (CCMP|CCMP-256|GCMP|GCMP-256))*$/, schemaPhrase('wifi.pairwiseCiphers')),
  bss_transition: Flag.optional(),
  time_advertisement: z.union([z.literal(0), z.literal(2)]).optional(),
  rrm_neighbor_report: Flag.optional(),
  rrm_beacon_report: Flag.optional(),
  rssi_reject_assoc_rssi: z.number().int().min(-100).max(0).optional(),
  rssi_reject_assoc_timeout: z.number().int().min(1).max(255).optional(),
  rssi_ignore_probe_request: z.number().int().min(-100).max(0).optional(),
})
export type RadioSettings = z.infer<typeof RadioSettings>

/** A network of a radio's own for guests, who all use one passphrase. */
export const GuestNetwork = z.object({
  Ssid,
  /** WPA3 as well as WPA2. */
  Wpa3: z.boolean(),
  /** Empty: the passphrases of the devices hold here too. */
  Passphrase: z.string(),
  /** Unix time at which the router replaces the passphrase; 0 for never. */
  Until: z.number().int(),
})
export type GuestNetwork = z.infer<typeof GuestNetwork>

/** A radio that is, or was, an access point. */
export const Radio = z.object({
  /** The name of its link. */
  Name: z.string(),
  /** Its own hardware address: by that it is found again when it has another name. Empty until it was seen. */
  MAC: z.union([UnicastMac, z.literal('')]),
  /** Where it was plugged in: by that it is found again if its hardware address is another one each time. */
  Slot: z.string().optional(),
  /** The automatic choice of a channel may take one with radar. */
  AllowDfs: z.boolean().optional(),
  Settings: RadioSettings,
  Guest: GuestNetwork.nullable(),
})
export type Radio = z.infer<typeof Radio>

/** 2.4 GHz, 20 MHz: what every radio can do, and every device can see. Without a country. */
export const defaultRadioSettings = (ssid: string): RadioSettings => ({
  ssid,
  hw_mode: 'g',
  channel: 1,
  ieee80211n: 1,
  ieee80211ac: 0,
  ieee80211ax: 0,
  ieee80211be: 0,
  rsn_pairwise: 'CCMP',
})

/** 5 GHz, 20 MHz, on a channel without radar. */
const SETTINGS_5_GHZ = { hw_mode: 'a', channel: 36, ieee80211ac: 1 } as const

/**
 * The radio of a link that has no settings yet: in the country, and with the network, of those that have. It is in the 5 GHz band
 * on request.
 */
export function newRadio(link: string, mac: Radio['MAC'], others: Iterable<Radio>, is5GHz = false): Radio {
  const [other] = others
  const { ssid = `SPR_${link}`, country_code } = other?.Settings ?? {}
  const country = country_code === undefined ? undefined : { country_code }
  const Settings = { ...defaultRadioSettings(ssid), ...country, ...(is5GHz ? SETTINGS_5_GHZ : undefined) }
  return { Name: link, MAC: mac, Settings, Guest: null }
}

/** Links of the other networks of a radio. That of the guests: contract 9.7. */
export const wpa2Link = (radio: string): string => `${radio}.w2`
/** Whether this is a WPA2 network, or the link of a station there. */
export const isWpa2Link = (link: string): boolean => /\.w2(\.|$)/.test(link)
export const guestLink = (radio: string): string => `${radio}.ap0`
/** The link of the radio that a network is on. */
export const radioOf = (network: string): string => network.replace(/\.(w2|ap0)$/, '')

/**
 * Addresses of more networks of a radio: locally administered, and different in the bits above that one, which is what radios
 * can be set to.
 */
export function bssidOf(mac: UnicastMac, network: 1 | 2): UnicastMac {
  const first = Number.parseInt(mac.slice(0, 2), 16)
  return `${((first | 2) ^ (network << 2)).toString(16).padStart(2, '0')}${mac.slice(2)}`
}
