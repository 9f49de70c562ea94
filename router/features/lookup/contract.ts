import { z } from 'zod'
import { Mac } from '../../values/mac.ts'
import { TWO_CHARACTERS } from '../../values/text.ts'
import { get } from '../operation.ts'
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
const LOCAL = 'Nobody else is asked: what is known came with this version of the router.'
const SOURCES =
  'The data is of RouteViews (https://www.routeviews.org), DB-IP (https://db-ip.com) and the NRO (https://www.nro.net), CC BY 4.0.'
const NO_DATA = { 503: 'The data sets are not there, or damaged; the answer says how to make them' }

/** The most networks that a search returns. */
export const MOST_FOUND = 100

/** What is known of addresses without asking anybody. */
export const lookup = {
  network: get('/plugins/lookup/asn/{ips}', {
    tag,
    summary: 'The network that an address is in',
    description: `Of several addresses, the first counts. ${LOCAL} ${SOURCES}`,
    params: { ips },
    reply: LookupASN,
    errors: {
      400: 'Not a list of IPv4 addresses',
      404: 'It is in no network that is known: a private address, for one',
      ...NO_DATA,
    },
  }),
  networks: get('/plugins/lookup/asns/{ips}', {
    tag,
    summary: 'The networks that addresses are in',
    description: `In the order of the addresses, at most ${MOST_ASKED}; those in no known network are left out. ${LOCAL} ${SOURCES}`,
    params: { ips },
    reply: z.array(LookupASN),
    errors: { 400: 'Not a list of IPv4 addresses, or too long', ...NO_DATA },
  }),
  search: get('/plugins/lookup/asn_search/{text}', {
    tag,
    summary: 'Networks by number or name',
    description:
      `\`13335\` or \`AS13335\` finds the one of that number, any other text those that have it in their name; at most ` +
      `${MOST_FOUND}, by number. ${SOURCES}`,
    params: {
      text: z
        .string()
        .max(64)
        .regex(TWO_CHARACTERS, 'must be one line of text of at least 2 characters')
        .trim()
        .meta({ description: 'In any case', example: 'cloudflare' }),
    },
    reply: z.array(FoundNetwork),
    errors: { 400: 'Less than two characters, or more than 64', ...NO_DATA },
  }),
  networkRanges: get('/plugins/lookup/asn_ranges/{asns}', {
    tag,
    summary: 'The addresses of networks',
    description: `At most ${MOST_ASKED} networks by number; those that are not known are left out. ${SOURCES}`,
    params: {
      asns: Asns.meta({ description: 'Numbers of networks with commas between them', example: '13335,19281' }),
    },
    reply: z.array(LookupRanges),
    errors: { 400: 'Not a list of numbers, or too long', ...NO_DATA },
  }),
  countryRanges: get('/plugins/lookup/country_ranges/{countries}', {
    tag,
    summary: 'The addresses in countries',
    description: `\`ASN\` is 0. Countries without a known address have no ranges. ${SOURCES}`,
    params: {
      countries: Countries.meta({
        description: 'Two letters of ISO 3166-1 each, with commas between them',
        example: 'LI,VA',
      }),
    },
    reply: z.array(LookupRanges),
    errors: { 400: 'Not a list of countries, or too long', ...NO_DATA },
  }),
  maker: get('/plugins/lookup/oui/{mac}', {
    tag,
    summary: 'Who made a device',
    description: `By the first bytes of its MAC address. ${LOCAL}`,
    params: { mac: Mac.meta({ description: 'The MAC address of the device', example: '00:11:22:33:44:66' }) },
    reply: Maker,
    errors: {
      400: 'Not a MAC address',
      404: 'Nobody is known for it; addresses that devices make up for themselves have no maker',
      ...NO_DATA,
    },
  }),
  makers: get('/plugins/lookup/ouis/{macs}', {
    tag,
    summary: 'Who made devices',
    description: `In the order of the addresses, at most ${MOST_ASKED}; those without a known maker are left out. ${LOCAL}`,
    params: { macs },
    reply: z.array(Maker),
    errors: { 400: 'Not a list of MAC addresses, or too long', ...NO_DATA },
  }),
}
