import { z } from 'zod'
import { coded, empty, json, jsonWith, line, none, type Row } from './rows.ts'
import { faultOrNull } from './tunnels.ts'

const key = z.string().length(44)
/** Texts of a router with the network 192.168.90.0/24, the same without its last character, and of one with this home's network. */
const TEXT =
  'sallyport-site-1:eyJrZXkiOiJ3OWJmTUFmcVJuTGpubEhvZlgrSlN6YVJEQURyVzF0dnlXMVVXelhKanJnPSIsInNlY3JldCI6Ikh2dHF2TEoxRjMzZUhtUjVZazlQTFpmVEhnN3c2c2F6UFp0Wmk5dThwQlE9IiwiZW5kcG9pbnQiOiIxOTguNTEuMTAwLjc6NTEyODEiLCJuZXR3b3JrcyI6WyIxOTIuMTY4LjkwLjAvMjQiXX0.dec90ae5'
const CUT = TEXT.slice(0, -1)
const OVERLAPPING =
  'sallyport-site-1:eyJrZXkiOiJ3OWJmTUFmcVJuTGpubEhvZlgrSlN6YVJEQURyVzF0dnlXMVVXelhKanJnPSIsInNlY3JldCI6Ikh2dHF2TEoxRjMzZUhtUjVZazlQTFpmVEhnN3c2c2F6UFp0Wmk5dThwQlE9IiwiZW5kcG9pbnQiOiIxOTguNTEuMTAwLjc6NTEyODEiLCJuZXR3b3JrcyI6WyIxOTIuMTY4LjIuMC8yNCJdfQ.b1d9a439'

const selection = z.strictObject({
  Devices: z.array(z.string()),
  Groups: z.array(z.string()),
  Tags: z.array(z.string()),
})
const fingerprint = z.string().regex(/^([0-9a-f]{4}-){5}[0-9a-f]{4}$/)
const networks = z.array(z.cidrv4())
const site = z.strictObject({
  ...{ Name: z.string(), Enabled: z.boolean(), Link: z.string(), PublicKey: key, Fingerprint: fingerprint },
  ...{ Endpoint: z.string(), ListenPort: z.int(), Networks: networks, Users: selection, Shared: selection },
  Peer: z
    .strictObject({ PublicKey: key, Fingerprint: fingerprint, Endpoint: z.string(), Networks: networks })
    .nullable(),
  ...{ State: z.string(), Message: z.string(), Fault: faultOrNull, Notice: z.string() },
  Coded: coded.optional(),
  ...{ LatestHandshake: z.int(), TransferRx: z.int(), TransferTx: z.int() },
})
const saved = site.extend({ Text: z.string().regex(/^sallyport-site-1:[\w-]+\.[0-9a-f]{8}$/) })
const at = '/vpn/sites/cabin'

// biome-ignore format: a table
export const SITES: Row[] = [
  ['GET',    '/vpn/sites',          none,                                         200, json([])],
  ['GET',    at,                    none,                                         404, line],
  ['DELETE', at,                    none,                                         404, line],
  ['PUT',    at,                    { Text: 'hello' },                            400, line],
  ['PUT',    at,                    { Text: CUT },                                400, line],
  ['PUT',    at,                    { Text: OVERLAPPING },                        400, line],
  ['PUT',    at,                    { Endpoint: 'home' },                         400, line],
  ['PUT',    at,                    { ListenPort: 65_536 },                       400, line],
  ['PUT',    at,                    { Users: { Devices: ['02:00:00:00:00:99'] } }, 400, line],
  ['PUT',    at,                    { Shared: { Policies: [] } },                 400, line],
  ['PUT',    at,                    { Name: '_' },                                400, line],
  ['PUT',    at,                    { Name: 'hut' },                              404, line],
  ['PUT',    at,                    { Key: '' },                                  400, line],
  ['PUT',    '/vpn/sites/_',        {},                                           400, line],
  ['PUT',    at,                    { Enabled: false, Endpoint: 'home.example.org:51281' }, 200, json(saved)],
  ['PUT',    at,                    { Endpoint: 'home.example.org:51281', ListenPort: 0 }, 400, line],
  ['GET',    at,                    none,                                         200, jsonWith({ State: 'unpaired', Link: '', ListenPort: 51_281, Peer: null })],
  ['PUT',    at,                    { Text: TEXT, Users: { Groups: ['Family'] }, Shared: { Tags: ['print'] } }, 200, jsonWith({ State: 'off', Link: 'wg1', Users: { Groups: ['family'] }, Shared: { Tags: ['print'] }, Peer: { Endpoint: '198.51.100.7:51281', Networks: ['192.168.90.0/24'] } })],
  ['PUT',    at,                    {},                                           200, json(saved)],
  ['GET',    at,                    none,                                         200, json(site)],
  ['GET',    '/vpn/sites',          none,                                         200, json(z.array(site).length(1))],
  ['PUT',    at,                    { Name: 'hut' },                              200, jsonWith({ Name: 'hut', Link: 'wg1' })],
  ['GET',    '/vpn/tunnels/hut',    none,                                         200, jsonWith({ Name: 'hut', State: 'off' })],
  ['PUT',    '/vpn/tunnels/hut',    { MTU: 1380 },                                409, line],
  ['DELETE', '/vpn/tunnels/hut',    none,                                         409, line],
  ['PUT',    '/vpn/exits/family',   { Tunnels: ['hut'], Traffic: 'listed', Networks: ['192.168.90.0/24'] }, 400, line],
  ['PUT',    '/subnetConfig',       { TinyNets: ['192.168.90.0/24'], LeaseTime: '12h' }, 400, line],
  ['GET',    '/vpn/sites/_',        none,                                         400, line],
  ['DELETE', '/vpn/sites/_',        none,                                         400, line],
  ['DELETE', '/vpn/sites/hut',      none,                                         200, empty],
  ['GET',    '/vpn/tunnels',        none,                                         200, json([])],
]
