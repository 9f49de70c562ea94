import { z } from 'zod'
import { DEFAULT_SPEED_TEST } from '../../router/model/internet/uplinks/config.ts'
import { WEB } from '../guests/addresses.ts'
import { links } from './links.ts'
import { empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const ip = z.ipv4()
const count = z.int().nonnegative()
/** Seconds, as a number: clients subtract them. */
const unixTime = z.int().min(0).max(9_999_999_999)
const wanConfig = z.strictObject({
  Enabled: z.boolean(),
  IntervalSeconds: count,
  ProbeTargets: z.array(ip),
  FailThreshold: count,
  RecoverThreshold: count,
  FailoverEnabled: z.boolean(),
  SpeedTestURL: z.string(),
})
const measured = { LatencyMs: z.number(), JitterMs: z.number(), LossPct: z.number() }
const connection = z.array(z.strictObject({ Code: z.string(), Text: z.string() }))
const uplinkStatus = z.strictObject({
  Iface: z.string(),
  Up: z.boolean(),
  Active: z.boolean(),
  Gateway: z.union([ip, z.literal('')]),
  State: z.string(),
  Connection: connection,
  DNS: z.array(ip),
  ...measured,
  WatchedSince: unixTime,
  LastChange: unixTime,
  TotalOutages: count,
  Downtime24h: count,
})
const PPP = { Iface: 'wan0', Enabled: false, Username: 'ada@isp', Secret: 'open sesame', VLAN: '7', MTU: '1492' }
const pppShown = { ...PPP, PPPIface: 'ppp0', Secret: '**' }
const pppStatus = {
  ...{ Iface: 'wan0', PPPIface: 'ppp0', State: 'disabled', Reason: 'disabled', Since: 0 },
  ...{ Address: '', Gateway: '', DNS: [], MTU: 0 },
}
const sample = z.strictObject({ Time: unixTime, ...measured, Up: z.boolean() })
const minuteSample = sample.refine(({ Time }) => Time % 60 === 0)
const hourSample = sample.refine(({ Time }) => Time % 3600 === 0)
const outage = z.strictObject({
  ...{ Iface: z.string(), Start: unixTime, End: unixTime, Reason: z.string(), Code: z.string() },
  Connection: connection,
})
const speed = z.strictObject({
  Iface: z.literal('wan0'),
  Time: unixTime,
  DownMbps: z.number().positive(),
  Seconds: z.number().positive(),
  Bytes: z.literal(4 << 20),
  URL: z.string(),
})

const cafe = { SSID: 'cafe', Password: 'a passphrase' }
const joinCafe = (more: object) => ({ Iface: 'wlan0', Networks: [{ ...cafe, ...more }] })
const status = { State: 'disabled', Message: 'disabled', SSID: '', BSSID: '', Signal: 0, Frequency: 0 }
const shownCafe = {
  Iface: 'wlan0',
  Enabled: false,
  Networks: [{ ...cafe, Password: '**', KeyMgmt: 'WPA-PSK WPA-PSK-SHA256', Priority: '', BSSID: '', Disabled: false }],
}

/** A radio that is not plugged in, which is an access point before and after. */
// biome-ignore format: a table
const WIFI: readonly Row[] = [
  ['GET', '/uplink/wifi',  none,                                                      404, line],
  ['PUT', '/uplink/wifi',  none,                                                      400, line],
  ['PUT', '/uplink/wifi',  {},                                                        400, line],
  ['PUT', '/uplink/wifi',  { Iface: 'wla n0', Networks: [] },                         400, line],
  ['PUT', '/uplink/wifi',  { Iface: 'eth9', Networks: [] },                           400, line],
  ['PUT', '/uplink/wifi',  { Iface: 'lan0', Networks: [] },                           400, line],
  ['PUT', '/uplink/wifi',  { Iface: 'wan0', Networks: [] },                           400, line],
  ['PUT', '/uplink/wifi',  joinCafe({}),                                              400, line],
  ['PUT', '/link/config',  { Name: 'wlan0', Type: 'Other' },                          200, empty],
  ['PUT', '/uplink/wifi',  { Iface: 'wlan0', Networks: 'cafe' },                      400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ SSID: '' }),                                    400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ SSID: 'ä'.repeat(17) }),                        400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ SSID: 'cafe\n}' }),                             400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ Password: 'short' }),                           400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ Password: '**' }),                              400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ Password: 'a pass\nphrase' }),                  400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ KeyMgmt: 'WPA-EAP' }),                          400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ KeyMgmt: 'NONE SAE' }),                         400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ Priority: 'high' }),                            400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ BSSID: 'any' }),                                400, line],
  ['PUT', '/uplink/wifi',  joinCafe({ Disabled: 'no' }),                              400, line],
  ['PUT', '/uplink/wifi',  { Iface: 'wlan0', Networks: [cafe, cafe] },                400, line],
  ['PUT', '/uplink/wifi',  { Iface: 'wlan0', Networks: Array.from({ length: 17 }, (_, i) => ({ ...cafe, SSID: `cafe ${i}` })) }, 400, line],
  ['PUT', '/uplink/wifi?confirm=0', joinCafe({}),                                     400, line],
  ['PUT', '/uplink/wifi',  { ...joinCafe({ Priority: null, BSSID: null }), Enabled: false }, 200, empty],
  ['GET', '/uplink/wifi',  none,                                                      200, json({ WPAs: [{ ...shownCafe, Status: status }] })],
  ['PUT', '/uplink/wifi',  shownCafe,                                                 200, empty],
  ['GET', '/interfacesConfiguration', none,                                           200, json(links.refine((all) => all.some((link) => link.Name === 'wlan0' && link.Subtype === 'wifi')))],
  ['PUT', '/uplink/ip',    { Name: 'wlan0', VLAN: '7' },                              400, line],
  ['PUT', '/link/config',  { Name: 'wlan0', Type: 'AP', Enabled: true },              200, empty],
  ['GET', '/uplink/wifi',  none,                                                      200, jsonWith({ WPAs: [{ Iface: 'wlan0', Enabled: false }] })],
]

