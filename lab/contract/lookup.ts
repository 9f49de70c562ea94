import { z } from 'zod'
import { Classification } from '../../router/model/home/kinds/contract.ts'
import { Fingerprint } from '../../router/model/home/kinds/fingerprint.ts'
import { empty, json, jsonWith, line, none, type Row } from './rows.ts'

const CLOUDFLARE = { IP: '1.1.1.1', ASN: 13335, Name: 'Cloudflare, Inc.', Country: 'AU' }
const QUAD9 = { IP: '9.9.9.9', ASN: 19281, Name: 'Quad9', Country: 'US' }
const PI = { MAC: 'b8:27:eb:00:00:01', Vendor: 'Raspberry Pi Foundation' }
const CIMSYS = { MAC: '00:11:22:33:44:66', Vendor: 'CIMSYS Inc' }

const PRINTER = '00:80:77:00:00:09'
const BROTHER = { MAC: PRINTER, Category: 'Printer', Vendor: 'Brother' }
const KETTLE = {
  SignalType: 'oui',
  Pattern: '00:80:77',
  Vendor: '',
  Category: 'Kettle',
  Model: '',
  Weight: 90,
  Decisive: true,
}

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
  ['PUT', '/device?identity=00:80:77:00:00:09', { Name: '' },         200, jsonWith({ MAC: PRINTER })],
  ['GET', `/plugins/lookup/classification/${PRINTER}`,                none, 200, jsonWith({ ...BROTHER, Confidence: 'Medium' })],
  ['GET', '/plugins/lookup/classification/02:11:22:33:44:99',         none, 404, line],
  ['GET', '/plugins/lookup/classification/x',                         none, 400, line],
  ['GET', '/plugins/lookup/classifications',                          none, 200, json(z.array(Classification.strict()))],
  ['GET', `/plugins/lookup/classification/${PRINTER}/signals`,        none, 200, jsonWith({ MAC: PRINTER, RandomMAC: false, Services: [], TXT: {} })],
  ['GET', '/plugins/lookup/classification/02:11:22:33:44:99/signals', none, 404, line],
  ['PUT', '/plugins/lookup/classify', { MAC: PRINTER, Hostname: 'BRN008077000009', OUIVendor: '' }, 200, jsonWith({ ...BROTHER, Confidence: 'High' })],
  ['PUT', '/plugins/lookup/classify', { MAC: '02:11:22:33:44:99', Hostname: 'Adas-iPad' }, 200, jsonWith({ Category: 'Tablet', Vendor: 'Apple' })],
  ['PUT', '/plugins/lookup/classify', { Hostname: 'Adas-iPad' },      400, line],
  ['PUT', '/plugins/lookup/classify', { MAC: 'x' },                   400, line],
  ['PUT', '/plugins/lookup/classify', { MAC: PRINTER, Hostname: 'a\nb' }, 400, line],
  ['GET', '/plugins/lookup/classification/x/signals',                 none, 400, line],
  ['PUT', '/plugins/lookup/classification/x/correction', { Category: 'TV' }, 400, line],
  ['DELETE', '/plugins/lookup/classification/x/correction',           none, 400, line],
  ['DELETE', `/plugins/lookup/classification/${PRINTER}/correction`,  none, 404, line],
  ['PUT', `/plugins/lookup/classification/${PRINTER}/correction`, { Category: 'TV', Vendor: 'Acme', Model: 'One', Evidence: ['a label'] }, 200, jsonWith({ Category: 'TV', Vendor: 'Acme', Model: 'One', Confidence: 'High', Evidence: ['a label'], UserCorrection: true, Pinned: true })],
  ['PUT', `/plugins/lookup/classification/${PRINTER}/correction`, { Vendor: 'Acme' }, 400, line],
  ['PUT', '/plugins/lookup/classification/02:11:22:33:44:99/correction', { Category: 'TV' }, 404, line],
  ['DELETE', `/plugins/lookup/classification/${PRINTER}/correction`,  none, 200, jsonWith({ ...BROTHER, UserCorrection: false })],
  ['GET', '/plugins/lookup/fingerprints/custom',                      none, 200, json([])],
  ['PUT', '/plugins/lookup/fingerprints/custom', [{ SignalType: 'oui', Pattern: '00:80:77', Category: 'Kettle', Weight: 90, Decisive: true }], 200, json([KETTLE])],
  ['GET', '/plugins/lookup/fingerprints/custom',                      none, 200, json([KETTLE])],
  ['GET', `/plugins/lookup/classification/${PRINTER}`,                none, 200, jsonWith({ Category: 'Kettle', Confidence: 'High' })],
  ['PUT', '/plugins/lookup/fingerprints/trial', { Rule: { ...KETTLE, Category: 'Toaster' }, Replaces: KETTLE }, 200, jsonWith({ Count: 1, Devices: [{ MAC: PRINTER, Evidence: 'Its MAC address begins with 00:80:77.', Before: 'Kettle', After: 'Toaster' }] })],
  ['PUT', '/plugins/lookup/fingerprints/trial', { Rule: KETTLE, Replaces: { ...KETTLE, Pattern: 'x' } }, 404, line],
  ['PUT', '/plugins/lookup/fingerprints/trial', { Rule: { ...KETTLE, Pattern: '' } }, 400, line],
  ['PUT', '/plugins/lookup/fingerprints/custom', [{ SignalType: 'smell', Pattern: 'x' }], 400, line],
  ['PUT', '/plugins/lookup/fingerprints/custom', [{ SignalType: 'oui', Pattern: 'x', Weight: 101 }], 400, line],
  ['PUT', '/plugins/lookup/fingerprints/custom', Array(1001).fill(KETTLE), 400, line],
  ['PUT', '/plugins/lookup/fingerprints/custom', [],                  200, json([])],
  ['GET', '/plugins/lookup/fingerprints/builtin',                     none, 200, jsonWith({ Overridden: false })],
  ['PUT', '/plugins/lookup/fingerprints/builtin', [KETTLE],           200, json([KETTLE])],
  ['GET', '/plugins/lookup/fingerprints/builtin',                     none, 200, json({ Overridden: true, Rules: [KETTLE] })],
  ['GET', '/plugins/lookup/fingerprints',                             none, 200, json(z.object({ Overridden: z.literal(true), Rules: z.array(Fingerprint.strict()).min(200) }))],
  ['PUT', '/plugins/lookup/fingerprints/builtin', {},                 400, line],
  ['DELETE', '/plugins/lookup/fingerprints/builtin',                  none, 200, json(z.array(Fingerprint.strict()).length(48))],
  ['DELETE', '/device?identity=00:80:77:00:00:09',                    none, 200, empty],
  ['GET', `/plugins/lookup/classification/${PRINTER}`,                none, 404, line],
  ['GET', `/plugins/lookup/ouis/${many(257, PI.MAC)}`,                none, 400, line],
]
