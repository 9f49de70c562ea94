import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { basic, exchange } from '../call.ts'
import { FIREWALL } from '../contract/firewall.ts'
import { readDescription } from '../description.ts'
import { WEB } from '../guests/addresses.ts'
import { macOf } from '../guests/device.ts'
import { openListener } from '../listener.ts'
import { type Check, empty, json, jsonWith, line, none, type Row, raw, text, tryRows } from '../rows.ts'
import { openStories } from '../story.ts'
import { until } from '../until.ts'

/** Every operation against the running daemon, in the words of its clients: what they send, and what they have to get. */
const story = await openStories(
  {
    laptop: { wired: true, unknown: true },
    phone: { unknown: true },
  },
  { unset: true },
)

const PASSWORD = 'a long enough password'
const LOGIN = `admin:${PASSWORD}`

// MAC addresses as the reference writes them.
const TV = '11:22:33:44:55:61'
const CAMERA = '11:22:33:44:55:62'
const NOBODY = '11:22:33:44:55:99'
const PHONE = macOf('phone')
const KEY = '7SdFRh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='

const ip = z.ipv4()
const count = z.int().nonnegative()
const psk = z.strictObject({ Type: z.enum(['', 'sae', 'wpa']), Psk: z.enum(['', '**']) })
const device = z.strictObject({
  Name: z.string(),
  MAC: z.string(),
  WGPubKey: z.string(),
  VLANTag: z.string(),
  RecentIP: z.union([ip, z.literal('')]),
  DNSCustom: z.string(),
  PSKEntry: psk,
  Policies: z.array(z.string()),
  Groups: z.array(z.string()),
  DeviceTags: z.array(z.string()),
  DHCPFirstTime: z.string().regex(/^$|^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} \+0000 UTC$/),
  DHCPLastTime: z.string(),
  DHCPLastInterface: z.string(),
  Style: z.strictObject({ Icon: z.string(), Color: z.string() }),
  DeviceExpiration: count,
  DeleteExpiration: z.boolean(),
  DeviceDisabled: z.boolean(),
})
const devices = z.record(z.string(), device)
const generated = device.extend({
  PSKEntry: z.strictObject({
    Type: z.enum(['sae', 'wpa']),
    Psk: z.string().regex(/^[A-HJ-NP-Za-km-z2-9=#%+*-]{16}$/),
  }),
})
const group = z.strictObject({
  Name: z.string(),
  Disabled: z.boolean(),
  GroupTags: z.array(z.string()),
  ServiceDestinations: z.array(z.string()).nullable(),
})
const addresses = z.array(
  z.looseObject({
    ifindex: z.int(),
    ifname: z.string(),
    flags: z.array(z.string()),
    mtu: z.int(),
    operstate: z.string(),
    link_type: z.string(),
    addr_info: z.array(z.looseObject({ family: z.string(), prefixlen: z.int() })),
  }),
)
const neighbours = z.array(
  z.strictObject({
    IP: ip,
    HWType: z.string().regex(/^0x/),
    Flags: z.string().regex(/^0x/),
    MAC: z.string(),
    Mask: z.literal('*'),
    Device: z.string(),
  }),
)
const multicast = z.strictObject({
  Disabled: z.boolean(),
  Addresses: z.array(
    z.strictObject({
      Address: z.string().regex(/^2\d+(\.\d+){3}:\d+$/),
      Disabled: z.boolean(),
      Tags: z.array(z.string()),
      Description: z.string(),
    }),
  ),
  DisableMDNSAdvertise: z.boolean(),
  MDNSName: z.string(),
})
const links = z.array(
  z.looseObject({
    Name: z.string(),
    Type: z.enum(['AP', 'Uplink', 'Downlink', 'Other']),
    Subtype: z.string(),
    Enabled: z.boolean(),
  }),
)
const map = (types: readonly string[], verdict: string) =>
  z.strictObject({
    nftables: z.tuple([
      z.strictObject({
        metainfo: z.looseObject({ version: z.string(), release_name: z.string(), json_schema_version: z.int() }),
      }),
      z.strictObject({
        map: z.looseObject({
          family: z.literal('inet'),
          name: z.string(),
          table: z.string(),
          type: z.tuple(types.map((type) => z.literal(type)) as [z.ZodLiteral<string>]),
          map: z.literal('verdict'),
          elem: z.array(
            z.tuple([
              z.strictObject({ concat: z.array(z.string()).length(types.length) }),
              z.looseObject({ [verdict]: z.unknown() }),
            ]),
          ),
        }),
      }),
    ]),
  })
const HERE = ['ipv4_addr', 'ifname']
const counters = z.array(z.strictObject({ IP: ip, Packets: count, Bytes: count }))
const flows = z.array(
  z.strictObject({
    Interface: z.string().min(1),
    Src: ip,
    SrcDomain: z.string(),
    Dst: ip,
    DstDomain: z.string(),
    Packets: count,
    Bytes: count,
    Timeout: z.literal(3600),
    Expires: z.int().min(0).max(3600),
  }),
)
const history = z.array(z.record(ip, z.strictObject({ LanIn: count, LanOut: count, WanIn: count, WanOut: count })))
const deviceTraffic = z.strictObject({
  IP: ip,
  BytesIn: count.positive(),
  BytesOut: count.positive(),
  Destinations: z
    .array(z.strictObject({ IP: ip, Domain: z.string(), BytesIn: count, BytesOut: count, LastSeen: z.iso.datetime() }))
    .min(1),
})
const auditEntries = z.array(
  z.strictObject({
    Id: count,
    Time: z.iso.datetime(),
    Who: z.string(),
    Kind: z.enum(['user', 'token', 'console', 'router', 'nobody']),
    From: z.string(),
    Operation: z.string().regex(/^(GET|PUT|DELETE) \/|^[a-z ]+$/),
    What: z.string().min(1),
    Before: z.unknown(),
    After: z.unknown(),
  }),
)
const provider = z.strictObject({ IPAddress: ip, TLSHost: z.string(), DisableTls: z.boolean() })
const dns = z.strictObject({
  UpstreamTLSHost: z.string(),
  UpstreamIPAddress: ip,
  TlsDisable: z.boolean(),
  DisableTls: z.boolean(),
  UpstreamFamilyTLSHost: z.string(),
  UpstreamFamilyIPAddress: z.string(),
  DisableFamilyTls: z.boolean(),
  UpstreamProviders: z.array(provider),
  FamilyProviders: z.array(provider),
})
const lease = z.strictObject({ Identifier: z.string(), IP: ip, RouterIP: ip, DNSIP: ip, LeaseTime: z.string() })

const answers = {
  AdminPassword: PASSWORD,
  InterfaceUplink: 'wan0',
  TinyNets: ['192.168.2.0/24'],
  CheckUpdates: false,
  ReportInstall: false,
}

// biome-ignore format: a table
const OUT_OF_THE_BOX: Row[] = [
  ['GET', '/setup',            none,                                        200, json({ status: 'ok' })],
  ['GET', '/devices',          none,                                        200, json(devices)],
  ['GET', '/pendingPSK',       none,                                        200, json(false)],
  ['GET', '/ip/addr',          none,                                        200, json(addresses)],
  ['GET', '/status',           none,                                        401, line],
  ['GET', '/groups',           none,                                        401, line],
  ['GET', '/device',           none,                                        401, line],
  ['DELETE', `/device?identity=${TV}`, none,                                401, line],
  ['PUT', '/setup_done',       none,                                        400, line],
  ['PUT', '/setup',            none,                                        400, line],
  ['PUT', '/setup',            raw('{"AdminPassword":'),                    400, line],
  ['PUT', '/setup',            { ...answers, AdminPassword: '' },           400, line],
  ['PUT', '/setup',            { ...answers, InterfaceUplink: '' },         400, line],
  ['PUT', '/setup',            { ...answers, InterfaceUplink: 'eth9' },     400, line],
  ['PUT', '/setup',            { ...answers, InterfaceUplink: 'a b' },      400, line],
  ['PUT', '/setup',            { ...answers, TinyNets: ['192.168.2.0'] },   400, line],
  ['PUT', '/setup',            { ...answers, TinyNets: ['10.0.0.0/7'] },    400, line],
  ['PUT', '/setup',            { ...answers, TinyNets: ['10.0.0.0/25'] },   400, line],
  ['GET', '/setup',            none,                                        200, json({ status: 'ok' })],
  ['PUT', '/setup',            answers,                                     200, json({ status: 'done' })],
  ['PUT', '/setup',            answers,                                     200, json({ status: 'done' })],
  ['PUT', '/setup',            { ...answers, AdminPassword: 'another one' }, 400, line],
  ['PUT', '/device?identity=pending', { Name: 'first' },                    200, json(generated)],
  ['GET', '/pendingPSK',       none,                                        200, json(true)],
]

// biome-ignore format: a table
const SET_UP_UNKNOWN: Row[] = [
  ['GET', '/setup',            none,    400, line],
  ['PUT', '/setup',            answers, 401, line],
  ['PUT', '/setup_done',       none,    401, line],
  ['GET', '/devices',          none,    401, line],
  ['GET', '/ip/addr',          none,    401, line],
  ['GET', '/pendingPSK',       none,    401, line],
  ['GET', '/ip/interfaces',    none,    401, line],
  ['PUT', '/device?identity=pending', { Name: 'x' }, 401, line],
  ['GET', '/nothing',          none,    401, line],
  ['GET', '/cert',             none,    404, line],
  ['GET', '/cert/authorized',  none,    401, line],
  ['GET', '/backup',           none,    401, line],
]

// biome-ignore format: a table
const SYSTEM: Row[] = [
  ['GET', '/setup',                            none,    400, line],
  ['PUT', '/setup',                            answers, 400, line],
  ['PUT', '/setup_done',                       none,    200, json({ status: 'done' })],
  ['GET', '/status',                           none,    200, json('Online')],
  ['GET', '/status?json=0.7134',               none,    200, json('Online')],
  ['GET', '/status/',                          none,    200, json('Online')],
  ['GET', '/Status',                           none,    404, line],
  ['GET', '/features',                         none,    200, json(['dns', 'wifi'])],
  ['GET', '/version',                          none,    200, json(z.string().min(1))],
  ['GET', '/version?container=',               none,    200, json(z.string().min(1))],
  ['GET', '/version?container=superd',         none,    200, json(z.string().min(1))],
  ['GET', '/version?plugin=api&plugin=dns',    none,    200, json(z.strictObject({ api: z.string(), dns: z.string() }))],
  ['GET', '/version?container=nothing',        none,    400, line],
  ['GET', '/version?plugin=api&plugin=nothing', none,   400, line],
]

const put = (identity: string) => `/device?identity=${encodeURIComponent(identity)}`
const [tv, camera, pending] = [put(TV), put(CAMERA), put('pending')]

// biome-ignore format: a table
const DEVICES: Row[] = [
  ['GET',    '/devices',             none,                                       200, json(devices)],
  ['GET',    tv,                     none,                                       401, line],
  ['PUT',    '/device',              { Name: 'x' },                              400, line],
  ['PUT',    put('not a mac'),       { Name: 'x' },                              400, line],
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
  ['PUT',    put(TV.toUpperCase()),  { name: 'tv', MAC: CAMERA, policies: ['WAN', ' dns '], nonsense: 1 }, 200, jsonWith({ Name: 'tv', MAC: TV, Policies: ['wan', 'dns'], PSKEntry: { Type: '', Psk: '' } })],
  // A type alone makes one, which is shown once.
  ['PUT',    tv,                     { PSKEntry: { Type: 'wpa2' } },             200, json(generated)],
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
  ['PUT',    tv,                     { DeviceDisabled: true },                   200, jsonWith({ DeviceDisabled: true, Policies: ['disabled'] })],
  ['PUT',    tv,                     { Name: 'telly' },                          200, jsonWith({ DeviceDisabled: true, Name: 'telly' })],
  ['PUT',    tv,                     { Policies: ['wan', 'dns'] },               200, jsonWith({ DeviceDisabled: false, Policies: ['wan', 'dns'] })],
  ['PUT',    tv,                     { DeviceExpiration: 3600, DeleteExpiration: true }, 200, json(device.extend({ DeviceExpiration: z.int().positive(), DeleteExpiration: z.literal(true) }))],
  ['PUT',    tv,                     { DeviceExpiration: -1, DeleteExpiration: false }, 200, jsonWith({ DeviceExpiration: 0, DeleteExpiration: false })],

  ['PUT',    `${camera}&copy=${NOBODY}`, { Name: 'camera' },                     400, line],
  ['PUT',    `${camera}&copy=${TV}`, { Name: 'camera', Groups: ['own'], Policies: ['lan'], PSKEntry: { Type: 'sae', Psk: 'its own words' } }, 200,
    jsonWith({ Name: 'camera', Groups: ['cast'], Policies: ['wan', 'dns'], DeviceTags: ['living room'], PSKEntry: { Type: 'wpa', Psk: '**' } })],
  ['PUT',    put(KEY),               { Name: 'road warrior' },                   200, jsonWith({ MAC: '', WGPubKey: KEY })],
  ['PUT',    pending,                { MAC: 'pending', Name: 'phone', Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' }, Groups: [], DeviceTags: [] }, 200, json(generated.extend({ MAC: z.literal('pending') }))],
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
  ['DELETE', put(NOBODY),            none,                                       404, line],
  ['DELETE', camera,                 none,                                       200, empty],
  ['DELETE', camera,                 {},                                         404, line],
  ['DELETE', pending,                {},                                         200, empty],
  ['GET',    '/pendingPSK',          none,                                       200, json(false)],
  ['DELETE', '/devices',             [],                                         400, line],
  ['DELETE', '/devices',             none,                                       400, line],
  ['DELETE', '/devices',             [KEY, NOBODY],                              200, json({ deleted: [KEY], count: 1 })],
]

// biome-ignore format: a table
const GROUPS: Row[] = [
  ['GET',    '/groups', none,                                                200, json(z.array(group))],
  ['PUT',    '/groups', { Name: '' },                                        400, line],
  ['PUT',    '/groups', {},                                                  400, line],
  ['PUT',    '/groups', { Name: 'dns' },                                     400, line],
  ['PUT',    '/groups', raw('Name'),                                         400, line],
  ['PUT',    '/groups', { Name: ' Cameras ', Disabled: true, GroupTags: ['Private'] }, 200, empty],
  ['GET',    '/groups', none,                                                200, json(z.array(group).refine((all) => all.some((one) => one.Name === 'cameras' && one.Disabled && one.GroupTags[0] === 'private')))],
  ['PUT',    '/groups', { Name: 'cameras', Disabled: false },                200, empty],
  ['DELETE', '/groups', { Name: 'nothing' },                                 404, line],
  ['DELETE', '/groups', none,                                                400, line],
  ['DELETE', '/groups', { Name: 'Cast' },                                    200, empty],
  ['GET',    '/devices', none,                                               200, jsonWith({ [TV]: { Groups: ['bulk'] } })],
]

const shownDns = { UpstreamTLSHost: 'dns.quad9.net', UpstreamIPAddress: '9.9.9.9', TlsDisable: false }

// biome-ignore format: a table
const NETWORK: Row[] = [
  ['GET', '/subnetConfig', none,                                                      200, json({ TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' })],
  ['PUT', '/subnetConfig', {},                                                        400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'] },                          400, line],
  ['PUT', '/subnetConfig', { LeaseTime: '12h' },                                      400, line],
  ['PUT', '/subnetConfig', { TinyNets: [], LeaseTime: '12h' },                        400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['home'], LeaseTime: '12h' },                  400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['fd00::/8'], LeaseTime: '12h' },              400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['10.0.0.0/25'], LeaseTime: '12h' },           400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['10.0.0.0/16', '10.0.4.0/24'], LeaseTime: '' }, 400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: 'a day' },      400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '100h' },       400, line],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.5/24'], LeaseTime: '12h' },        200, json({ TinyNets: ['192.168.2.0/24'], LeaseTime: '12h' })],
  ['PUT', '/subnetConfig', { tinynets: ['192.168.2.0/24'], leasetime: '90m' },        200, jsonWith({ LeaseTime: '90m' })],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '' },           200, jsonWith({ LeaseTime: '90m' })],
  ['PUT', '/subnetConfig', { TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' },    200, jsonWith({ LeaseTime: '24h0m0s' })],

  ['GET', '/dnsSettings',  none,                                                      200, json(dns)],
  ['PUT', '/dnsSettings',  raw('nonsense'),                                           400, line],
  ['PUT', '/dnsSettings',  {},                                                        400, line],
  ['PUT', '/dnsSettings',  { UpstreamTLSHost: 'dns.quad9.net', UpstreamIPAddress: '9.9.9.9' }, 400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, UpstreamIPAddress: 'quad9' },               400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, UpstreamTLSHost: 'dns quad9' },             400, line],
  ['PUT', '/dnsSettings',  { ...shownDns, TlsDisable: true },                         400, line],
  ['PUT', '/dnsSettings',  shownDns,                                                  200, jsonWith({ ...shownDns, DisableTls: false, UpstreamProviders: [{ IPAddress: '9.9.9.9', TLSHost: 'dns.quad9.net', DisableTls: false }] })],
  ['PUT', '/dnsSettings',  { UpstreamTLSHost: '', UpstreamIPAddress: '9.9.9.9', DisableTls: true }, 200, jsonWith({ UpstreamTLSHost: '', TlsDisable: true, DisableTls: true })],
  ['PUT', '/dnsSettings',  { UpstreamProviders: [{ IPAddress: '1.1.1.1', TLSHost: 'cloudflare-dns.com', DisableTls: false }], FamilyProviders: [] }, 200, jsonWith({ UpstreamIPAddress: '1.1.1.1', UpstreamTLSHost: 'cloudflare-dns.com', TlsDisable: false })],
  ['GET', '/dnsSettings',  none,                                                      200, json(dns)],

  ['GET',    '/dns/hostnames',         none,                                          200, json([])],
  ['GET',    '/dns/hostnames/nas.lan', none,                                          404, line],
  ['PUT',    '/dns/hostnames/nas.lan', {},                                            400, line],
  ['PUT',    '/dns/hostnames/nas.lan', { IPAddress: 'nas' },                          400, line],
  ['PUT',    '/dns/hostnames/nas.lan', { IPAddress: '127.0.0.1' },                    400, line],
  ['PUT',    '/dns/hostnames/nas.lan', { Hostname: 'x.lan', IPAddress: '192.168.2.6' }, 400, line],
  ['PUT',    '/dns/hostnames/a..b',    { IPAddress: '192.168.2.6' },                  400, line],
  ['PUT',    '/dns/hostnames/x.local', { IPAddress: '192.168.2.6' },                  400, line],
  ['PUT',    '/dns/hostnames/nas.lan', { IPAddress: '192.168.2.6', PreviousIPAddress: '192.168.2.10' }, 404, line],
  ['PUT',    '/dns/hostnames/NAS',     { Hostname: 'nas.lan', IPAddress: '192.168.2.6', CreateOnly: true }, 200, json({ Hostname: 'nas.lan', IPAddress: '192.168.2.6' })],
  ['PUT',    '/dns/hostnames/nas.lan', { Hostname: 'nas.lan', IPAddress: '192.168.2.10', CreateOnly: true }, 409, line],
  ['PUT',    '/dns/hostnames/nas.lan', { IPAddress: '192.168.2.10', PreviousIPAddress: '192.168.2.14' }, 409, line],
  ['PUT',    '/dns/hostnames/nas.lan', { hostname: 'nas.lan', ipaddress: '192.168.2.10', previousipaddress: '192.168.2.6' }, 200, jsonWith({ IPAddress: '192.168.2.10' })],
  ['GET',    '/dns/hostnames/nas.lan', none,                                          200, json({ Hostname: 'nas.lan', IPAddress: '192.168.2.10' })],
  ['GET',    '/dns/hostnames',         none,                                          200, json([{ Hostname: 'nas.lan', IPAddress: '192.168.2.10' }])],
  ['DELETE', '/dns/hostnames/nas.lan', { IPAddress: '192.168.2.6' },                  409, line],
  ['DELETE', '/dns/hostnames/nas.lan', none,                                          200, empty],
  ['DELETE', '/dns/hostnames/nas.lan', {},                                            404, line],

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
  ['PUT', '/uplink/ip',    { Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true, DisableDHCP: true, IP: '81.2.69.200/24', Router: '81.2.69.1', VLAN: '' }, 200, empty],
  ['GET', '/interfacesConfiguration', none,                                           200, json(links.refine((all) => all.some((link) => link.Name === 'wan0' && link.DisableDHCP === true && link.IP === '81.2.69.200/24')))],
  ['GET', '/ip/interfaces', none,                                                     200, jsonWith({ '81.2.69.200': 'wan0' })],
  ['PUT', '/uplink/ip',    { Name: 'wan0', DisableDHCP: false },                      200, empty],
  ['GET', '/ip/addr',      none,                                                      200, json(addresses)],
  ['GET', '/ip/interfaces', none,                                                     200, json(z.record(ip, z.string().min(1)))],
  ['GET', '/arp',          none,                                                      200, json(neighbours)],

  ['GET', '/multicastSettings', none,                                                 200, json(multicast)],
  ['GET', '/multicastSettings', none,                                                 200, jsonWith({ DisableMDNSAdvertise: true })],
  ['PUT', '/multicastSettings', none,                                                 400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '192.168.2.1:5353' }] },     400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '224.0.0.251' }] },          400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '[ff02::fb]:5353' }] },      400, line],
  ['PUT', '/multicastSettings', { Addresses: [{}] },                                  400, line],
  ['PUT', '/multicastSettings', { Addresses: Array(17).fill('224.0.0.251:5353') },    400, line],
  ['PUT', '/multicastSettings', { Addresses: [{ Address: '224.0.0.251:5353', Tags: ['a\nb'] }] }, 400, line],
  ['PUT', '/multicastSettings', { MDNSName: 'my router' },                            400, line],
  ['GET', '/multicastSettings', none,                                                 200, jsonWith({ MDNSName: '', Addresses: [{ Address: '224.0.0.251:5353' }, { Address: '239.255.255.250:1900' }] })],
  ['PUT', '/multicastSettings', { Disabled: false, Addresses: [{ Address: '224.0.0.251:5353' }], DisableMDNSAdvertise: false, MDNSName: 'MyDevice' }, 200,
    json({ Disabled: false, Addresses: [{ Address: '224.0.0.251:5353', Disabled: false, Tags: [], Description: '' }], DisableMDNSAdvertise: false, MDNSName: 'MyDevice' })],
  ['PUT', '/multicastSettings', { disablemdnsadvertise: true, addresses: ['224.0.0.251:5353', '239.255.255.250:1900', '224.0.0.251:5353'] }, 200,
    json(multicast.refine(({ Addresses, DisableMDNSAdvertise }) => Addresses.length === 2 && DisableMDNSAdvertise))],

  ['PUT', '/ping/eth9/1.1.1.1',               none,                                   400, line],
  ['PUT', '/ping/a%20b/1.1.1.1',              none,                                   400, line],
  ['PUT', '/ping/lan0/www.test',              none,                                   400, line],
  ['PUT', '/ping/lan0/::1',                   none,                                   400, line],
  ['PUT', '/ping/lan0/1.1.1.1:65536/udp',     none,                                   400, line],
]

