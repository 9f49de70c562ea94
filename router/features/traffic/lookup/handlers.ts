import { setImmediate as nextTurn } from 'node:timers/promises'
import { NotFound } from '../../../errors.ts'
import type { Handlers } from '../../../model/operation.ts'
import { type lookup as contract, MOST_FOUND } from '../../../model/traffic/lookup/contract.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { AddressRange } from '../../../values/addressset.ts'
import { numberToIp } from '../../../values/ip.ts'
import type { Atlas } from './atlas.ts'
import { type Lookup, makerOf, networkOf } from './lookup.ts'

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' })

export function lookupHandlers({ lookup }: { lookup: Lookup }): Handlers<typeof contract> {
  return {
    async network({ params: { ips } }) {
      const [ip = ''] = ips
      const found = networkOf(await lookup.atlas(), ip)
      if (!found) throw new NotFound(phrase('traffic.networkUnknown', ip))
      return found
    },

    async networks({ params: { ips } }) {
      const atlas = await lookup.atlas()
      return ips.flatMap((ip) => networkOf(atlas, ip) ?? [])
    },

    async search({ params: { text } }) {
      const atlas = await lookup.atlas()
      const found = atlas.rangesOf(atlas.search(text, MOST_FOUND).map(({ asn }) => asn))
      return found.map(({ asn, name, ranges }) => ({
        ASN: asn,
        Name: name,
        Country: countryOf(atlas, ranges),
        RangeCount: ranges.length,
      }))
    },

    async networkRanges({ params: { asns } }) {
      const atlas = await lookup.atlas()
      const found = atlas.rangesOf([...new Set(asns.map(Number))])
      return jsonOfRanges(found.map((network) => ({ ...network, country: countryOf(atlas, network.ranges) })))
    },

    async countryRanges({ params: { countries } }) {
      const atlas = await lookup.atlas()
      return jsonOfRanges(
        [...new Set(countries)].map((country) => ({
          asn: 0,
          name: COUNTRY_NAMES.of(country) ?? '',
          country,
          ranges: atlas.rangesIn(country),
        })),
      )
    },

    async maker({ params: { mac } }) {
      const found = makerOf(await lookup.atlas(), mac)
      if (!found) throw new NotFound(phrase('traffic.vendorUnknown', mac))
      return found
    },

    async makers({ params: { macs } }) {
      const atlas = await lookup.atlas()
      return macs.flatMap((mac) => makerOf(atlas, mac) ?? [])
    },
  }
}

/** A network with the ranges of addresses that it announces, or a country with those that are in it. */
interface Ranged {
  readonly asn: number
  readonly name: string
  readonly country: string
  readonly ranges: readonly AddressRange[]
}

/** Ranges written before other work gets its turn: a large country has tens of thousands. */
const AT_ONCE = 2000
/** The largest ranges of a network, from which its country is taken. */
const COUNTED = 32

/** The country that most addresses of a network are in; empty when none is known. */
function countryOf(atlas: Atlas, ranges: readonly AddressRange[]): string {
  const sizes = new Map<string, number>()
  const largest = ranges.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, COUNTED)
  for (const range of largest) {
    const country = atlas.countryAt(range.start)
    sizes.set(country, (sizes.get(country) ?? 0) + sizeOf(range))
  }
  sizes.delete('')
  return [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])[0]
}

const sizeOf = ({ start, end }: AddressRange): number => end - start + 1

/** JSON text of `LookupRanges`, in chunks. */
export async function* jsonOfRanges(all: readonly Ranged[]): AsyncGenerator<string> {
  let before = '['
  for (const { asn, name, country, ranges } of all) {
    const head = JSON.stringify({ ASN: asn, Name: name, Country: country }).slice(0, -1)
    yield `${before}${head},"Ranges":[`
    before = ','
    for (let first = 0; first < ranges.length; first += AT_ONCE) {
      const texts = ranges.slice(first, first + AT_ONCE).map(textOf)
      yield (first > 0 ? ',' : '') + texts.join(',')
      await nextTurn()
    }
    yield ']}'
  }
  yield before === '[' ? '[]' : ']'
}

const textOf = ({ start, end }: AddressRange): string => `{"Start":"${numberToIp(start)}","End":"${numberToIp(end)}"}`
