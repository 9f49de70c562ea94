import { crc32 } from 'node:zlib'
import { countUpTo, type Spans, valueInSpans } from '../../../model/traffic/lookup/spans.ts'
import type { AddressRange } from '../../../values/addressset.ts'

/** An autonomous system: a network of the internet that is run by one organisation. */
export interface AutonomousSystem {
  readonly asn: number
  readonly name: string
}

/** The contents of the data sets that look-ups use. Values in `addresses` and `makers` are positions in `names`, from 1. */
export interface Sources {
  /** Numbers of networks in ascending order. Their names are the first of `names`. */
  readonly asns: readonly number[]
  /** Networks' names, then makers'. */
  readonly names: readonly string[]
  /** Which network an IPv4 address is in. */
  readonly addresses: Spans
  /** Where it is: two letters, the first in the higher byte. */
  readonly countries: Spans
  /** Who made what has a MAC address that begins with these 36 bits. */
  readonly makers: Spans
}

export interface Atlas {
  /** The networks of these numbers that are known, each with its ranges in ascending order. */
  rangesOf(asns: readonly number[]): (AutonomousSystem & { readonly ranges: AddressRange[] })[]
  /** The ranges that are in a country, by its two letters. */
  rangesIn(country: string): AddressRange[]
  /** The network that an address, as a number, is in. */
  networkAt(address: number): AutonomousSystem | undefined
  /** Two letters, or nothing when it is not known. ISO 3166-1. */
  countryAt(address: number): string
  /** Who made the device, by the first 36 bits of its MAC address. */
  makerOf(prefix: number): string | undefined
  /** The network of this number, `13335` or `AS13335`, or those with this line of text in their name, in any case; at most so many. */
  search(text: string, most: number): AutonomousSystem[]
}

/** The file begins with it. Another form of the file has another number here. */
const MAGIC = 0x31_4c_54_41
const HEADER_WORDS = 8
const HEADER_BYTES = HEADER_WORDS * 4
/** What the checksum is of: everything after itself. */
const CHECKED_FROM = 8

interface Counts {
  readonly makers: number
  readonly addresses: number
  readonly countries: number
  readonly asns: number
  readonly names: number
  /** In bytes. */
  readonly text: number
}

const sizeOf = ({ makers, addresses, countries, asns, names, text }: Counts): number =>
  HEADER_BYTES + 8 * makers + 4 * (2 * addresses + countries + asns + names + makers) + 2 * countries + text

type Columns = ReturnType<typeof columnsIn>

/** The layout of the file after its header. The widest numbers are first, so that each column is aligned. */
function columnsIn(buffer: ArrayBufferLike, offset: number, counts: Counts) {
  let at = offset + HEADER_BYTES
  const take = (bytes: number): number => {
    at += bytes
    return at - bytes
  }
  const words = (count: number) => new Uint32Array(buffer, take(4 * count), count)
  return {
    makerStarts: new Float64Array(buffer, take(8 * counts.makers), counts.makers),
    makerNames: words(counts.makers),
    addressStarts: words(counts.addresses),
    addressNames: words(counts.addresses),
    countryStarts: words(counts.countries),
    asns: words(counts.asns),
    nameEnds: words(counts.names),
    countryCodes: new Uint16Array(buffer, take(2 * counts.countries), counts.countries),
    text: new Uint8Array(buffer, take(counts.text), counts.text),
  }
}

/** The file, for machines of the kind that it is made on: each makes its own. */
export function encodeAtlas({ asns, names, addresses, countries, makers }: Sources): Uint8Array {
  // Each name ends with a line feed, so that no match of a search spans two names.
  const lines = names.map((name) => new TextEncoder().encode(`${name}\n`))
  const text = Buffer.concat(lines)
  const counts = {
    makers: makers.starts.length,
    addresses: addresses.starts.length,
    countries: countries.starts.length,
    asns: asns.length,
    names: names.length,
    text: text.length,
  }
  const bytes = new Uint8Array(sizeOf(counts))
  const columns = columnsIn(bytes.buffer, 0, counts)
  columns.makerStarts.set(makers.starts)
  columns.makerNames.set(makers.values)
  columns.addressStarts.set(addresses.starts)
  columns.addressNames.set(addresses.values)
  columns.countryStarts.set(countries.starts)
  columns.countryCodes.set(countries.values)
  columns.asns.set(asns)
  columns.text.set(text)
  let end = 0
  for (const [index, line] of lines.entries()) {
    end += line.length
    columns.nameEnds[index] = end
  }
  const header = new Uint32Array(bytes.buffer, 0, HEADER_WORDS)
  header.set([MAGIC, 0, counts.makers, counts.addresses, counts.countries, counts.asns, counts.names, counts.text])
  header[1] = crc32(bytes.subarray(CHECKED_FROM))
  return bytes
}