// biome-ignore format: a table
const MAPS_AND_TRAFFIC: Row[] = [
  ['GET', '/nfmap/ethernet_filter', none,               200, json(map([...HERE, 'ether_addr'], 'return'))],
  ['GET', '/nfmap/internet_access', none,               200, json(map(HERE, 'accept'))],
  ['GET', '/nfmap/dns_access', none,                    200, json(map(HERE, 'accept'))],
  ['GET', '/nfmap/lan_access', none,                    200, json(map(HERE, 'accept'))],
  ['GET', '/nfmap/dhcp_access', none,                   200, json(map(['ifname', 'ether_addr'], 'accept'))],
  ['GET', '/nfmap/bulk_dst_access', none,               200, json(map(HERE, 'accept'))],
  ['GET', '/nfmap/nothing', none,                       400, line],
  ['GET', '/nfmap/nobody_src_access', none,             400, line],
  ['GET', '/nfmap/lan_access%20%7D', none,              400, line],
  ['GET', '/traffic/incoming_traffic_lan', none,        200, json(counters)],
  ['GET', '/traffic/outgoing_traffic_lan', none,        200, json(counters)],
  ['GET', '/traffic/incoming_traffic_wan', none,        200, json(counters.min(1))],
  ['GET', '/traffic/outgoing_traffic_wan', none,        200, json(counters.min(1))],
  ['GET', '/traffic/other', none,                       400, line],
  ['GET', '/iptraffic', none,                           200, json(flows.min(1))],
  ['GET', '/traffic_history', none,                     200, json(history.min(1).max(1440))],
  ['GET', '/traffic_history?minutes=1', none,           200, json(history.length(1))],
  ['GET', '/traffic_history?minutes=0', none,           400, line],
  ['GET', '/traffic_history?minutes=soon', none,        400, line],
  ['GET', `/iptraffic?device=${PHONE}`, none,           200, json(flows.min(1))],
  ['GET', '/iptraffic?device=nobody', none,             404, line],
  ['GET', '/iptraffic?device=', none,                   400, line],
  ['GET', `/traffic/device/${PHONE}`, none,             200, json(deviceTraffic)],
  ['GET', '/traffic/device/nobody', none,               404, line],
  ['GET', `/traffic/device/${'x'.repeat(65)}`, none,    400, line],
  ['GET', '/audit', none,                               200, json(auditEntries.min(1).max(100))],
  ['GET', '/audit?limit=1&who=admin&what=GROUP', none,  200, json(auditEntries.length(1))],
  ['GET', '/audit?before=1', none,                      200, json([])],
  ['GET', '/audit?limit=0', none,                       400, line],
  ['GET', '/audit?limit=1001', none,                    400, line],
  ['GET', '/audit?before=yesterday', none,              400, line],
  ['GET', `/audit?what=${'x'.repeat(129)}`, none,       400, line],
]

