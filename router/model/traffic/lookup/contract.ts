import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { UnicastMac } from '../../../values/mac-schema.ts'
import { TWO_CHARACTERS } from '../../../values/text.ts'
import { get } from '../../operation.ts'
import {
  Addresses,
  Asns,
  Countries,
  FoundNetwork,
  LookupASN,
  LookupRanges,
  Macs,
  Maker,
  MOST_ASKED,
} from './network.ts'

const tag = 'lookup'
const ips = Addresses.meta({ description: 'IPv4 addresses with commas between them', example: '1.1.1.1,9.9.9.9' })
const macs = Macs.meta({ description: 'MAC addresses with commas between them', example: '00:11:22:33:44:66' })
const LOCAL = 'Answered from data on the router, without a request to another server.'
const SOURCES =
  'Data: RouteViews (https://www.routeviews.org), DB-IP (https://db-ip.com) and the NRO (https://www.nro.net), CC ' +
  'BY 4.0.'
const NO_DATA = { 503: 'The lookup data is missing or damaged; the message says how to create it' }

/** Maximum number of networks in a search result. */
export const MOST_FOUND = 100

/** Network, country and vendor of addresses, from data on the router. */
export const lookup = {
  network: get('/plugins/lookup/asn/{ips}', {
    roles: ['viewer'],
    tag,
    summary: 'The network of an address',
    description: `If there are several addresses, the first is looked up. ${LOCAL} ${SOURCES}`,
    params: { ips },
    reply: LookupASN,
    errors: {
      400: 'Not a list of IPv4 addresses',
      404: 'Not in a known network, for example a private address',
      ...NO_DATA,
    },
  }),
  networks: get('/plugins/lookup/asns/{ips}', {
    roles: ['viewer'],
    tag,
    summary: 'The networks of addresses',
    description:
      `In the order of the addresses, at most ${MOST_ASKED}; addresses without a known network are left out. ${LOCAL} ` +
      `${SOURCES}`,
    params: { ips },
    reply: z.array(LookupASN),
    errors: { 400: 'Not a list of IPv4 addresses, or too long', ...NO_DATA },
  }),
  search: get('/plugins/lookup/asn_search/{text}', {
    roles: ['viewer'],
    tag,
    summary: 'Networks by number or name',
    description:
      '`13335` or `AS13335` returns the network with this number, any other text the networks with this text in their ' +
      `name: at most ${MOST_FOUND}, sorted by number. ${SOURCES}`,
    params: {
      text: z
        .string()
        .max(64)
        .regex(TWO_CHARACTERS, schemaPhrase('traffic.searchText'))
        .trim()
        .meta({ description: 'In any case', example: 'cloudflare' }),
    },
    reply: z.array(FoundNetwork),
    errors: { 400: 'Less than two characters, or more than 64', ...NO_DATA },
  }),
  networkRanges: get('/plugins/lookup/asn_ranges/{asns}', {
    roles: ['viewer'],
    tag,
    summary: 'Address ranges of networks',
    description: `At most ${MOST_ASKED} networks by number; unknown numbers are left out. ${SOURCES}`,
    params: {
      asns: Asns.meta({ description: 'Numbers of networks with commas between them', example: '13335,19281' }),
    },
    reply: z.array(LookupRanges),
    errors: { 400: 'Not a list of numbers, or too long', ...NO_DATA },
  }),
  countryRanges: get('/plugins/lookup/country_ranges/{countries}', {
    roles: ['viewer'],
    tag,
    summary: 'Address ranges of countries',
    description: `\`ASN\` is 0. Countries without known addresses have no ranges. ${SOURCES}`,
    params: {
      countries: Countries.meta({
        description: 'Country codes (ISO 3166-1, two letters) with commas between them',
        example: 'LI,VA',
      }),
    },
    reply: z.array(LookupRanges),
    errors: { 400: 'Not a list of countries, or too long', ...NO_DATA },
  }),
  maker: get('/plugins/lookup/oui/{mac}', {
    roles: ['viewer'],
    tag,
    summary: 'The vendor of a device',
    description: `From the prefix of its MAC address (OUI). ${LOCAL}`,
    params: { mac: UnicastMac.meta({ description: 'The MAC address of the device', example: '00:11:22:33:44:66' }) },
    reply: Maker,
    errors: {
      400: 'Not a MAC address',
      404: 'Unknown vendor; random MAC addresses have none',
      ...NO_DATA,
    },
  }),
  makers: get('/plugins/lookup/ouis/{macs}', {
    roles: ['viewer'],
    tag,
    summary: 'Who made devices',
    description: `In the order of the addresses, at most ${MOST_ASKED}; addresses without a known vendor are left out. ${LOCAL}`,
    params: { macs },
    reply: z.array(Maker),
    errors: { 400: 'Not a list of MAC addresses, or too long', ...NO_DATA },
  }),
}
