import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeAtlas, openAtlas } from './atlas.ts'
import { type DataSets, readSources } from './sources.ts'

const SETS: DataSets = {
  networks: [
    '10,19,64500,Plain Net',
    '20,29,64499,"Net, with a comma"',
    '40,49,64500,Plain Net',
    '50,59,64501,"A ""quoted"" net"',
  ],
  countries: ['10,19,CH', '30,49,AU'],
  makers: {
    AABBCC: 'Whole  Block\nSome street 1\nSome town',
    AABB00: 'IEEE Registration Authority\nPiscataway',
    AABB001: 'Sixteenth\nSomewhere',
    AABB00200: 'Whole Block\nSomewhere else',
    AABB01: 'Private',
  },
}
const open = (part: Partial<DataSets> = {}) => openAtlas(encodeAtlas(readSources({ ...SETS, ...part })))

test('an address leads to its network and its country', () => {
  const { networkAt, countryAt } = open()
  assert.deepEqual(
    [9, 10, 19, 20, 29, 30].map((at) => networkAt(at)?.asn),
    [undefined, 64500, 64500, 64499, 64499, undefined],
  )
  assert.deepEqual(
    [20, 40, 55].map((at) => networkAt(at)?.name),
    ['Net, with a comma', 'Plain Net', 'A "quoted" net'],
  )
  assert.deepEqual([9, 10, 20, 30, 50].map(countryAt), ['', 'CH', '', 'AU', ''])
})

test('the longest prefix of a MAC address decides on its maker', () => {
  const { makerOf } = open()
  const makers = [0xaabbcc_000, 0xaabbcc_fff, 0xaabb00_100, 0xaabb00_1ff, 0xaabb00_200].map(makerOf)
  assert.deepEqual(makers, ['Whole Block', 'Whole Block', 'Sixteenth', 'Sixteenth', 'Whole Block'])
})

test('prefixes of the registry itself and private ones have no vendor', () => {
  const { makerOf } = open()
  assert.deepEqual([0xaabb00_000, 0xaabb00_201, 0xaabb01_000, 0xaabbcd_000].map(makerOf), Array(4).fill(undefined))
})

test('networks are found by number, and by a part of their name in any case', () => {
  const { search } = open()
  const numbers = (text: string, most = 10) => search(text, most).map(({ asn }) => asn)
  assert.deepEqual(
    [numbers('64500'), numbers('as64500'), numbers('64498'), numbers('9'.repeat(10))],
    [[64500], [64500], [], []],
  )
  assert.deepEqual(
    [numbers('NET'), numbers('net', 2), numbers('quoted"'), numbers('plain network')],
    [[64499, 64500, 64501], [64499, 64500], [64501], []],
  )
  // What follows the last network's name in the file is the first maker's.
  assert.deepEqual(numbers('whole'), [])
})

test('names may use any script, and are found in any case', () => {
  const { networkAt, search } = open({ networks: ['10,19,64500,Société Générale', '20,29,64501,München Netz'] })
  assert.equal(networkAt(10)?.name, 'Société Générale')
  assert.deepEqual(search('MüNCHEN n', 10), [{ asn: 64501, name: 'München Netz' }])
})

test('without any data, nothing is known', () => {
  const { networkAt, countryAt, makerOf, search } = open({ networks: [], countries: [], makers: {} })
  assert.deepEqual([networkAt(10), countryAt(10), makerOf(10), search('net', 10)], [undefined, '', undefined, []])
})

test('a data set of another form is refused', () => {
  for (const networks of [['10,19,x,Net'], ['10,19,64500'], ['19,10,64500,Net'], ['10,4294967295,64500,Net'], ['']])
    assert.throws(
      () => readSources({ ...SETS, networks }),
      /^Error: (a line is not as expected|not a range of addresses): /,
    )
  for (const countries of [['10,19,Switzerland'], ['10,19,ch']])
    assert.throws(() => readSources({ ...SETS, countries }), /a line is not as expected/)
  for (const prefix of ['AABBC', 'AABBCCDDEE', 'aabbcc'])
    assert.throws(() => readSources({ ...SETS, makers: { [prefix]: 'x' } }), /no beginning of a MAC address/)
})

test('a truncated or damaged file is rejected, wherever the damage is', () => {
  const bytes = encodeAtlas(readSources(SETS))
  for (let at = 0; at < bytes.length; at++) {
    const damaged = bytes.slice()
    damaged[at]! ^= 0x10
    assert.throws(() => openAtlas(damaged), /^Error: it is/, `byte ${at}`)
    assert.throws(() => openAtlas(bytes.subarray(0, at)), /^Error: it /, `${at} bytes`)
  }
  assert.throws(() => openAtlas(new Uint8Array([...bytes, 0])), /not as long as it says/)
})

test('a file is read at any offset of memory', () => {
  const bytes = encodeAtlas(readSources(SETS))
  const elsewhere = new Uint8Array(bytes.length + 3)
  elsewhere.set(bytes, 3)
  assert.equal(openAtlas(elsewhere.subarray(3)).networkAt(10)?.asn, 64500)
})