const lan = { Name: 'lan0', Type: 'Downlink' }
const lanAs = (more: object) =>
  json(
    links.refine((all) => all.some((link) => isDeepStrictEqual(link, { ...lan, Subtype: '', Enabled: true, ...more }))),
  )
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
const uplinkStatus = z.strictObject({
  Iface: z.string(),
  Up: z.boolean(),
  Active: z.boolean(),
  Gateway: z.union([ip, z.literal('')]),
  ...measured,
  LastChange: z.string(),
  TotalOutages: count,
  Downtime24h: count,
})
const sample = z.strictObject({ Time: z.iso.datetime(), ...measured, Up: z.boolean() })
const outage = z.strictObject({ Iface: z.string(), Start: z.iso.datetime(), End: z.string(), Reason: z.string() })
const speed = z.strictObject({
  Iface: z.literal('wan0'),
  Time: z.iso.datetime(),
  DownMbps: z.number().positive(),
  Seconds: z.number().positive(),
  Bytes: z.literal(4 << 20),
  URL: z.string(),
})

// biome-ignore format: a table
const LINKS: Row[] = [
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
  ['PUT', '/link/vlan/lan0/on',       none,                                            400, line],
  ['PUT', '/link/vlan/eth9/enable',   none,                                            400, line],
  ['PUT', '/link/vlan/wan0/enable',   none,                                            400, line],
  ['PUT', '/link/vlan/a%20b/enable',  none,                                            400, line],
  ['PUT', '/link/vlan/lan0/enable',   none,                                            200, empty],
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
  ['GET',    '/confirm',              none,                                            200, json(z.strictObject({ Pending: z.tuple([z.strictObject({ Id: z.string().min(1), What: z.literal('PUT /link/config lan0'), Who: z.string().min(1), Until: count })]) }))],
  ['PUT',    '/confirm',              { Id: 'another' },                               404, line],
  ['PUT',    '/confirm',              {},                                              200, empty],
  ['DELETE', '/confirm',              none,                                            404, line],
  ['PUT',    '/link/config?confirm=60', { ...lan, MACCloak: false },                   200, empty],
  ['DELETE', '/confirm',              none,                                            200, empty],
  ['GET',    '/interfacesConfiguration', none,                                         200, lanAs({ MACCloak: true })],
  ['PUT',    '/link/config',          { ...lan, MACCloak: false },                     200, empty],

  ['GET', '/wan/config',              none,                                            200, json(wanConfig)],
  ['PUT', '/wan/config',              raw('nonsense'),                                 400, line],
  ['PUT', '/wan/config',              { Enabled: 'yes' },                              400, line],
  ['PUT', '/wan/config',              { IntervalSeconds: 0 },                          400, line],
  ['PUT', '/wan/config',              { IntervalSeconds: 3601 },                       400, line],
  ['PUT', '/wan/config',              { ProbeTargets: ['quad9'] },                     400, line],
  ['PUT', '/wan/config',              { ProbeTargets: ['127.0.0.1'] },                 400, line],
  ['PUT', '/wan/config',              { ProbeTargets: Array.from({ length: 9 }, (_, i) => `9.9.9.${i}`) }, 400, line],
  ['PUT', '/wan/config',              { FailThreshold: 0 },                            400, line],
  ['PUT', '/wan/config',              { RecoverThreshold: 1.5 },                       400, line],
  ['PUT', '/wan/config',              { FailoverEnabled: 1 },                          400, line],
  ['PUT', '/wan/config',              { SpeedTestURL: 'file:///etc/passwd' },          400, line],
  ['PUT', '/wan/config',              { SpeedTestURL: 'http://a:b@speed.test/' },      400, line],
  ['PUT', '/wan/speedtest',           none,                                            400, line],
  ['PUT', '/wan/config',              { IntervalSeconds: 30, SpeedTestURL: `http://${WEB}/large` }, 200, json(wanConfig)],
  ['GET', '/wan/config',              none,                                            200, jsonWith({ Enabled: true, IntervalSeconds: 30, FailThreshold: 3 })],
  ['GET', '/wan/status',              none,                                            200, json(z.tuple([uplinkStatus]))],
  ['GET', '/wan/history/wan0',        none,                                            200, json(z.array(sample).min(1))],
  ['GET', '/wan/history/lan0',        none,                                            404, line],
  ['GET', '/wan/history/a%20b',       none,                                            400, line],
  ['GET', '/wan/outages',             none,                                            200, json(z.array(outage))],
  ['GET', '/wan/speedtest',           none,                                            200, json([])],
  ['PUT', '/wan/speedtest',           none,                                            200, json(speed)],
  ['PUT', '/wan/speedtest/wan0',      none,                                            200, json(speed)],
  ['PUT', '/wan/speedtest/lan0',      none,                                            404, line],
  ['GET', '/wan/speedtest',           none,                                            200, json(z.tuple([speed]))],
]

