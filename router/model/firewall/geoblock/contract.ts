import { z } from 'zod'
import { line } from '../../../values/text.ts'
import { del, get, put } from '../../operation.ts'
import { AsnText, Country, GeoBlockConfig } from './config.ts'
import { GeoBlockStatus } from './status.ts'

const tag = 'firewall'
const country = { country: Country.meta({ description: 'Two letters of ISO 3166-1' }) }
const asn = { asn: AsnText }
const errors = {
  400: 'An invalid field, too many addresses, or a change that would block the address of the caller',
  503: 'The data on countries and networks is missing',
}

export const geoBlock = {
  config: get('/firewall/geo_block/config', {
    roles: ['viewer'],
    tag,
    summary: 'Blocked countries and networks',
    reply: GeoBlockConfig,
  }),
  configure: put('/firewall/geo_block/config', {
    tag,
    summary: 'Set the blocked countries and networks',
    description:
      'New connections from these networks to the router and to forwarded ports are dropped, and connections of devices ' +
      'to them are refused, through a tunnel too. Open connections are ended. The port of the VPN server stays open, and ' +
      'connections of the router itself, such as DNS, updates and tunnels, are not blocked. The countries and networks of ' +
      'addresses come from the data of `/lookup`.',
    body: GeoBlockConfig,
    reply: GeoBlockConfig,
    errors,
  }),
  addCountry: put('/firewall/geo_block/country/{country}', {
    tag,
    summary: 'Block a country',
    params: country,
    reply: GeoBlockConfig,
    errors,
  }),
  removeCountry: del('/firewall/geo_block/country/{country}', {
    tag,
    summary: 'Stop blocking a country',
    params: country,
    reply: GeoBlockConfig,
    errors,
  }),
  addAsn: put('/firewall/geo_block/asn/{asn}', {
    tag,
    summary: 'Block a network',
    params: asn,
    body: z.object({
      Name: line(200)
        .default('')
        .meta({ description: 'A name for the owner; default: the name in the data', example: 'Cloudflare, Inc.' }),
    }),
    bodyOptional: true,
    reply: GeoBlockConfig,
    errors,
  }),
  removeAsn: del('/firewall/geo_block/asn/{asn}', {
    tag,
    summary: 'Stop blocking a network',
    params: asn,
    reply: GeoBlockConfig,
    errors,
  }),
  status: get('/firewall/geo_block/status', {
    roles: ['viewer'],
    tag,
    summary: 'What is blocked now',
    reply: GeoBlockStatus,
  }),
  refresh: put('/firewall/geo_block/refresh', {
    tag,
    summary: 'Fetch the lists now',
    description:
      'Returns immediately; the event `firewall:geo_block:refresh` reports the result. A document that is no list, or has less than a tenth ' +
      'of the entries before, does not replace a list; `accept` uses it once.',
    query: {
      accept: z
        .string()
        .max(2000)
        .optional()
        .meta({ description: 'The URI of a list whose status is `Acceptable`', example: 'https://example.com/drop' }),
    },
    reply: GeoBlockStatus,
    errors: { 400: 'No such list in use', 503: errors[503] },
  }),
}
