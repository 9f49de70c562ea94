import { z } from 'zod'
import type { Mac } from '../../../values/mac.ts'
import { fieldOfBss, textOfSsid } from '../../../wire/hostapd.ts'
import { channelOf } from '../radios/channel.ts'
import { guestLink } from '../radios/radio.ts'

const rate = (way: string) =>
  z.number().meta({ description: `Mbit/s ${way} the station; 0 if unknown`, example: 144.4 })
const place = {
  Radio: z.string().meta({ description: 'The link of the radio', example: 'wlan0' }),
  Band: z.enum(['2.4 GHz', '5 GHz', '6 GHz', '']).meta({ description: 'The band of the radio; empty if unknown' }),
  Channel: z.int().meta({ description: 'The primary channel of the radio; 0 if unknown', example: 36 }),
  Signal: z.int().nullable().meta({ description: 'Strength of the last frame in dBm; null if unknown', example: -55 }),
  RxRate: rate('from'),
  TxRate: rate('to'),
}

/** A station that has proved its passphrase. */
export const WifiStation = z
  .object({
    MAC: z.string().meta({ description: 'The MAC address', example: '02:11:22:33:44:55' }),
    Name: z.string().meta({ description: 'The name of the device; empty if it has none', example: 'phone' }),
    Link: z.string().meta({ description: 'The link of this station', example: 'wlan0.4096' }),
    SSID: z.string().meta({ description: 'The network', example: 'Home' }),
    Guest: z.boolean().meta({ description: 'On the guest network' }),
    Security: z.enum(['WPA2', 'WPA3', '']).meta({ description: 'How it authenticated; empty if unknown' }),
    ...place,
    RxBytes: z.int().meta({ description: 'Bytes from the station since it connected' }),
    TxBytes: z.int().meta({ description: 'Bytes to the station since it connected' }),
    InactiveMs: z.int().meta({ description: 'Milliseconds since its last frame' }),
    ConnectedSince: z.int().meta({ description: 'Unix time in seconds', example: 1709287200 }),
  })
  .meta({ id: 'WifiStation' })
export type WifiStation = z.infer<typeof WifiStation>

/** Minutes that signal and rates are kept for. */
export const STATION_HISTORY_MINUTES = 720

/** Signal and rates of a station at one time. */
export const WifiSample = z
  .object({ Time: z.int().meta({ description: 'Unix time in seconds', example: 1709287200 }), ...place })
  .meta({ id: 'WifiSample' })
export type WifiSample = z.infer<typeof WifiSample>

/** What hostapd prints about a station (`STA`) and about its radio (`STATUS`). */
export interface StationReading {
  readonly mac: Mac
  readonly radio: string
  /** The link of the network. */
  readonly network: string
  readonly fields: Readonly<Record<string, string>>
  readonly status: Readonly<Record<string, string>>
}

export const isAuthorized = ({ fields }: StationReading): boolean => fields.flags?.includes('[AUTHORIZED]') ?? false

/**
 * The connected stations: those that have proved a passphrase, each once. An access point lists a station that has roamed to another one
 * for a while: the newest connection counts.
 */
export function connected(readings: readonly StationReading[]): StationReading[] {
  const oldestFirst = readings
    .filter(isAuthorized)
    .toSorted((a, b) => numberIn(b.fields.connected_time) - numberIn(a.fields.connected_time))
  return [...new Map(oldestFirst.map((reading) => [reading.mac, reading])).values()]
}

/** `now` in milliseconds. */
export function stationOf(reading: StationReading, name: string, now: number): WifiStation {
  const { mac, network, radio, fields, status } = reading
  return {
    MAC: mac,
    Name: name,
    Link: fields.vlan_id === undefined ? network : `${network}.${fields.vlan_id}`,
    SSID: textOfSsid(fieldOfBss(status, 'ssid', network)),
    Guest: network === guestLink(radio),
    Security: securityOf(fields.AKMSuiteSelector),
    ...receptionOf(reading),
    RxBytes: numberIn(fields.rx_bytes),
    TxBytes: numberIn(fields.tx_bytes),
    InactiveMs: numberIn(fields.inactive_msec),
    ConnectedSince: Math.round(now / 1000) - numberIn(fields.connected_time),
  }
}

/** Where a station is, and how well it is received. */
export function receptionOf({ radio, fields, status }: StationReading): Omit<WifiSample, 'Time'> {
  const { band = '', channel = 0 } = channelOf(numberIn(status.freq)) ?? {}
  return {
    Radio: radio,
    Band: band,
    Channel: channel,
    // Zero is what a driver without a value leaves.
    Signal: numberIn(fields.signal) || null,
    RxRate: rateIn(fields.rx_rate_info),
    TxRate: rateIn(fields.tx_rate_info),
  }
}

/** Selectors of authentication suites: IEEE 802.11-2020, table 9-151, and 802.11be for the last two. */
const SECURITY: Readonly<Record<string, WifiStation['Security']>> = {
  ...{ '00-0f-ac-2': 'WPA2', '00-0f-ac-4': 'WPA2', '00-0f-ac-6': 'WPA2' },
  ...{ '00-0f-ac-8': 'WPA3', '00-0f-ac-9': 'WPA3', '00-0f-ac-24': 'WPA3', '00-0f-ac-25': 'WPA3' },
}
const securityOf = (suite = ''): WifiStation['Security'] => SECURITY[suite] ?? ''

/** `1200 mcs 5 shortGI`, in units of 100 kbit/s. */
const rateIn = (text: string | undefined): number => numberIn(text) / 10

const numberIn = (text = ''): number => Number.parseInt(text, 10) || 0