const joined = { Iface: 'wlan0.4999', Event: 'AP-STA-CONNECTED', Mac: CAMERA, Status: '', Router: '' }
const failed = { Type: 'sae', MAC: CAMERA, Reason: 'mismatch' }

// biome-ignore format: a table
const WIFI_HELPER: Row[] = [
  ['PUT', '/reportPSKAuthSuccess', joined,                                     200, json({ Iface: 'wlan0.4999', Event: 'AP-STA-CONNECTED', MAC: CAMERA, Status: 'Okay', Router: '' })],
  ['PUT', '/reportPSKAuthSuccess', { ...joined, Event: 'AP-STA-DISCONNECTED' }, 400, line],
  ['PUT', '/reportPSKAuthSuccess', { ...joined, Mac: '' },                     400, line],
  ['PUT', '/reportPSKAuthSuccess', { ...joined, Iface: '' },                   400, line],
  ['PUT', '/reportPSKAuthSuccess', raw(''),                                    400, line],
  ['PUT', '/reportPSKAuthFailure', failed,                                     200, json({ ...failed, Iface: '', Status: 'Okay', Router: '' })],
  ['PUT', '/reportPSKAuthFailure', { ...failed, Iface: 'wlan0', Type: 'wpa' }, 200, jsonWith({ Iface: 'wlan0', Type: 'wpa' })],
  ['PUT', '/reportPSKAuthFailure', { ...failed, Reason: 'mood' },              400, line],
  ['PUT', '/reportPSKAuthFailure', { ...failed, Type: 'wep' },                 400, line],
  ['PUT', '/reportPSKAuthFailure', { ...failed, MAC: 'x' },                    400, line],
  ['PUT', '/reportDisconnect',     { ...joined, Event: 'AP-STA-DISCONNECTED' }, 200, jsonWith({ MAC: CAMERA, Status: 'Okay' })],
  ['PUT', '/reportDisconnect',     joined,                                     400, line],
  ['GET', '/interfaces',           none,                                       200, text('wlan0 ')],
  ['GET', '/interfaces_virtual_bss', none,                                     200, text('')],
  ['GET', '/devices',              none,                                       404, line],
]

