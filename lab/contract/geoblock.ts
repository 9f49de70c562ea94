import { z } from 'zod'
import { coded, json, jsonWith, line, none, type Row } from './rows.ts'

const BASE = '/firewall/geo_block'
const off = {
  Enabled: false,
  ...{ DenyCountries: [], DenyASNs: [], RouteCountries: [], RouteASNs: [], RouteInterface: '' },
  Lists: [
    {
      URI: 'https://www.spamhaus.org/drop/asndrop.json',
      Enabled: false,
      Note: 'Spamhaus ASN-DROP: networks of criminals',
    },
  ],
  RefreshSeconds: 86_400,
}
const korea = { ...off, DenyCountries: ['KP'] }
const cloudflare = { ASN: 13_335, Name: 'Mine' }
const text = z.string()
const status = z.strictObject({
  ...{ Enabled: z.boolean(), LastRefresh: text, RangesProgrammed: z.int(), RoutesProgrammed: z.literal(0) },
  Sources: z.array(
    z.strictObject({
      Type: z.enum(['country', 'asn', 'list']),
      ...{ Key: text, Ranges: z.int(), ASNs: z.int(), LastFetch: text, Error: text, Coded: coded.optional() },
      Acceptable: z.boolean(),
    }),
  ),
})
const none0 = { Enabled: false, LastRefresh: '', RangesProgrammed: 0, RoutesProgrammed: 0, Sources: [] }

// biome-ignore format: a table
export const GEO_BLOCK: Row[] = [
  ['GET',    `${BASE}/config`, none,                                                    200, json(off)],
  ['GET',    `${BASE}/status`, none,                                                    200, json(none0)],
  ['PUT',    `${BASE}/country/kp`, none,                                                200, json(korea)],
  ['PUT',    `${BASE}/country/KP`, none,                                                200, json(korea)],
  ['PUT',    `${BASE}/country/XX`, none,                                                400, line],
  ['PUT',    `${BASE}/country/DEU`, none,                                               400, line],
  ['PUT',    `${BASE}/asn/13335`, { Name: 'Mine' },                                     200, json({ ...korea, DenyASNs: [cloudflare] })],
  ['PUT',    `${BASE}/asn/0`, none,                                                     400, line],
  ['PUT',    `${BASE}/asn/4294967296`, none,                                            400, line],
  ['PUT',    `${BASE}/asn/13335`, { Name: 1 },                                          400, line],
  ['PUT',    `${BASE}/config`, { ...korea, Enabled: true, RefreshSeconds: 60 },         200, json({ ...korea, Enabled: true })],
  ['GET',    `${BASE}/status`, none,                                                    200, jsonWith({ Enabled: true, Sources: [{ Type: 'country', Key: 'KP' }] })],
  ['PUT',    `${BASE}/refresh`, none,                                                   200, json(status)],
  ['PUT',    `${BASE}/refresh?accept=nothing`, none,                                    400, line],
  ['PUT',    `${BASE}/config`, { ...korea, DenyCountries: ['KP', 'kp'] },               400, line],
  ['PUT',    `${BASE}/config`, { ...korea, DenyCountries: ['ZZ'] },                     400, line],
  ['PUT',    `${BASE}/config`, { ...korea, DenyASNs: [{ ASN: 0, Name: '' }] },          400, line],
  ['PUT',    `${BASE}/config`, { ...korea, RouteCountries: ['DE'] },                    400, line],
  ['PUT',    `${BASE}/config`, { ...korea, Lists: [{ URI: 'file:///etc', Enabled: true, Note: '' }] }, 400, line],
  ['PUT',    `${BASE}/config`, none,                                                    400, line],
  ['DELETE', `${BASE}/country/KP`, none,                                                200, jsonWith({ DenyCountries: [] })],
  ['DELETE', `${BASE}/country/K`, none,                                                 400, line],
  ['DELETE', `${BASE}/asn/AS13335`, none,                                               200, jsonWith({ DenyASNs: [] })],
  ['DELETE', `${BASE}/asn/x`, none,                                                     400, line],
  ['PUT',    `${BASE}/config`, off,                                                     200, json(off)],
]
