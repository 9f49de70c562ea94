import { z } from 'zod'
import { IwRadio } from '../../router/model/wifi/radios/iw.ts'
import { UNKNOWN } from './actors.ts'
import { empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const R = '/hostapd/wlan0'
const channel = { Mode: 'a', Channel: 36, Bandwidth: 80, HT_Enable: true, VHT_Enable: true, HE_Enable: true }
const computed = {
  ...{ Vht_oper_centr_freq_seg0_idx: 42, He_oper_centr_freq_seg0_idx: 42, Eht_oper_centr_freq_seg0_idx: -1 },
  ...{ Vht_oper_chwidth: 1, He_oper_chwidth: 1, Eht_oper_chwidth: 0, Op_class: 128, Is_6e: false },
  ...{ Freq1: 5180, Freq2: 5210, Freq3: 0 },
}
/** As the guest form sends it: with the radio's own address, and a lower-case letter. */
const guests = {
  Ssid: 'Guests',
  Bssid: '02:00:00:00:00:00',
  Wpa: '2',
  WpaKeyMgmt: 'WPA-PSK WPA-PSK-SHA256 SAE',
  guestPassword: 'come on in',
}

const noGuests = { Ssid: '', Wpa3: true, Daily: false, Enabled: false, Passphrase: '', ValidUntil: 0, Interfaces: [] }
const someGuests = z.strictObject({
  Ssid: z.literal('Guests'),
  Wpa3: z.literal(true),
  Daily: z.literal(true),
  Enabled: z.literal(true),
  Passphrase: z.literal('come on in'),
  ValidUntil: z.int().positive(),
  Interfaces: z.tuple([z.literal('wlan0')]),
})

/** Input that is invalid whether there is a radio or not. */
// biome-ignore format: a table
const INVALID: readonly Row[] = [
  ['GET',    '/iw/dev/a%20b/scan',            none,                                       400, line],
  ['GET',    '/iw/dev/eth9/scan',             none,                                       400, line],
  ['GET',    '/hostapd/a%20b/status',         none,                                       400, line],
  ['GET',    '/hostapd/a%20b/all_stations',   none,                                       400, line],
  ['GET',    '/hostapd/a%20b/config',         none,                                       400, line],
  ['PUT',    `${R}/config`,                   { Ssid: '' },                               400, line],
  ['PUT',    `${R}/config`,                   { Ssid: 'ä'.repeat(17) },                   400, line],
  ['PUT',    `${R}/config`,                   { Ssid: 'a\nwpa=0' },                       400, line],
  ['PUT',    `${R}/config`,                   { Country_code: 'DEU' },                    400, line],
  ['PUT',    `${R}/config`,                   { Country_code: 'ZZ' },                     400, line],
  ['PUT',    `${R}/config`,                   { Hw_mode: 'ad' },                          400, line],
  ['PUT',    `${R}/config`,                   { Channel: 'six' },                         400, line],
  ['PUT',    `${R}/config`,                   raw('nonsense'),                            400, line],
  ['PUT',    `${R}/setChannel`,               { ...channel, Channel: 35 },                400, line],
  ['PUT',    `${R}/setChannel`,               { ...channel, Bandwidth: 8080 },            400, line],
  ['PUT',    '/hostapd/a%20b/setChannel',     channel,                                    400, line],
  ['PUT',    '/hostapd/calcChannel',          none,                                       400, line],
  ['PUT',    '/hostapd/calcChannel',          { ...channel, Channel: 144, Bandwidth: 160 }, 400, line],
  ['PUT',    '/hostapd/calcChannel',          { ...channel, Mode: 'g', Channel: 6 },      400, line],
  ['PUT',    '/hostapd/calcChannel',          channel,                                    200, json(computed)],
  ['PUT',    '/hostapd/calcChannel',          { ...channel, Channel: 48, Ht_capab: '[HT40+]' }, 200, json({ ...computed, Freq1: 5240 })],
  ['PUT',    '/hostapd/eth9/enable',          none,                                       400, line],
  ['PUT',    '/hostapd/lan0/enable',          none,                                       400, line],
  ['PUT',    '/hostapd/lan0/disable',         none,                                       400, line],
  ['PUT',    '/hostapd/eth9/resetConfiguration', none,                                    400, line],
  ['PUT',    `${R}/enableExtraBSS`,           { ...guests, Wpa: '0' },                    400, line],
  ['PUT',    `${R}/enableExtraBSS`,           { ...guests, Ssid: '' },                    400, line],
  ['PUT',    `${R}/enableExtraBSS`,           { Ssid: 'Guests' },                         400, line],
  ['PUT',    `${R}/enableExtraBSS`,           { ...guests, WpaKeyMgmt: 'NONE' },          400, line],
  ['PUT',    `${R}/enableExtraBSS`,           { ...guests, guestPassword: 'short' },      400, line],
  ['PUT',    `${R}/enableExtraBSS`,           { ...guests, DisableIsolation: true },      400, line],
  ['DELETE', '/hostapd/a%20b/enableExtraBSS', none,                                       400, line],
  ['GET',    '/hostapd/eth9/failsafe',        none,                                       400, line],
  ['PUT',    '/hostapd/eth9/failsafe',        none,                                       400, line],
  ['PUT',    `${R}/bssTransition`,            { MAC: UNKNOWN },                            400, line],
  ['PUT',    `${R}/bssTransition`,            { MAC: UNKNOWN, TargetInterface: 'wlan1' },  400, line],
  ['PUT',    `${R}/deauth`,                   'x',                                        400, line],
  ['PUT',    '/wifi/guest',                   { Ssid: '' },                               400, line],
  ['PUT',    '/wifi/guest',                   { Ssid: 'Guests', Wpa3: 'yes' },            400, line],
  ['PUT',    '/wifi/guest',                   { Ssid: 'Guests', Daily: 1 },               400, line],
  ['PUT',    '/wifi/guest',                   { Ssid: 'Guests', Passphrase: 'short' },    400, line],
  ['PUT',    '/wifi/guest',                   { Ssid: 'Guests', Hours: 4 },               400, line],
  ['PUT',    `${R}/deauth`,                   none,                                       400, line],
  ['PUT',    '/wifi/radios/a%20b/chooseChannel', none,                                    400, line],
  ['PUT',    '/wifi/radios/lan0/chooseChannel', none,                                     400, line],
  ['PUT',    '/wifi/radios/wlan0/chooseChannel', { AllowDfs: 1 },                         400, line],
]

/** A router whose `wlan0` is an access point without a radio. */
// biome-ignore format: a table
export const WITHOUT_RADIO: readonly Row[] = [
  ...INVALID,
  ['GET',    '/iw/reg',                       none,                                       200, json(z.object({ country: z.string(), dfs: z.string(), bands: z.array(z.object({})) }))],
  ['GET',    '/iw/dev/wlan0/scan',            none,                                       400, line],
  ['GET',    `${R}/status`,                   none,                                       400, line],
  ['GET',    `${R}/all_stations`,             none,                                       400, line],
  ['GET',    `${R}/config`,                   none,                                       400, line],
  ['PUT',    `${R}/config`,                   { Ssid: 'Home' },                           400, line],
  ['PUT',    `${R}/setChannel`,               channel,                                    400, line],
  ['PUT',    `${R}/enable`,                   none,                                       400, line],
  ['PUT',    `${R}/resetConfiguration`,       none,                                       400, line],
  ['PUT',    `${R}/enableExtraBSS`,           guests,                                     400, line],
  ['DELETE', `${R}/enableExtraBSS`,           none,                                       404, line],
  ['PUT',    `${R}/deauth`,                   UNKNOWN,                                     400, line],
  ['PUT',    '/hostapd/restart',              none,                                       200, empty],
  ['PUT',    '/reloadPSKFiles',               none,                                       200, empty],
  ['PUT',    '/hostapd/restart_setup',        none,                                       200, empty],
  ['GET',    '/wifi/guest',                   none,                                       200, json(noGuests)],
  ['PUT',    '/wifi/guest',                   { Ssid: 'Guests' },                         400, line],
  ['DELETE', '/wifi/guest',                   none,                                       404, line],
  ['GET',    '/wifi/radios',                  none,                                       200, json([])],
  ['GET',    '/wifi/stations',                none,                                       200, json({})],
  ['GET',    '/wifi/failures',                none,                                       200, json(z.array(z.object({ MAC: z.string(), Cause: z.string() })))],
  ['GET',    `/wifi/stations/${UNKNOWN}/history`, none,                                    200, json([])],
  ['GET',    '/wifi/stations/x/history',      none,                                       400, line],
  ['GET',    `/wifi/stations/${UNKNOWN}/history?minutes=0`, none,                          400, line],
  ['GET',    `/wifi/stations/${UNKNOWN}/history?minutes=721`, none,                        400, line],
]

const config = (part: object) => jsonWith({ interface: 'wlan0', ssid: 'SPR_wlan0', wpa: 2, per_sta_vif: 1, ...part })

/** A router whose radio `wlan0` runs, without stations. */
// biome-ignore format: a table
export const WITH_RADIO: readonly Row[] = [
  ...INVALID,
  ['GET',    '/iw/list',                      none,                                       200, json(z.tuple([IwRadio]))],
  ['GET',    '/iw/reg',                       none,                                       200, json(z.object({ country: z.string(), dfs: z.string(), bands: z.array(z.object({})) }))],
  ['GET',    `${R}/status`,                   none,                                       200, jsonWith({ state: 'ENABLED', channel: '1', 'ssid[0]': 'SPR_wlan0' })],
  ['GET',    `${R}/all_stations`,             none,                                       200, json({})],
  ['GET',    `${R}/config`,                   none,                                       200, config({ channel: 1, hw_mode: 'g' })],
  ['PUT',    `${R}/config`,                   {},                                         200, config({ channel: 1 })],
  ['PUT',    `${R}/setChannel`,               { Mode: 'g', Channel: 6, Bandwidth: 20, HT_Enable: true }, 200, jsonWith({ Freq1: 2437, Freq2: 0, Op_class: 0 })],
  ['GET',    `${R}/config`,                   none,                                       200, config({ channel: 6 })],
  ['PUT',    `${R}/setChannel`,               { Mode: 'g', Channel: 1, Bandwidth: 20, HT_Enable: true }, 200, jsonWith({ Freq1: 2412 })],
  ['GET',    '/wifi/radios',                  none,                                       200, jsonWith([{ Interface: 'wlan0', State: 'running', Band: '2.4 GHz', Channel: 1, Width: 20, Stations: 0, Automatic: false, Choice: null }])],
  ['PUT',    `${R}/setChannel`,               { Mode: 'g', Channel: 1, Bandwidth: 20, HT_Enable: true }, 200, jsonWith({ Freq1: 2412 })],
  ['PUT',    `${R}/deauth`,                   UNKNOWN,                                     200, empty],
  ['DELETE', `${R}/enableExtraBSS`,           none,                                       404, line],
  ['PUT',    `${R}/enableExtraBSS`,           { ...guests, DisableIsolation: false },     200, empty],
  ['DELETE', `${R}/enableExtraBSS`,           none,                                       200, empty],
  ['GET',    '/wifi/guest',                   none,                                       200, json(noGuests)],
  ['PUT',    '/wifi/guest',                   { Ssid: 'SPR_wlan0' },                      400, line],
  ['PUT',    '/wifi/guest',                   { Ssid: 'Guests', Passphrase: 'come on in', Daily: true }, 200, json(someGuests)],
  ['GET',    '/wifi/guest',                   none,                                       200, json(someGuests)],
  ['DELETE', '/wifi/guest',                   none,                                       200, empty],
  ['PUT',    `${R}/failsafe`,                 none,                                       200, empty],
  ['GET',    `${R}/failsafe`,                 none,                                       200, json('failsafe running')],
  ['PUT',    '/hostapd/restart',              none,                                       200, empty],
  ['GET',    `${R}/failsafe`,                 none,                                       200, json('ok')],
  ['PUT',    `${R}/resetConfiguration`,       none,                                       200, empty],
  ['PUT',    `${R}/disable`,                  none,                                       200, empty],
  ['PUT',    `${R}/enable`,                   none,                                       200, empty],
  ['GET',    `${R}/config`,                   none,                                       200, config({ channel: 1 })],
]