// biome-ignore format: a table
const RECOVERY: Row[] = [
  ['PUT', '/recover', { AdminPassword: 'short' },  400, line],
  ['PUT', '/recover', none,                        200, empty],
  ['PUT', '/recover', { AdminPassword: PASSWORD }, 200, empty],
  ['GET', '/tokens',  none,                        404, line],
]

// biome-ignore format: a table
const DHCP_HELPER: Row[] = [
  ['PUT', '/dhcpRequest',         { MAC: CAMERA, Identifier: CAMERA, Name: 'cam', Iface: 'lan0', ParamReqList: '1,3,6', VendorClass: '' }, 200, json(lease.extend({ Identifier: z.literal(CAMERA), DNSIP: z.literal('192.168.2.1'), LeaseTime: z.literal('24h0m0s') }))],
  ['PUT', '/dhcpRequest',         { MAC: CAMERA, Iface: 'wan0' },              400, line],
  ['PUT', '/dhcpRequest',         { MAC: '', Iface: 'lan0' },                  400, line],
  ['PUT', '/dhcpRequest',         { MAC: CAMERA },                             400, line],
  ['PUT', '/DHCPRequest',         { Identifier: KEY },                         200, json(lease.extend({ Identifier: z.literal(KEY) }))],
  ['PUT', '/DHCPRequest',         { Identifier: 'somebody' },                  400, line],
  ['PUT', '/DHCPRequest',         {},                                          400, line],
  ['PUT', '/abstractDhcpRequest', { Identifier: CAMERA.toUpperCase() },        200, json(lease.extend({ Identifier: z.literal(CAMERA) }))],
  ['PUT', '/abstractDhcpRequest', none,                                        400, line],
  ['PUT', '/dhcpUpdate',          { IP: '192.168.2.202', MAC: '11:22:33:44:55:66', Name: 'rpi4', Iface: 'lan0', Router: '192.168.2.201' }, 200, empty],
  ['PUT', '/dhcpUpdate',          { IP: '192.168.2.202', MAC: CAMERA, Name: 'cam', Iface: 'lan0', Router: '' }, 400, line],
  ['PUT', '/dhcpUpdate',          { IP: 'x', MAC: CAMERA, Iface: 'lan0' },     400, line],
]

const release = { CustomChannel: '', CustomVersion: '', Current: '0.1.0' }
const entry = z.looseObject({
  CONTAINER_NAME: z.string(),
  MESSAGE: z.string(),
  __REALTIME_TIMESTAMP: z.string().regex(/^\d{16}$/),
  PRIORITY: z.string().regex(/^[0-7]$/),
})
const sockets = z.array(
  z.looseObject({
    netid: z.string(),
    state: z.string(),
    recv_q: count,
    send_q: count,
    local_address: z.string(),
    local_port: z.string(),
    peer_address: z.string(),
    peer_port: z.string(),
  }),
)
const digits = (size: number): Check => text('0123456789'.repeat(Math.ceil(size / 10)).slice(0, size))
const themes = { night: { Background: ['#101418', null, 1.5, true], 'a b': {} } }

