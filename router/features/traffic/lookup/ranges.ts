import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AddressRange } from '../../../values/addressset.ts'
import { numberToIp } from '../../../values/ip.ts'
import type { Atlas } from './atlas.ts'

/** A network with the ranges of addresses that it announces, or a country with those that are in it. */
export interface Ranged {
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
export function countryOf(atlas: Atlas, ranges: readonly AddressRange[]): string {
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
