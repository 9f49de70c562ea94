import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { empty, json, line, none, type Row, raw } from './rows.ts'

export const links = z.array(
  z.looseObject({
    Name: z.string(),
    Type: z.enum(['AP', 'Uplink', 'Downlink', 'Other']),
    Subtype: z.string(),
    Enabled: z.boolean(),
  }),
)
const lan = { Name: 'lan0', Type: 'Downlink' }
const lanAs = (more: object) =>
  json(
    links.refine((all) => all.some((link) => isDeepStrictEqual(link, { ...lan, Subtype: '', Enabled: true, ...more }))),
  )

// biome-ignore format: a table
export const LINKS: Row[] = [
  ['PUT', '/link/config',             {},                                              400, line],
  ['PUT', '/link/config',             { Name: 'lan0' },                                400, line],
  ['PUT', '/link/config',             { Name: 'lan0', Type: 'Router' },                400, line],
  ['PUT', '/link/config',             { Name: 'la n0', Type: 'Downlink' },             400, line],
  ['PUT', '/link/config',             { Name: 'eth9', Type: 'Downlink' },              400, line],
  ['PUT', '/link/config',             { Name: 'sprloop', Type: 'Other' },              400, line],
  ['PUT', '/link/config',             { ...lan, Subtype: 'wifi' },                     400, line],
  ['PUT', '/link/config',             { ...lan, Enabled: 'yes' },                      400, line],
  ['PUT', '/link/config',             { ...lan, MACOverride: 'x' },                    400, line],
  ['PUT', '/link/config',             { ...lan, MACOverride: '01:00:5e:00:00:01' },    400, line],
  ['PUT', '/link/config',             { ...lan, MACOverride: '02:00:00:00:00:10', MACRandomize: true }, 400, line],
  ['PUT', '/link/config?confirm=0',   lan,                                             400, line],
  ['PUT', '/link/config?confirm=3601', lan,                                            400, line],
  ['PUT', '/link/config?confirm=soon', lan,                                            400, line],
  ['PUT', '/link/config',             { ...lan, Subtype: '', Enabled: true, MACOverride: '', MACRandomize: false, MACCloak: false }, 200, empty],
  ['PUT', '/link/config',             { ...lan, Subtype: 'ethernet' },                 200, empty],
  ['PUT', '/link/config',             { ...lan, Subtype: 'VLAN-Trunk' },               400, line],
  ['PUT', '/link/config',             { ...lan, IP: '10.5.0.1/24' },                   400, line],
  ['PUT', '/link/config',             { ...lan, AdditionalIPs: [{ IP: '10.5.0.1/24' }] }, 400, line],
  ['PUT', '/link/vlan/lan0/on',       none,                                            400, line],
  ['PUT', '/link/vlan/eth9/enable',   none,                                            400, line],
  ['PUT', '/link/vlan/wan0/enable',   none,                                            400, line],
  ['PUT', '/link/vlan/a%20b/enable',  none,                                            400, line],
  ['PUT', '/link/vlan/lan0/enable',   none,                                            200, empty],
  ['PUT', '/link/config',             { ...lan, Subtype: 'VLAN-Trunk' },               200, empty],
  ['GET', '/interfacesConfiguration', none,                                            200, lanAs({ Subtype: 'VLAN-Trunk' })],
  ['PUT', '/link/vlan/lan0/disable',  none,                                            200, empty],
  ['GET', '/interfacesConfiguration', none,                                            200, lanAs({})],
  ['PUT', '/link/ip',                 {},                                              400, line],
  ['PUT', '/link/ip',                 { Name: 'wan0', AdditionalIPs: [{ IP: '10.5.0.1/24' }] }, 400, line],
  ['PUT', '/link/ip',                 { Name: 'lan0', AdditionalIPs: [{ IP: '10.5.0.1' }] }, 400, line],
  ['PUT', '/link/ip',                 { Name: 'lan0', AdditionalIPs: [{ IP: '10.5.0.0/24' }] }, 400, line],
  ['PUT', '/link/ip',                 { Name: 'lan0', AdditionalIPs: [{ IP: '192.168.2.77/24' }] }, 400, line],
  ['PUT', '/link/ip',                 { Name: 'lan0', AdditionalIPs: [{ IP: '81.2.69.7/24' }] }, 400, line],
  ['PUT', '/link/ip',                 { Name: 'lan0', AdditionalIPs: [{ IP: '10.5.0.1/24', Router: '10.5.0.2' }] }, 400, line],
  ['PUT', '/link/ip',                 { Name: 'lan0', AdditionalIPs: Array.from({ length: 17 }, (_, i) => ({ IP: `10.${i}.0.1/24` })) }, 400, line],
  ['PUT', '/link/ip',                 { Name: 'lan0', AdditionalIPs: [{ IP: '10.5.0.1/24', Router: '' }] }, 200, empty],
  ['GET', '/interfacesConfiguration', none,                                            200, lanAs({ AdditionalIPs: [{ IP: '10.5.0.1/24', Router: '' }] })],
  ['PUT', '/link/ip',                 { Name: 'lan0', AdditionalIPs: [] },             200, empty],
  ['GET', '/interfacesConfiguration', none,                                            200, lanAs({})],
  ['PUT', '/ip/link/lan0/sideways',   none,                                            400, line],
  ['PUT', '/ip/link/eth9/up',         none,                                            400, line],
  ['GET', '/ip/link/sprloop/down',    none,                                            400, line],
  ['PUT', '/ip/link/lan0/up',         none,                                            200, empty],
  ['GET', '/ip/link/lan0/up',         none,                                            200, empty],

  ['GET',    '/confirm',              none,                                            200, json({ Pending: [] })],
  ['PUT',    '/confirm',              none,                                            404, line],
  ['DELETE', '/confirm',              none,                                            404, line],
  ['PUT',    '/confirm',              { Id: 7 },                                       400, line],
  ['DELETE', '/confirm',              raw('nonsense'),                                 400, line],
  ['PUT',    '/link/config?confirm=60', { ...lan, MACCloak: true },                    200, empty],
  ['GET',    '/confirm',              none,                                            200, json(z.strictObject({ Pending: z.tuple([z.strictObject({ Id: z.string().min(1), What: z.literal('PUT /link/config lan0'), Who: z.string().min(1), Until: z.int().positive() })]) }))],
  ['PUT',    '/confirm',              { Id: 'another' },                               404, line],
  ['PUT',    '/confirm',              {},                                              200, empty],
  ['DELETE', '/confirm',              none,                                            404, line],
  ['PUT',    '/link/config?confirm=60', { ...lan, MACCloak: false },                   200, empty],
  ['DELETE', '/confirm',              none,                                            200, empty],
  ['GET',    '/interfacesConfiguration', none,                                         200, lanAs({ MACCloak: true })],
  ['PUT',    '/link/config',          { ...lan, MACCloak: false },                     200, empty],
]