// biome-ignore format: a table
const GENERAL: Row[] = [
  ['GET',    '/info/uptime',         none,                                  200, jsonWith({ users: 0 })],
  ['GET',    '/info/hostname',       none,                                  200, json('router')],
  ['PUT',    '/info/hostname',       'fort-7',                              200, empty],
  ['GET',    '/info/hostname',       none,                                  200, json('fort-7')],
  ['PUT',    '/info/hostname',       'a.b',                                 400, line],
  ['PUT',    '/info/hostname',       '',                                    400, line],
  ['PUT',    '/info/hostname',       7,                                     400, line],
  ['PUT',    '/info/hostname',       raw('fort'),                           400, line],
  ['PUT',    '/info/uptime',         'x',                                   400, line],
  ['GET',    '/info/ss',             none,                                  200, json(sockets.refine((all) => all.some(({ netid, local_port }) => netid === 'tcp' && local_port === '80')))],
  ['GET',    '/info/docker',         none,                                  200, json([])],
  ['GET',    '/info/dockernetworks', none,                                  200, json([])],
  ['GET',    '/info/vms',            none,                                  200, json([])],
  ['GET',    '/info/passwd',         none,                                  400, line],
  ['GET',    '/info/..%2fpasswd',    none,                                  400, line],
  ['GET',    '/info/constructor',    none,                                  400, line],
  ['GET',    '/dockerPS?service=dns', none,                                 200, json('{"Name":"superdns","Service":"dns","State":"running"}')],
  ['GET',    '/dockerPS?service=dhcp&compose_file=docker-compose.yml', none, 200, json(z.string())],
  ['GET',    '/dockerPS?service=mesh', none,                                404, line],
  ['GET',    '/dockerPS?service=__proto__', none,                           404, line],
  ['GET',    '/dockerPS',            none,                                  400, line],
  ['GET',    '/time',                none,                                  200, json(z.strictObject({ unix: z.int().min(1.7e9) }))],
  ['GET',    '/time/servers',        none,                                  200, json({ Servers: ['0.debian.pool.ntp.org', '1.debian.pool.ntp.org', '2.debian.pool.ntp.org'] })],
  ['PUT',    '/time/servers',        { Servers: [] },                       400, line],
  ['PUT',    '/time/servers',        { Servers: ['a b'] },                  400, line],
  ['PUT',    '/time/servers',        {},                                    400, line],
  ['PUT',    '/time/servers',        { servers: ['192.168.2.250'] },        200, empty],
  ['PUT',    '/time/sync',           none,                                  400, line],
  ['GET',    '/logs',                none,                                  200, json(z.array(entry).min(2).max(2000))],
  ['GET',    '/speedtest',           none,                                  200, digits(1 << 20)],
  ['GET',    '/speedtest/0-10',      none,                                  200, digits(10)],
  ['GET',    '/speedtest/7-12',      none,                                  200, text('78901')],
  ['GET',    '/speedtest/10-10',     none,                                  400, line],
  ['GET',    '/speedtest/10-9',      none,                                  400, line],
  ['GET',    '/speedtest/0-26214400', none,                                 400, line],
  ['GET',    '/speedtest/0--1',      none,                                  400, line],
  ['GET',    '/speedtest/a-b',       none,                                  400, line],
  ['GET',    '/speedtest/1e1-1e2',   none,                                  400, line],
  ['PUT',    '/speedtest',           raw('x'.repeat(3 << 20)),              200, text('ok')],
  ['PUT',    '/speedtest',           none,                                  200, text('ok')],
  ['PUT',    '/speedtest/0-5000000', raw('{'.repeat(5e6)),                  200, text('ok')],
  ['PUT',    '/speedtest/5-0',       raw('12345'),                          400, line],
  ['PUT',    '/speedtest',           raw('x'.repeat((25 << 20) + 1)),       413, line],
  ['PUT',    '/capture',             { Interface: 'lan0' },                 401, line],
  ['GET',    '/release',             none,                                  200, json(release)],
  ['PUT',    '/release',             { CustomChannel: '-dev', CustomVersion: '0.1.3' }, 200, empty],
  ['GET',    '/release',             none,                                  200, json({ ...release, CustomChannel: '-dev', CustomVersion: '0.1.3' })],
  ['PUT',    '/release',             { CustomChannel: '-beta' },            400, line],
  ['PUT',    '/release',             { CustomVersion: '../0.1.3' },         400, line],
  ['PUT',    '/release',             none,                                  400, line],
  ['DELETE', '/release',             none,                                  200, empty],
  ['GET',    '/release',             none,                                  200, json(release)],
  ['PUT',    '/releaseSet',          { CustomChannel: 'main' },             401, line],
  ['DELETE', '/releaseSet',          {},                                    401, line],
  ['GET',    '/releaseChannels',     none,                                  200, json(['main', '-dev'])],
  ['GET',    '/releasesAvailable?container=super_base', none,               200, json(['0.1.0'])],
  ['GET',    '/releasesAvailable?container=a%20b', none,                    400, line],
  ['GET',    '/checkupdates',        none,                                  200, json(false)],
  ['PUT',    '/checkupdates',        none,                                  200, empty],
  ['GET',    '/checkupdates',        none,                                  200, json(true)],
  ['DELETE', '/checkupdates',        {},                                    200, empty],
  ['GET',    '/autoupdate',          none,                                  200, json(false)],
  ['PUT',    '/autoupdate',          {},                                    200, empty],
  ['GET',    '/autoupdate',          none,                                  200, json(true)],
  ['DELETE', '/autoupdate',          none,                                  200, empty],
  ['GET',    '/plugins',             none,                                  200, json([])],
  ['GET',    '/plugins_api/',        none,                                  200, json([])],
  ['GET',    '/plugins_api',         none,                                  200, json([])],
  ['GET',    '/featureFlags',        none,                                  200, json([])],
  ['PUT',    '/featureFlags',        [],                                    200, empty],
  ['PUT',    '/featureFlags',        ['x'],                                 400, line],
  ['PUT',    '/featureFlags',        {},                                    400, line],
  ['GET',    '/customThemes',        none,                                  200, json({})],
  ['PUT',    '/customThemes',        themes,                                200, empty],
  ['GET',    '/customThemes',        none,                                  200, json(themes)],
  ['PUT',    '/customThemes',        [],                                    400, line],
  ['PUT',    '/customThemes',        { a: 'x'.repeat(1 << 16) },            400, line],
  ['PUT',    '/customThemes',        raw(`{"a":${'['.repeat(1e4)}${']'.repeat(1e4)}}`), 400, line],
  ['GET',    '/customThemes',        none,                                  200, json(themes)],
  ['GET',    '/alerts_register_ios', none,                                  200, json([])],
  ['GET',    '/alerts_mobile_proxy', none,                                  200, json({ Disabled: true, APNSDomain: '' })],
]

/** A certificate as PEM, under the type that makes a phone offer to install it. */
const pem: Check = ({ headers, text }) => {
  assert.equal(headers['content-type'], 'application/x-x509-ca-cert')
  assert.match(text, /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/)
}
const archive = z.string().regex(/^sallyport-v[^-]+-\d{8}T\d{9}Z\.backup$/)

// biome-ignore format: a table
const CERTIFICATES_AND_ARCHIVES: Row[] = [
  ['GET',    '/firewall/enableTLS', none,                                      200, json(false)],
  ['GET',    '/cert',               none,                                      404, line],
  ['GET',    '/cert/authorized',    none,                                      404, line],
  ['DELETE', '/firewall/enableTLS', none,                                      400, line],
  ['PUT',    '/firewall/enableTLS', {},                                        200, json('Done')],
  ['PUT',    '/firewall/enableTLS', none,                                      400, line],
  ['GET',    '/firewall/enableTLS', none,                                      200, json(true)],
  ['GET',    '/cert',               none,                                      200, pem],
  ['GET',    '/cert/authorized',    none,                                      200, pem],
  ['DELETE', '/firewall/enableTLS', {},                                        200, json('Done')],
  ['GET',    '/cert',               none,                                      404, line],

  ['GET',    '/backup',             none,                                      200, json([])],
  ['PUT',    '/backup',             { Passphrase: 'short' },                   400, line],
  ['PUT',    '/backup',             { Passphrase: 7 },                         400, line],
  ['PUT',    '/backup',             raw('"Passphrase"'),                       400, line],
  ['PUT',    '/backup',             none,                                      200, json(archive)],
  ['PUT',    '/backup',             { Passphrase: 'four words that rhyme' },   200, json(archive)],
  ['GET',    '/backup',             none,                                      200, json(z.array(z.strictObject({ Name: archive, Timestamp: z.iso.datetime() })).length(2))],
  // What follows takes a one-time code.
  ['GET',    '/backup/key',         none,                                      401, line],
  ['GET',    '/backup/nothing',     none,                                      401, line],
  ['PUT',    '/backup/nothing',     raw('{}'),                                 401, line],
  ['PUT',    '/backup/nothing/restore', {},                                    401, line],
  ['DELETE', '/backup/nothing',     none,                                      401, line],
]

const otpSettings = z.strictObject({
  OTPUsers: z.tuple([
    z.strictObject({
      Name: z.literal('admin'),
      Secret: z.string().regex(/^[A-Z2-7]{32}$/),
      Confirmed: z.literal(false),
      AlwaysOn: z.literal(false),
    }),
  ]),
  JWTDurationSeconds: z.literal(0),
})
const admin = { Name: 'admin' }

// biome-ignore format: a table
const ACCESS: Row[] = [
  ['GET',    '/otp_status?name=admin', none,                                200, json({ State: 'unregistered', AlwaysOn: false, Confirmed: false })],
  ['GET',    `/otp_status?name=${'x'.repeat(129)}`, none,                   400, line],
  ['PUT',    '/otp_register', none,                                         400, line],
  ['PUT',    '/otp_register', {},                                           400, line],
  ['PUT',    '/otp_register', { Name: 'eve' },                              400, line],
  ['PUT',    '/otp_register', { ...admin, Code: 'x' },                      400, line],
  ['PUT',    '/otp_register', { ...admin, Code: '', UpdateAlwaysOn: false, AlwaysOn: false }, 200, json(otpSettings)],
  ['PUT',    '/otp_register', admin,                                        200, json(otpSettings)],
  ['GET',    '/otp_status?name=admin', none,                                200, jsonWith({ State: 'not yet validated' })],
  ['GET',    '/otp_status?name=eve', none,                                  200, jsonWith({ State: 'unregistered' })],
  ['PUT',    '/otp_validate', admin,                                        400, line],
  ['PUT',    '/otp_validate', { Code: '123456' },                           400, line],
  ['PUT',    '/otp_validate', { ...admin, Code: 123456 },                   400, line],
  ['PUT',    '/otp_validate', { ...admin, Code: '12345' },                  400, line],
  ['PUT',    '/otp_validate', { ...admin, Code: '123456', AlwaysOn: 'yes' }, 400, line],
  ['PUT',    '/otp_validate', { ...admin, Code: '123456', JWTDurationSeconds: 5 }, 400, line],
  ['PUT',    '/otp_jwt_test', none,                                         401, line],
  ['DELETE', '/otp_register', { Name: 'eve' },                              400, line],
  ['DELETE', '/otp_register', admin,                                        200, empty],
  ['DELETE', '/otp_register', admin,                                        404, line],
  ['GET',    '/tokens',       none,                                         401, line],
  ['PUT',    '/tokens',       { Name: 'x' },                                401, line],
  ['DELETE', '/tokens',       none,                                         400, line],
  ['DELETE', '/tokens',       { Token: 7 },                                 400, line],
  ['DELETE', '/tokens',       { Token: 'nobody has this' },                 404, line],
  ['PUT',    '/session',      none,                                         200, json(z.strictObject({ Token: z.string().length(43), Expires: z.int() }))],
  ['DELETE', '/session',      none,                                         400, line],
  ['PUT',    '/password',     none,                                         400, line],
  ['PUT',    '/password',     { AdminPassword: 'short' },                   400, line],
  ['PUT',    '/password',     { AdminPassword: PASSWORD },                  200, empty],
]