/** Reads the file in place: nothing of it is copied. Throws if it is not complete. */
export function openAtlas(bytes: Uint8Array): Atlas {
  if (bytes.length < HEADER_BYTES) throw new Error('it ends too soon')
  // BigUint64Array needs an offset that is a multiple of 8.
  const { buffer, byteOffset } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes)
  const header = new Uint32Array(buffer, byteOffset, HEADER_WORDS)
  const [magic = 0, checksum = 0, makers = 0, addresses = 0, countries = 0, asns = 0, names = 0, text = 0] = header
  if (magic !== MAGIC) throw new Error('it is of another kind')
  const counts = { makers, addresses, countries, asns, names, text }
  if (bytes.length !== sizeOf(counts)) throw new Error('it is not as long as it says')
  if (crc32(bytes.subarray(CHECKED_FROM)) !== checksum) throw new Error('it is not as it was written')
  return atlasOf(columnsIn(buffer, byteOffset, counts))
}

function atlasOf(columns: Columns): Atlas {
  const { asns, nameEnds, text } = columns
  const addresses = { starts: columns.addressStarts, values: columns.addressNames }
  const countries = { starts: columns.countryStarts, values: columns.countryCodes }
  const makers = { starts: columns.makerStarts, values: columns.makerNames }
  const decoder = new TextDecoder()

  const nameAt = (index: number): string =>
    decoder.decode(text.subarray(index === 0 ? 0 : nameEnds[index - 1], nameEnds[index]! - 1))
  const networkAt = (index: number): AutonomousSystem => ({ asn: asns[index]!, name: nameAt(index) })

  function* numbered(asn: number): Generator<number> {
    const index = countUpTo(asns, asn) - 1
    if (asns[index] === asn) yield index
  }

  function* named(part: string): Generator<number> {
    const all = foldedBytes(text.subarray(0, nameEnds[asns.length - 1] ?? 0))
    const wanted = foldedBytes(new TextEncoder().encode(part))
    for (let at = all.indexOf(wanted); at >= 0; ) {
      const index = countUpTo(nameEnds, at)
      yield index
      at = all.indexOf(wanted, nameEnds[index])
    }
  }

  return {
    networkAt(address) {
      const place = valueInSpans(addresses, address)
      return place === 0 ? undefined : networkAt(place - 1)
    },
    countryAt(address) {
      const code = valueInSpans(countries, address)
      return code === 0 ? '' : String.fromCharCode(code >>> 8, code & 255)
    },
    rangesOf(wanted) {
      const places = new Map(
        wanted.flatMap((asn) => [...numbered(asn)].map((index) => [index + 1, [] as AddressRange[]])),
      )
      const { starts, values } = addresses
      for (let i = 0; i < values.length; i++) places.get(values[i]!)?.push(rangeAt(starts, i))
      return [...places].map(([place, ranges]) => ({ ...networkAt(place - 1), ranges }))
    },
    rangesIn(country) {
      const code = country.charCodeAt(0) * 256 + country.charCodeAt(1)
      const { starts, values } = countries
      const ranges: AddressRange[] = []
      for (let i = 0; i < values.length; i++) if (values[i] === code) ranges.push(rangeAt(starts, i))
      return ranges
    },
    makerOf(prefix) {
      const place = valueInSpans(makers, prefix)
      return place === 0 ? undefined : nameAt(place - 1)
    },
    search(wanted, most) {
      const [, number] = /^(?:as)?(\d{1,10})$/i.exec(wanted) ?? []
      const found = number === undefined ? named(wanted) : numbered(Number(number))
      return [...found.take(most)].map(networkAt)
    },
  }
}

/** From the start of a span to that of the next. */
const rangeAt = (starts: ArrayLike<number>, index: number): AddressRange => ({
  start: starts[index]!,
  end: (starts[index + 1] ?? 2 ** 32) - 1,
})

/** A character for each byte, so that a place in it is a place in the bytes; in small letters, as far as they are ASCII. */
const foldedBytes = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1').toLowerCase()
