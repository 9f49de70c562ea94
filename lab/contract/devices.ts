import { z } from 'zod'
import { BROADCAST, CAMERA, deviceAt, KEY, NOBODY, PENDING, TV } from './actors.ts'
import { empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const psk = z.strictObject({ Type: z.enum(['', 'sae', 'wpa', 'wpa2']), Psk: z.enum(['', '**']) })
const device = z.strictObject({
  Name: z.string(),
  MAC: z.string(),
  WGPubKey: z.string(),
  VLANTag: z.string(),
  RecentIP: z.union([z.ipv4(), z.literal('')]),
  StaticIP: z.boolean(),
  DNSCustom: z.string(),
  PSKEntry: psk,
  AllowWired: z.boolean(),
  Policies: z.array(z.string()),
  Groups: z.array(z.string()),
  DeviceTags: z.array(z.string()),
  DHCPFirstTime: z.string().regex(/^$|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} \+0000 UTC$/),
  DHCPLastTime: z.string(),
  DHCPLastInterface: z.string(),
  Style: z.strictObject({ Icon: z.string(), Color: z.string() }),
  DeviceExpiration: z.int().nonnegative(),
  DeleteExpiration: z.boolean(),
  DeviceDisabled: z.boolean(),
})
export const devices = z.record(z.string(), device)
export const generated = device.extend({
  PSKEntry: z.strictObject({
    Type: z.enum(['sae', 'wpa', 'wpa2']),
    Psk: z.string().regex(/^[A-HJ-NP-Za-km-z2-9=#%+*-]{16}$/),
  }),
})

const [tv, camera] = [deviceAt(TV), deviceAt(CAMERA)]

// biome-ignore format: a table
export const DEVICES: Row[] = [
  ['GET',    '/devices',             none,                                       200, json(devices)],
  ['GET',    tv,                     none,                                       401, line],
  ['PUT',    '/device',              { Name: 'x' },                              400, line],
  ['PUT',    deviceAt(BROADCAST),    { PSKEntry: { Type: 'sae' } },              400, line],
  ['PUT',    deviceAt('00-00-00-00-00-00'), { Name: 'x' },                       400, line],
  ['DELETE', '/devices',             [BROADCAST],                                400, line],
  ['PUT',    deviceAt('not a mac'),       { Name: 'x' },                              400, line],
  ['PUT',    tv,                     none,                                       400, line],
  ['PUT',    tv,                     raw('{"Name"'),                             400, line],
  ['PUT',    tv,                     raw('[]'),                                  400, line],
  ['PUT',    tv,                     raw('['.repeat(1e5) + ']'.repeat(1e5)),     400, line],
  ['PUT',    tv,                     { Name: 7 },                                400, line],
  ['PUT',    tv,                     { Name: 'a\nb' },                           400, line],
  ['PUT',    tv,                     { PSKEntry: { Type: 'wep' } },              400, line],
  ['PUT',    tv,                     { PSKEntry: { Type: 'sae', Psk: 'short' } }, 400, line],
  ['PUT',    tv,                     { PSKEntry: { Type: 'sae', Psk: 'x'.repeat(64) } }, 400, line],
  ['PUT',    tv,                     { PSKEntry: { Type: 'sae', Psk: 'line one\nline two' } }, 400, line],
  ['PUT',    tv,                     { PSKEntry: { Type: 'sae', Psk: 'one|two|three' } }, 400, line],
  ['PUT',    tv,                     { Policies: ['root'] },                     400, line],
  ['PUT',    tv,                     { Groups: ['wan'] },                        400, line],
  ['PUT',    tv,                     { DeviceTags: ['lan_upstream'] },           400, line],
  ['PUT',    tv,                     { VLANTag: 'ten' },                         400, line],
  ['PUT',    tv,                     { VLANTag: '-1' },                          400, line],
  ['PUT',    tv,                     { RecentIP: '192.168.2.15' },               400, line],
  ['PUT',    tv,                     { RecentIP: '192.168.3.14' },               400, line],
  ['PUT',    tv,                     { DNSCustom: 'dns' },                       400, line],
  ['PUT',    tv,                     { Style: { Icon: '<b>' } },                 400, line],
  ['PUT',    tv,                     { WGPubKey: 'no key' },                     400, line],
  ['GET',    '/devices',             none,                                       200, json(devices.refine((all) => !(TV in all)))],

  // A wired device has no passphrase; keys are taken in any case, and unknown ones left out.
  ['PUT',    deviceAt(TV.toUpperCase()),  { name: 'tv', MAC: CAMERA, policies: ['WAN', ' dns '], nonsense: 1 }, 200, jsonWith({ Name: 'tv', MAC: TV, Policies: ['wan', 'dns'], PSKEntry: { Type: '', Psk: '' } })],
  // A type alone makes one, which is shown once.
  ['PUT',    tv,                     { PSKEntry: { Type: 'wpa2' } },             200, json(generated)],
  ['PUT',    tv,                     { Name: 'tv' },                             200, jsonWith({ PSKEntry: { Type: 'wpa2', Psk: '**' } })],
  ['PUT',    tv,                     { PSKEntry: { Type: 'sae', Psk: '**' } },   200, jsonWith({ PSKEntry: { Type: 'sae', Psk: '**' } })],
  ['PUT',    tv,                     { PSKEntry: { Type: 'wpa', Psk: 'eightlet' } }, 200, jsonWith({ PSKEntry: { Type: 'wpa', Psk: '**' } })],
  // What is absent, null or empty stays; lists take the old one's place.
  ['PUT',    tv,                     { Name: '', Policies: null, RecentIP: '' }, 200, jsonWith({ Name: 'tv', Policies: ['wan', 'dns'] })],
  ['PUT',    tv,                     { Groups: ['Cast', 'cast', ''], DeviceTags: ['Living Room'] }, 200, jsonWith({ Groups: ['cast'], DeviceTags: ['living room'], Policies: ['wan', 'dns'] })],
  ['PUT',    tv,                     { Policies: [] },                           200, jsonWith({ Policies: [], Groups: ['cast'] })],
  ['PUT',    tv,                     { VLANTag: '42', DNSCustom: '9.9.9.9' },    200, jsonWith({ VLANTag: '42', DNSCustom: '9.9.9.9' })],
  ['PUT',    tv,                     { VLANTag: '0', DNSCustom: '0' },           200, jsonWith({ VLANTag: '', DNSCustom: '' })],
  ['PUT',    tv,                     { Style: { Icon: 'Tv' } },                  200, jsonWith({ Style: { Icon: 'Tv', Color: '' } })],
  ['PUT',    tv,                     { Style: { Color: 'teal' } },               200, jsonWith({ Style: { Icon: 'Tv', Color: 'teal' } })],
  ['PUT',    tv,                     { RecentIP: '192.168.2.102' },              200, jsonWith({ RecentIP: '192.168.2.102' })],
  ['PUT',    camera,                 { RecentIP: '192.168.2.102' },              400, line],
  // Disabled is said in two places, which agree; an unrelated change leaves it.
  ['PUT',    tv,                     { AllowWired: 'yes' },                      400, line],
  ['PUT',    tv,                     { AllowWired: true },                       200, jsonWith({ AllowWired: true })],
  ['PUT',    tv,                     { AllowWired: false },                      200, jsonWith({ AllowWired: false })],
  ['PUT',    tv,                     { StaticIP: 1 },                            400, line],
  ['PUT',    tv,                     { DeviceDisabled: true },                   200, jsonWith({ DeviceDisabled: true, Policies: ['disabled'] })],
  ['PUT',    tv,                     { Name: 'telly' },                          200, jsonWith({ DeviceDisabled: true, Name: 'telly' })],
  ['PUT',    tv,                     { Policies: ['wan', 'dns'] },               200, jsonWith({ DeviceDisabled: false, Policies: ['wan', 'dns'] })],
  ['PUT',    tv,                     { DeviceExpiration: 3600, DeleteExpiration: true }, 200, json(device.extend({ DeviceExpiration: z.int().positive(), DeleteExpiration: z.literal(true) }))],
  ['PUT',    tv,                     { DeviceExpiration: -1_780_000_000, DeleteExpiration: true }, 200, json(device.extend({ DeviceExpiration: z.int().positive() }))],
  ['PUT',    tv,                     { DeviceExpiration: -1, DeleteExpiration: false }, 200, jsonWith({ DeviceExpiration: 0, DeleteExpiration: false })],

  ['PUT',    `${camera}&copy=${NOBODY}`, { Name: 'camera' },                     400, line],
  ['PUT',    `${camera}&copy=${TV}`, { Name: 'camera', Groups: ['own'], Policies: ['lan'], PSKEntry: { Type: 'sae', Psk: 'its own words' } }, 200,
    jsonWith({ Name: 'camera', Groups: ['cast'], Policies: ['wan', 'dns'], DeviceTags: ['living room'], PSKEntry: { Type: 'wpa', Psk: '**' } })],
  ['PUT',    deviceAt(KEY),               { Name: 'road warrior' },                   200, jsonWith({ MAC: '', WGPubKey: KEY })],
  ['PUT',    PENDING,                { MAC: 'pending', Name: 'phone', Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' }, Groups: [], DeviceTags: [] }, 200, json(generated.extend({ MAC: z.literal('pending') }))],
  ['GET',    '/pendingPSK',          none,                                       200, json(true)],
  ['GET',    '/devices',             none,                                       200, json(devices)],
  ['GET',    '/devices',             none,                                       200, jsonWith({ [TV]: { Name: 'telly' }, [CAMERA]: {}, [KEY]: {}, pending: {} })],

  ['PUT',    '/devices/bulk',        { Identities: [] },                         400, line],
  ['PUT',    '/devices/bulk',        { Groups: ['x'] },                          400, line],
  ['PUT',    '/devices/bulk',        { Identities: [TV], Policies: ['api'] },    400, line],
  ['PUT',    '/devices/bulk',        { Identities: [TV], Policies: ['guestonly'] }, 400, line],
  ['PUT',    '/devices/bulk',        { Identities: [TV], Policies: ['disabled'] }, 400, line],
  ['PUT',    '/devices/bulk',        { Identities: [TV, CAMERA, NOBODY], Groups: ['Bulk'], Tags: ['t'], Policies: ['lan'] }, 200, json({ updated: [TV, CAMERA], count: 2 })],
  ['GET',    '/devices',             none,                                       200, jsonWith({ [TV]: { Groups: ['cast', 'bulk'], DeviceTags: ['living room', 't'], Policies: ['wan', 'dns', 'lan'] } })],
  ['DELETE', '/device',              none,                                       400, line],
  ['DELETE', deviceAt(NOBODY),            none,                                       404, line],
  ['DELETE', camera,                 none,                                       200, empty],
  ['DELETE', camera,                 {},                                         404, line],
  ['DELETE', PENDING,                {},                                         200, empty],
  ['GET',    '/pendingPSK',          none,                                       200, json(false)],
  ['DELETE', '/devices',             [],                                         400, line],
  ['DELETE', '/devices',             none,                                       400, line],
  ['DELETE', '/devices',             [KEY, NOBODY],                              200, json({ deleted: [KEY], count: 1 })],
]