// biome-ignore format: a table
const STRAYS: Row[] = [
  ['GET',  '/nothing',    none,                                             404, line],
  ['GET',  '/setup/more', none,                                             404, line],
  ['PUT',  '/nothing',    {},                                               404, line],
  ['POST', '/nothing',    {},                                               404, line],
  ['POST', '/devices',    {},                                               405, line],
  ['PUT',  '/devices',    {},                                               405, line],
  ['PUT',  '/status',     {},                                               405, line],
  ['GET',  '/devices/bulk', none,                                           405, line],
  ['GET',  '/nfmap/%ff',  none,                                             400, line],
  ['PUT',  '/groups',     raw(`{"Name":"${'x'.repeat(2 ** 20)}"}`),         413, line],
  ['GET',  '/plugins/mesh/leafMode', none,                                  404, line],
]

story('out of the box, anybody at home may set the router up', async ({ router }) => {
  const description = await readDescription(router.console)
  const asking = { socket: router.console, description }
  await tryRows(asking, OUT_OF_THE_BOX)
  // The wizard calls once for each radio, all at once.
  await Promise.all([1, 2, 3].map(() => tryRows(asking, [['PUT', '/setup', answers, 200, json({ status: 'done' })]])))
  await tryRows({ socket: router.helperSocket('wifi') }, [
    ['PUT', '/reportPSKAuthSuccess', { ...joined, Iface: 'wlan0.ap0.4999' }, 200, jsonWith({ Status: 'Okay-setup' })],
  ])
  router.login = LOGIN
  await tryRows({ ...asking, login: LOGIN }, [
    ['DELETE', pending, none, 200, empty],
    ['PUT', '/setup_done', {}, 200, json({ status: 'done' })],
  ])
  await tryRows(asking, SET_UP_UNKNOWN)
})

const signedIn = [
  ['system', SYSTEM],
  ['devices', DEVICES],
  ['groups', GROUPS],
  ['network', NETWORK],
  ['firewall', FIREWALL],
  ['links and uplinks', LINKS],
  ['general', GENERAL],
  ['access', ACCESS],
  ['certificates and archives', CERTIFICATES_AND_ARCHIVES],
  ['what has no place', STRAYS],
] as const
for (const [title, rows] of signedIn)
  story(`every call is answered as its clients expect: ${title}`, async ({ router }) => {
    const description = await readDescription(router.console)
    const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'react' }
    await tryRows(
      { socket: router.console, login: LOGIN, headers, description: withoutStrays(rows, description) },
      rows,
    )
  })

/** What has no place in the API is not announced either. */
const withoutStrays = <T>(rows: readonly Row[], description: T): T | undefined =>
  rows === STRAYS ? undefined : description

story('maps and counters show who is here and what went through', async ({ laptop, phone, router }) => {
  await router.api(put(phone.mac), {
    Name: 'phone',
    Policies: ['wan', 'dns'],
    Groups: ['bulk'],
    PSKEntry: { Type: 'sae' },
  })
  await phone.join()
  await laptop.join()
  await until('the way out', () => phone.reaches(WEB, 80))
  const description = await readDescription(router.console)
  await tryRows({ socket: router.console, login: LOGIN, description }, MAPS_AND_TRAFFIC)
  const here = (await phone.address()) ?? ''
  const link = phone.routerLink ?? ''
  const arp = (await router.api('/arp')) as { IP: string; MAC: string; Flags: string; Device: string }[]
  assert.partialDeepStrictEqual(
    arp.find(({ IP }) => IP === here),
    { MAC: phone.mac, Flags: '0x6', Device: link },
  )
  assert.equal(((await router.api('/ip/interfaces')) as Record<string, string>)[here], link)
  for (const name of ['internet_access', 'dns_access', 'bulk_src_access', 'bulk_dst_access'])
    assert.match(JSON.stringify(await router.api(`/nfmap/${name}`)), new RegExp(`\\["${here}","${link}"\\]`), name)
})

story('helpers on this machine call on sockets of their own', async ({ router }) => {
  const description = await readDescription(router.console)
  await tryRows({ socket: router.helperSocket('wifi'), description }, WIFI_HELPER)
  await tryRows({ socket: router.helperSocket('dhcp'), description }, DHCP_HELPER)
  await tryRows({ socket: router.helperSocket('access') }, RECOVERY)
})

story('a waiting passphrase goes to the first unknown device, and only once', async ({ router }) => {
  await tryRows({ socket: router.console, login: LOGIN }, [
    ['PUT', pending, { Name: 'new', Policies: ['wan'], PSKEntry: { Type: 'sae' } }, 200, json(generated)],
  ])
  const [known, first, second] = [TV, '02:00:00:00:00:b1', '02:00:00:00:00:b2']
  const report = (Mac: string, Status: string): Row => [
    'PUT',
    '/reportPSKAuthSuccess',
    { ...joined, Mac },
    200,
    jsonWith({ Status }),
  ]
  await tryRows({ socket: router.helperSocket('wifi') }, [
    report(known, 'Okay'),
    report(first, 'Installed Pending PSK'),
    report(second, 'Okay'),
  ])
  await tryRows({ socket: router.console, login: LOGIN }, [
    ['GET', '/pendingPSK', none, 200, json(false)],
    [
      'GET',
      '/devices',
      none,
      200,
      jsonWith({ [first]: { Name: 'new', MAC: first, PSKEntry: { Type: 'sae', Psk: '**' } } }),
    ],
  ])
})

