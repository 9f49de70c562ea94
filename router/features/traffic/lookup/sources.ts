import { type Range, spansOf } from '../../../model/traffic/lookup/spans.ts'
import type { Sources } from './atlas.ts'

/** The data sets, as their packages hold them. */
export interface DataSets {
  /** Lines of `first,last,number,name`, addresses as numbers; a name with a comma in it is quoted. */
  readonly networks: Iterable<string>
  /** Lines of `first,last,country`. */
  readonly countries: Iterable<string>
  /** By the first six, seven or nine hexadecimal digits of a MAC address, a maker's name and postal address, line by line. */
  readonly makers: Readonly<Record<string, string>>
}

const NETWORK = /^(\d+),(\d+),(\d+),(?:"((?:[^"]|"")*)"|([^",]*))$/
const COUNTRY = /^(\d+),(\d+),([A-Z])([A-Z])$/

/** What is looked up of the data sets. Throws on what it cannot read: then the packages are not what they were. */
export function readSources({ networks, countries, makers }: DataSets): Sources {
  const nameOf = new Map<number, string>()
  const addresses: Range[] = []
  for (const [start, end, number, quoted, plain] of partsOf(networks, NETWORK)) {
    const asn = Number(number)
    addresses.push({ ...rangeOf(start, end), value: asn })
    if (!nameOf.has(asn)) nameOf.set(asn, oneLine(quoted?.replaceAll('""', '"') ?? plain ?? ''))
  }
  const asns = [...nameOf.keys()].sort((a, b) => a - b)
  const placeOf = new Map(asns.map((asn, index) => [asn, index + 1]))
  const names = asns.map((asn) => nameOf.get(asn)!)

  const spans = spansOf(addresses)
  const placed = { starts: spans.starts, values: spans.values.map((asn) => placeOf.get(asn) ?? 0) }

  const placeOfMaker = new Map<string, number>()
  const makerRanges = Object.entries(makers).map(([prefix, text]): Range => {
    const name = oneLine(text.split('\n', 1)[0]!)
    if (!isMaker(name)) return { ...blockOf(prefix), value: 0 }
    if (!placeOfMaker.has(name)) placeOfMaker.set(name, names.push(name))
    return { ...blockOf(prefix), value: placeOfMaker.get(name)! }
  })

  return {
    asns,
    names,
    addresses: placed,
    countries: spansOf(
      [...partsOf(countries, COUNTRY)].map(([start, end, first, second]) => ({
        ...rangeOf(start, end),
        value: first!.charCodeAt(0) * 256 + second!.charCodeAt(0),
      })),
    ),
    makers: spansOf(makerRanges),
  }
}

function* partsOf(lines: Iterable<string>, shape: RegExp): Generator<(string | undefined)[]> {
  for (const line of lines) {
    const [found, ...parts] = shape.exec(line) ?? []
    if (found === undefined) throw new Error(`a line is not as expected: ${line.slice(0, 80)}`)
    yield parts
  }
}

/** Addresses as numbers. The last one means no end: it is no host's address. */
function rangeOf(first: string | undefined, last: string | undefined): Pick<Range, 'start' | 'end'> {
  const [start, end] = [Number(first), Number(last)]
  if (start > end || end >= 2 ** 32 - 1) throw new Error(`not a range of addresses: ${first} to ${last}`)
  return { start, end }
}

const BITS = 36

/** The numbers of 36 bits that begin with these hexadecimal digits. */
function blockOf(prefix: string): Pick<Range, 'start' | 'end'> {
  if (!/^[0-9A-F]{6,9}$/.test(prefix)) throw new Error(`no beginning of a MAC address: ${prefix.slice(0, 20)}`)
  const size = 2 ** (BITS - 4 * prefix.length)
  const start = Number.parseInt(prefix, 16) * size
  return { start, end: start + size - 1 }
}

/** Not who keeps the name back, nor the registry, where it has given parts of a block to others. */
const isMaker = (name: string): boolean => name !== '' && name !== 'Private' && name !== 'IEEE Registration Authority'

const oneLine = (name: string): string => name.replace(/\s+/g, ' ').trim()
