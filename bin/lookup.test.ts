import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Atlas, openAtlas } from '../router/features/traffic/lookup/atlas.ts'
import { makerOf, networkOf } from '../router/features/traffic/lookup/lookup.ts'
import { ipToNumber } from '../router/values/ip.ts'

/** Compares the compiled file with its data sets. */
const { resolve } = createRequire(new URL('../router/package.json', import.meta.url))
const textOf = (name: string): string => readFileSync(resolve(name), 'utf8')
const atlas: Atlas = openAtlas(readFileSync(new URL('../router/dist/lookup.bin', import.meta.url)))

interface Row {
  readonly first: number
  readonly last: number
  readonly rest: string
}

const rowsOf = (name: string): Row[] =>
  textOf(name)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [first = '', last = ''] = line.split(',', 2)
      return { first: Number(first), last: Number(last), rest: line.slice(first.length + last.length + 2) }
    })
const networks = rowsOf('@ip-location-db/asn/asn-ipv4-num.csv')
const countries = rowsOf('@ip-location-db/asn-country/asn-country-ipv4-num.csv')

const rowAt = (rows: readonly Row[], at: number): string =>
  rows.findLast(({ first, last }) => first <= at && at <= last)?.rest ?? ''

/** The row of the data set for a result. */
function networkRow(at: number): string {
  const found = atlas.networkAt(at)
  return found ? `${found.asn},${found.name}` : ''
}
const plain = (row: string): string => row.replaceAll('"', '').replace(/\s+/g, ' ').trim()

/** The first and last addresses of ranges, and the addresses next to them. */
const edgeOf = (rows: readonly Row[]) =>
  fc.tuple(fc.nat(rows.length - 1), fc.boolean(), fc.integer({ min: -1, max: 1 })).map(([index, atEnd, by]) => {
    const row = rows[index]!
    const edge = (atEnd ? row.last : row.first) + by
    return Math.min(Math.max(edge, 0), 2 ** 32 - 1)
  })
const address = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), edgeOf(networks), edgeOf(countries))

test('the network and country of any address are those of the data sets', () => {
  fc.assert(
    fc.property(address, (at) => {
      assert.equal(plain(networkRow(at)), plain(rowAt(networks, at)))
      assert.equal(atlas.countryAt(at), rowAt(countries, at))
    }),
    { numRuns: 500 },
  )
})

test('the vendor of any MAC address is the one with the longest matching prefix', () => {
  const makers = JSON.parse(textOf('oui-data')) as Record<string, string>
  const prefixes = Object.keys(makers)
  const digits = fc.stringMatching(/^[0-9A-F]{12}$/)
  const mac = fc.oneof(
    digits,
    fc.tuple(fc.nat(prefixes.length - 1), digits).map(([index, rest]) => (prefixes[index]! + rest).slice(0, 12)),
  )
  fc.assert(
    fc.property(mac, (text) => {
      const key = [9, 7, 6].map((length) => text.slice(0, length)).find((prefix) => Object.hasOwn(makers, prefix))
      const name = key === undefined ? '' : plain(makers[key]!.split('\n', 1)[0]!)
      const isMadeUp = (Number.parseInt(text.slice(0, 2), 16) & 2) !== 0
      const isNobody = isMadeUp || name === 'Private' || name === 'IEEE Registration Authority'
      const colons = text.toLowerCase().match(/../g)!.join(':')
      assert.equal(plain(makerOf(atlas, colons)?.Vendor ?? ''), isNobody ? '' : name)
    }),
    { numRuns: 2000 },
  )
})

test('well-known addresses are in the networks of their owners', () => {
  const found = ['1.1.1.1', '8.8.8.8', '9.9.9.9', '193.0.6.139'].map((ip) => networkOf(atlas, ip))
  assert.deepEqual(
    found.map((network) => [network?.ASN, network?.Country]),
    [
      [13335, 'AU'],
      [15169, 'US'],
      [19281, 'US'],
      [3333, 'NL'],
    ],
  )
  assert.match(found[0]!.Name, /^Cloudflare/)
  assert.ok(atlas.search('AS3333', 1)[0]?.name.includes('RIPE'))
})

test('reserved addresses have no network', () => {
  for (const ip of ['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.1.1', '172.16.0.1', '192.168.2.6'])
    assert.deepEqual([networkOf(atlas, ip), atlas.countryAt(ipToNumber(ip))], [undefined, ''])
  for (const ip of ['224.0.0.251', '255.255.255.255']) assert.equal(networkOf(atlas, ip), undefined)
})