// biome-ignore format: a table
export const UPLINKS: Row[] = [
  ['GET', '/wan/config',              none,                                            200, json(wanConfig)],
  ['PUT', '/wan/config',              raw('nonsense'),                                 400, line],
  ['PUT', '/wan/config',              { Enable: false },                               400, line],
  ['PUT', '/wan/config',              { Enabled: 'yes' },                              400, line],
  ['PUT', '/wan/config',              { IntervalSeconds: 0 },                          400, line],
  ['PUT', '/wan/config',              { IntervalSeconds: 3601 },                       400, line],
  ['PUT', '/wan/config',              { ProbeTargets: ['quad9'] },                     400, line],
  ['PUT', '/wan/config',              { ProbeTargets: ['127.0.0.1'] },                 400, line],
  ['PUT', '/wan/config',              { ProbeTargets: ['tcp:9.9.9.9:65536'] },         400, line],
  ['PUT', '/wan/config',              { ProbeTargets: Array.from({ length: 9 }, (_, i) => `9.9.9.${i}`) }, 400, line],
  ['PUT', '/wan/config',              { FailThreshold: 0 },                            400, line],
  ['PUT', '/wan/config',              { RecoverThreshold: 1.5 },                       400, line],
  ['PUT', '/wan/config',              { FailoverEnabled: 1 },                          400, line],
  ['PUT', '/wan/config',              { SpeedTestURL: 'file:///etc/passwd' },          400, line],
  ['PUT', '/wan/config',              { SpeedTestURL: 'http://a:b@speed.test/' },      400, line],
  ['PUT', '/wan/speedtest',           none,                                            200, jsonWith({ Iface: 'wan0', Bytes: 0, URL: DEFAULT_SPEED_TEST })],
  ['PUT', '/wan/config',              { IntervalSeconds: 30, SpeedTestURL: `http://${WEB}/large` }, 200, json(wanConfig)],
  ['GET', '/wan/config',              none,                                            200, jsonWith({ Enabled: true, IntervalSeconds: 30, FailThreshold: 3 })],
  ['GET', '/wan/status',              none,                                            200, json(z.tuple([uplinkStatus]))],
  ['GET', '/wan/history/wan0',        none,                                            200, json(z.array(sample).min(1))],
  ['GET', '/wan/history/wan0?count=1', none,                                           200, json(z.tuple([sample]))],
  ['GET', '/wan/history/wan0?scale=minutes&count=1', none,                             200, json(z.tuple([minuteSample]))],
  ['GET', '/wan/history/wan0?scale=minutes', none,                                     200, json(z.array(minuteSample).min(1).max(1440))],
  ['GET', '/wan/history/wan0?scale=hours&count=720', none,                             200, json(z.array(hourSample).min(1).max(720))],
  ['GET', '/wan/history/wan0?scale=days', none,                                        400, line],
  ['GET', '/wan/history/wan0?scale=minutes&count=0', none,                             400, line],
  ['GET', '/wan/history/wan0?scale=minutes&count=x', none,                             400, line],
  ['GET', '/wan/history/lan0',        none,                                            404, line],
  ['GET', '/wan/history/a%20b',       none,                                            400, line],
  ['GET', '/wan/outages',             none,                                            200, json(z.array(outage))],
  ['GET', '/wan/speedtest',           none,                                            200, json(z.tuple([z.looseObject({ Bytes: z.literal(0) })]))],
  ['PUT', '/wan/speedtest',           none,                                            200, json(speed)],
  ['PUT', '/wan/speedtest/wan0',      none,                                            200, json(speed)],
  ['PUT', '/wan/speedtest/lan0',      none,                                            400, line],
  ['PUT', '/wan/speedtest/lan%200',   none,                                            400, line],
  ['GET', '/wan/speedtest',           none,                                            200, json(z.tuple([speed]))],

  ['GET', '/interfacesConfiguration', none,                                           200, json(links)],
  ['PUT', '/uplink/ip',    {},                                                        400, line],
  ['PUT', '/uplink/ip',    { Name: 'eth 0' },                                         400, line],
  ['PUT', '/uplink/ip',    { Name: 'eth9' },                                          400, line],
  ['PUT', '/uplink/ip',    { Name: 'lan0' },                                          400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', VLAN: '4095' },                            400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', VLAN: 'x' },                               400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', DisableDHCP: true },                       400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', DisableDHCP: true, IP: '81.2.69.200' , Router: '81.2.69.1' }, 400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', DisableDHCP: true, IP: '81.2.69.200/24' }, 400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true, DisableDHCP: true, IP: '81.2.69.200/24', Router: '81.2.69.1', VLAN: '', MACOverride: '', MACRandomize: false, MACCloak: false }, 200, empty],
  ['GET', '/interfacesConfiguration', none,                                           200, json(links.refine((all) => all.some((link) => link.Name === 'wan0' && link.DisableDHCP === true && link.IP === '81.2.69.200/24')))],
  ['GET', '/ip/interfaces', none,                                                     200, jsonWith({ '81.2.69.200': 'wan0' })],
  ['PUT', '/uplink/ip',    { Name: 'wan0', DisableDHCP: false },                      200, empty],
  ['PUT', '/uplink/ip',    { Name: 'wan0', Type: 'Downlink' },                        400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', Subtype: 'ppp' },                          400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', MACOverride: '02:00:00:00:00:10' },        400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', MACRandomize: true },                      400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', MACCloak: true },                          400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', AdditionalIPs: [{ IP: '81.2.69.201' }] },  400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', AdditionalIPs: [{ IP: '192.168.2.201/24' }] }, 400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0', AdditionalIPs: [{ IP: '81.2.69.201/24', Router: '' }] }, 200, empty],
  ['GET', '/interfacesConfiguration', none,                                           200, json(links.refine((all) => JSON.stringify(all).includes('"81.2.69.201/24"')))],
  ['GET', '/ip/interfaces', none,                                                     200, jsonWith({ '81.2.69.201': 'wan0' })],
  ['PUT', '/uplink/ip',    { Name: 'wan0', AdditionalIPs: [] },                       200, empty],
  ...WIFI,

  ['GET', '/uplink/ppp',        none,                                                 404, line],
  ['GET', '/uplink/ppp/status', none,                                                 200, json([])],
  ['PUT', '/uplink/ppp',   raw('nonsense'),                                           400, line],
  ['PUT', '/uplink/ppp',   {},                                                        400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, Iface: '' },                                     400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, Iface: 'lan0' },                                 400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, Iface: 'eth9' },                                 400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, Username: '' },                                  400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, Username: 'ada"' },                              400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, Secret: 'a\npersist' },                          400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, Secret: '**' },                                  400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, VLAN: '4095' },                                  400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, VLAN: '-1' },                                    400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, MTU: '0' },                                      400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, MTU: 'large' },                                  400, line],
  ['PUT', '/uplink/ppp',   { ...PPP, PPPIface: 'ppp7' },                              400, line],
  ['PUT', '/uplink/ppp',   PPP,                                                       200, empty],
  ['PUT', '/uplink/ppp',   pppShown,                                                  200, empty],
  ['GET', '/uplink/ppp',        none,                                                 200, json({ PPPs: [pppShown] })],
  ['GET', '/uplink/ppp/status', none,                                                 200, json([pppStatus])],
  ['GET', '/features',          none,                                                 200, json(z.array(z.string()).refine((all) => all.includes('ppp')))],
  ['PUT', '/link/config',  { Name: 'ppp0', Type: 'Downlink' },                        400, line],
  ['PUT', '/link/config',  { Name: 'ppp0', Type: 'Uplink', MACRandomize: true },      400, line],
  ['PUT', '/uplink/ip',    { Name: 'ppp0', VLAN: '8' },                               400, line],
  ['PUT', '/uplink/ip',    { Name: 'wan0' },                                          200, empty],
  ['GET', '/uplink/ppp',        none,                                                 404, line],
]
