import { z } from 'zod'
import { json, line, none, type Row } from './rows.ts'

const CLOUDFLARE = { IP: '1.1.1.1', ASN: 13335, Name: 'Cloudflare, Inc.', Country: 'AU' }
const QUAD9 = { IP: '9.9.9.9', ASN: 19281, Name: 'Quad9', Country: 'US' }
const PI = { MAC: 'b8:27:eb:00:00:01', Vendor: 'Raspberry Pi Foundation' }
const CIMSYS = { MAC: '00:11:22:33:44:66', Vendor: 'CIMSYS Inc' }

const address = z.ipv4()
const ranges = (asn: number, country: string) =>
  z.strictObject({
    ASN: z.literal(asn),
    Name: z.string().min(1),
    Country: z.literal(country),
    Ranges: z.array(z.strictObject({ Start: address, End: address })).min(1),
  })

const many = (count: number, of: string): string => Array(count).fill(of).join()

// biome-ignore format: a table
export const LOOKUP: Row[] = [
  ['GET', '/plugins/lookup/asn/1.1.1.1',                              none, 200, json(CLOUDFLARE)],
  ['GET', '/plugins/lookup/asn/1.1.1.1,9.9.9.9',                      none, 200, json(CLOUDFLARE)],
  ['GET', '/plugins/lookup/asn/192.168.2.6',                          none, 404, line],
  ['GET', '/plugins/lookup/asn/1.1.1.256',                            none, 400, line],
  ['GET', '/plugins/lookup/asn/one',                                  none, 400, line],
  ['GET', '/plugins/lookup/asn/2606:4700::1111',                      none, 400, line],
  ['GET', '/plugins/lookup/asns/9.9.9.9,10.0.0.1,1.1.1.1',            none, 200, json([QUAD9, CLOUDFLARE])],
  ['GET', '/plugins/lookup/asns/9.9.9.9%2C1.1.1.1',                   none, 200, json([QUAD9, CLOUDFLARE])],
  ['GET', '/plugins/lookup/asns/127.0.0.1',                           none, 200, json([])],
  ['GET', '/plugins/lookup/asns/1.1.1.1,,9.9.9.9',                    none, 400, line],
  ['GET', `/plugins/lookup/asns/${many(256, '1.1.1.1')}`,             none, 200, json(Array(256).fill(CLOUDFLARE))],
  ['GET', `/plugins/lookup/asns/${many(257, '1.1.1.1')}`,             none, 400, line],
  ['GET', '/plugins/lookup/asn_search/AS13335',                       none, 200, json(z.tuple([z.strictObject({ ASN: z.literal(13335), Name: z.literal('Cloudflare, Inc.'), Country: z.literal('US'), RangeCount: z.int().min(100) })]))],
  ['GET', '/plugins/lookup/asn_search/no%20such%20network',           none, 200, json([])],
  ['GET', '/plugins/lookup/asn_ranges/19281,4199999999',              none, 200, json(z.tuple([ranges(19281, 'US')]))],
  ['GET', '/plugins/lookup/asn_ranges/AS19281',                       none, 200, json(z.tuple([ranges(19281, 'US')]))],
  ['GET', '/plugins/lookup/asn_ranges/quad9',                         none, 400, line],
  ['GET', '/plugins/lookup/country_ranges/va,LI',                     none, 200, json(z.tuple([ranges(0, 'VA'), ranges(0, 'LI')]))],
  ['GET', '/plugins/lookup/country_ranges/Italy',                     none, 400, line],
  ['GET', '/plugins/lookup/asn_search/x',                             none, 400, line],
  ['GET', '/plugins/lookup/asn_search/a%0Ab',                         none, 400, line],
  ['GET', '/plugins/lookup/oui/00:11:22:33:44:66',                    none, 200, json(CIMSYS)],
  ['GET', '/plugins/lookup/oui/B8-27-EB-00-00-01',                    none, 200, json(PI)],
  ['GET', '/plugins/lookup/oui/02:11:22:33:44:66',                    none, 404, line],
  ['GET', '/plugins/lookup/oui/00:11:22',                             none, 400, line],
  ['GET', '/plugins/lookup/oui/00:11:22:33:44:66,b8:27:eb:00:00:01',  none, 400, line],
  ['GET', '/plugins/lookup/ouis/b8:27:eb:00:00:01,02:11:22:33:44:66,00:11:22:33:44:66', none, 200, json([PI, CIMSYS])],
  ['GET', '/plugins/lookup/ouis/b8:27:eb:00:00:01,x',                 none, 400, line],
  ['GET', `/plugins/lookup/ouis/${many(256, PI.MAC)}`,                none, 200, json(Array(256).fill(PI))],
  ['GET', `/plugins/lookup/ouis/${many(256, encodeURIComponent(PI.MAC)).replaceAll(',', '%2C')}`, none, 200, json(Array(256).fill(PI))],
  ['GET', `/plugins/lookup/ouis/${many(257, PI.MAC)}`,                none, 400, line],
]