story('headers keep answers private, and tell other origins what they may send', async ({ router }) => {
  const call = (method: string, path: string, headers: Record<string, string> = {}) =>
    exchange(router.console, { method, path, headers })
  const asAdmin = { Authorization: basic(LOGIN) }
  for (const reply of [await call('GET', '/devices', asAdmin), await call('GET', '/devices')]) {
    assert.partialDeepStrictEqual(reply.headers, {
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
      expires: '0',
      'x-frame-options': 'DENY',
      'access-control-allow-origin': '*',
    })
    assert.equal(reply.headers['www-authenticate'], undefined, 'a browser must not ask by itself')
  }
  const preflight = await call('OPTIONS', '/device', {
    Origin: 'http://elsewhere',
    'Access-Control-Request-Method': 'PUT',
  })
  assert.ok(preflight.status < 300)
  for (const name of ['X-Requested-With', 'Content-Type', 'Authorization', 'SPR-Bearer', 'X-JWT-OTP'])
    assert.match(preflight.headers['access-control-allow-headers'] ?? '', new RegExp(name))
  for (const name of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
    assert.match(preflight.headers['access-control-allow-methods'] ?? '', new RegExp(name))
  assert.equal((await call('GET', '/devices', { ...asAdmin, Host: 'evil.example' })).status, 421)
  for (const login of ['admin:wrong', 'nobody:wrong', LOGIN.toUpperCase()])
    assert.equal((await call('GET', '/status', { Authorization: basic(login) })).status, 401)
})

story('the live stream tells what happens, to whoever signs in first', async ({ router }) => {
  const listen = (path: string, headers?: Record<string, string>) => openListener(router.console, path, headers)
  for (const greeting of ['admin:wrong', 'nonsense']) {
    await using stranger = await listen('/ws')
    stranger.send(greeting)
    assert.equal(await stranger.next(), 'Authentication failure')
    await stranger.closed
  }
  await assert.rejects(listen('/ws', { Origin: 'http://evil.example' }), /403/)

  await using everything = await listen('/ws_events_all', { Origin: 'http://localhost' })
  await using notices = await listen('/ws')
  for (const one of [everything, notices]) {
    one.send(LOGIN)
    assert.equal(await one.next(), 'success')
  }
  const mac = '02:00:00:00:00:c1'
  await router.api(put(mac), { Name: 'heard', Groups: ['ears'], DeviceTags: ['t'], PSKEntry: { Type: 'sae' } })
  const saved = await everything.event('device:save')
  assert.partialDeepStrictEqual(saved, { Notification: false, WildcardAll: true })
  assert.partialDeepStrictEqual(JSON.parse(saved.Data), { MAC: mac, PSKEntry: { Type: 'sae', Psk: '**' } })
  for (const topic of ['device:groups:update', 'device:tags:update'])
    assert.equal(JSON.parse((await everything.event(topic)).Data).MAC, mac)
  assert.equal(JSON.parse((await everything.event('devices:save')).Data)[mac].PSKEntry.Psk, '**')
  await router.api(put(mac), { Name: 'heard again' })
  assert.equal(JSON.parse((await everything.event('device:update')).Data).Name, 'heard again')
  await router.api(put(mac), undefined, 'DELETE')
  assert.equal(JSON.parse((await everything.event('device:delete')).Data).MAC, mac)

  await router.reportWifi('/reportPSKAuthFailure', { ...failed, Iface: 'wlan0' })
  const refused = await notices.event('wifi:auth:fail')
  assert.partialDeepStrictEqual(refused, { Notification: true, WildcardAll: false })
  assert.deepEqual(JSON.parse(refused.Data), { ...failed, Iface: 'wlan0', Status: 'Okay', Router: '' })
  assert.ok(!notices.topics.some((topic) => topic.startsWith('device:')), 'only what pops up')

  await router.ask({ path: '/status', login: 'admin:wrong too' })
  const wrong = JSON.parse((await everything.event('auth:failure')).Data)
  assert.partialDeepStrictEqual(wrong, { type: 'user', name: 'admin', username: 'admin' })
  assert.match(wrong.reason, /:api$/)
  const asked = { MAC: CAMERA, Iface: 'lan0', Name: 'cam' }
  await tryRows({ socket: router.helperSocket('dhcp') }, [['PUT', '/dhcpRequest', asked, 200, json(lease)]])
  assert.partialDeepStrictEqual(JSON.parse((await everything.event('dhcp:request')).Data), asked)
  assert.equal(JSON.parse((await everything.event('dhcp:response')).Data).Identifier, CAMERA)
})

story('ten different wrong passwords lock an address for five minutes, and nobody else', async ({ laptop, router }) => {
  const attempt = async (password: string): Promise<string> => {
    const { stdout } = await laptop.try(
      'curl',
      '-s',
      '-m',
      '5',
      '-D',
      '-',
      '-o',
      '/dev/null',
      '-u',
      `admin:${password}`,
      'http://192.168.2.1/status',
    )
    return stdout
  }
  const status = (head: string) => head.split(' ')[1]
  assert.equal(status(await attempt(PASSWORD)), '200')
  for (let again = 0; again < 12; again++) assert.equal(status(await attempt('the same old one')), '401')
  for (let different = 1; different < 10; different++) assert.equal(status(await attempt(`guess ${different}`)), '401')
  const locked = await attempt(PASSWORD)
  assert.equal(status(locked), '429')
  assert.match(locked, /^retry-after: 300\r$/im)
  assert.equal(await router.api('/status'), 'Online')
})

story('the description is of exactly what is served, and its examples are valid', async ({ router }) => {
  const { document, operations, examples } = await readDescription(router.console)
  assert.equal(String(document.openapi).slice(0, 4), '3.1.')
  const tried = [
    OUT_OF_THE_BOX,
    SYSTEM,
    DEVICES,
    GROUPS,
    NETWORK,
    FIREWALL,
    LINKS,
    GENERAL,
    ACCESS,
    MAPS_AND_TRAFFIC,
    WIFI_HELPER,
    DHCP_HELPER,
    RECOVERY,
    CERTIFICATES_AND_ARCHIVES,
  ].flat()
  const plain = (method: string, path: string) =>
    `${method} ${path
      .split('?', 1)[0]
      ?.replace(/^\/(nfmap|traffic|info)\/[^/]+$/, '/$1/{name}')
      .replace(/(?<=^\/traffic\/device)\/.+/, '/{identity}')
      .replace(/^\/(ip\/link|link\/vlan)\/[^/]+\/[^/]+$/, '/$1/{interface}/{state}')
      .replace(/^\/wan\/(history|speedtest)\/[^/]+$/, '/wan/$1/{interface}')
      .replace(/^\/dns\/hostnames\/.+/, '/dns/hostnames/{hostname}')
      .replace(/\d+-\d+$/, '{start}-{end}')
      .replace(/(?<=.)\/$/, '')}`
  const wellTried = new Set(
    tried.filter(([, , , status]) => status === 200).map(([method, path]) => plain(method, path)),
  )
  const needsCode = (name: string) => {
    const [method = '', path = ''] = name.split(' ')
    return document.paths?.[path]?.[method.toLowerCase()]?.security?.[0]?.oneTimeCode !== undefined
  }
  // The virtual internet has no time server: who answered would set this machine's own clock. The others take a code, a token,
  // a session or a device that was there before: they have a story of their own.
  const elsewhere = [
    'PUT /time/sync',
    'PUT /otp_validate',
    'DELETE /tokens',
    'DELETE /session',
    'PUT /ping/{interface}/{address}',
    'PUT /ping/{interface}/{address}/udp',
  ]
  const untried = operations.filter((name) => !wellTried.has(name) && !needsCode(name))
  assert.deepEqual(untried.toSorted(), elsewhere.toSorted())
  assert.deepEqual(
    examples().filter(({ fits }) => !fits),
    [],
  )
  assert.ok(examples().length > 30)
})

story('the home moves: the router is there at once, devices follow with their next lease', async (home) => {
  const { phone, router } = home
  const old = (await phone.address()) ?? ''
  await router.api('/subnetConfig', { TinyNets: ['10.42.0.0/24', '10.43.0.0/24'], LeaseTime: '24h0m0s' })
  assert.ok(await phone.reaches(WEB, 80))
  const known = (await router.api('/devices')) as Record<string, { RecentIP: string }>
  assert.equal(known[phone.mac]?.RecentIP, old, 'it stays on record')
  const own = (await router.api('/ip/interfaces')) as Record<string, string>
  assert.ok(own['10.42.0.1'] && own['10.43.0.1'], JSON.stringify(own))

  await phone.stopDhcp()
  const fresh = await phone.lease()
  assert.match(fresh, /^10\.42\.0\./)
  assert.ok(await phone.reaches(WEB, 80))
  for (const name of ['ethernet_filter', 'internet_access', 'dns_access'])
    assert.ok(!JSON.stringify(await router.api(`/nfmap/${name}`)).includes(`"${old}"`), name)
  assert.equal(await phone.run('cat', '/etc/resolv.conf'), 'domain lan\nnameserver 10.42.0.1\n')
  assert.equal((await phone.try('curl', '-s', '-m', '2', 'http://10.42.0.1/setup')).code, 0, 'the router answers there')
})
