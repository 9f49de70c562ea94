import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NotFound, Unavailable } from '../../../errors.ts'
import type { Caller } from '../../../model/operation.ts'
import { lookup } from '../../../model/traffic/lookup/contract.ts'
import { Addresses, Macs, MOST_ASKED } from '../../../model/traffic/lookup/network.ts'
import { phraseIn } from '../../../phrases/phrase.ts'
import { ipToNumber } from '../../../values/ip.ts'
import { encodeAtlas } from './atlas.ts'
import { jsonOfRanges, lookupHandlers } from './handlers.ts'
import { openLookup } from './lookup.ts'
import { readSources } from './sources.ts'

const whole = encodeAtlas(
  readSources({
    networks: [
      `${ipToNumber('1.1.1.0')},${ipToNumber('1.1.1.255')},13335,"Cloudflare, Inc."`,
      `${ipToNumber('9.9.9.0')},${ipToNumber('9.9.9.255')},19281,Quad9`,
    ],
    countries: [`${ipToNumber('1.1.1.0')},${ipToNumber('1.1.1.255')},AU`],
    makers: { '001122': 'CIMSYS Inc\nSeoul', '021122': 'Made-up Things Ltd' },
  }),
)

/** A router whose file is this. */
function open(bytes = whole) {
  const disk: { bytes: Uint8Array | undefined; reads: number } = { bytes, reads: 0 }
  const machine = {
    async readBytes() {
      disk.reads++
      return disk.bytes
    },
  }
  const handlers = lookupHandlers({ lookup: openLookup({ machine, path: '/dist/lookup.bin' }) })
  const caller: Caller = { name: 'admin', kind: 'user', address: '' }
  const request = { query: {}, body: undefined, caller }
  return {
    disk,
    network: async (...ips: string[]) => handlers.network({ ...request, params: { ips } }),
    networks: async (...ips: string[]) => handlers.networks({ ...request, params: { ips } }),
    search: async (text: string) => handlers.search({ ...request, params: { text } }),
    networkRanges: async (...asns: string[]) => parsed(await handlers.networkRanges({ ...request, params: { asns } })),
    countryRanges: async (...countries: string[]) =>
      parsed(await handlers.countryRanges({ ...request, params: { countries } })),
    maker: async (mac: string) => handlers.maker({ ...request, params: { mac } }),
    makers: async (...macs: string[]) => handlers.makers({ ...request, params: { macs } }),
  }
}

const parsed = async (answer: unknown): Promise<unknown> =>
  JSON.parse((await Array.fromAsync(answer as AsyncIterable<string>)).join(''))

const CLOUDFLARE = { IP: '1.1.1.1', ASN: 13335, Name: 'Cloudflare, Inc.', Country: 'AU' }
const QUAD9 = { IP: '9.9.9.9', ASN: 19281, Name: 'Quad9', Country: '' }

test('one call returns the network of the first address, the other those of all known addresses in order', async () => {
  const { network, networks } = open()
  assert.deepEqual(await network('1.1.1.1', '9.9.9.9'), CLOUDFLARE)
  assert.deepEqual(await networks('9.9.9.9', '192.168.2.6', '1.1.1.1'), [QUAD9, CLOUDFLARE])
  assert.deepEqual(await networks('10.0.0.1'), [])
  await assert.rejects(network('192.168.2.6', '1.1.1.1'), NotFound)
})

test('a vendor is found by MAC address; locally administered addresses have none', async () => {
  const { maker, makers } = open()
  assert.deepEqual(await maker('00:11:22:33:44:66'), { MAC: '00:11:22:33:44:66', Vendor: 'CIMSYS Inc' })
  const known = await makers('02:11:22:33:44:66', '00:11:22:00:00:00', '00:11:23:00:00:00')
  assert.deepEqual(known, [{ MAC: '00:11:22:00:00:00', Vendor: 'CIMSYS Inc' }])
  await assert.rejects(maker('02:11:22:33:44:66'), NotFound)
  await assert.rejects(maker('00:11:23:00:00:00'), NotFound)
})

test('networks are found by name', async () => {
  const { search } = open()
  assert.deepEqual(await search('cloudflare'), [{ ASN: 13335, Name: 'Cloudflare, Inc.', Country: 'AU', RangeCount: 1 }])
  assert.deepEqual(await search('quad'), [{ ASN: 19281, Name: 'Quad9', Country: '', RangeCount: 1 }])
})

test('ranges of networks and countries are listed once each, and none for unknown ones', async () => {
  const { networkRanges, countryRanges } = open()
  const Ranges = [{ Start: '1.1.1.0', End: '1.1.1.255' }]
  const cloudflare = { ASN: 13335, Name: 'Cloudflare, Inc.', Country: 'AU', Ranges }
  assert.deepEqual(await networkRanges('13335', '64512', '13335'), [cloudflare])
  assert.deepEqual(await networkRanges('64512'), [])
  assert.deepEqual(await countryRanges('AU', 'VA'), [
    { ASN: 0, Name: 'Australia', Country: 'AU', Ranges },
    { ASN: 0, Name: 'Vatican City', Country: 'VA', Ranges: [] },
  ])
})

test('many ranges in chunks form one valid JSON text', async () => {
  const ranges = Array.from({ length: 5000 }, (_, i) => ({ start: i, end: i }))
  const text = (await Array.fromAsync(jsonOfRanges([{ asn: 1, name: 'a"b', country: '', ranges }]))).join('')
  assert.equal(JSON.parse(text)[0].Ranges[4999].Start, '0.0.19.135')
})

test('the file is read once, at the first lookup', async () => {
  const { disk, network, maker } = open()
  assert.equal(disk.reads, 0)
  await Promise.all([network('1.1.1.1'), maker('00:11:22:33:44:66'), network('9.9.9.9')])
  await network('1.1.1.1')
  assert.equal(disk.reads, 1)
})

test('a missing or damaged file is reported with the command that creates it, and read again later', async () => {
  const { disk, network } = open()
  const says = (text: string) => (error: Error) => error instanceof Unavailable && error.message.includes(text)
  disk.bytes = undefined
  await assert.rejects(network('1.1.1.1'), says('is missing: /dist/lookup.bin. Make it with "npm run lookup"'))
  disk.bytes = whole.slice(0, -1)
  await assert.rejects(network('1.1.1.1'), says('is damaged, it is not as long as it says: /dist/lookup.bin. Make it'))
  disk.bytes = whole
  assert.deepEqual(await network('1.1.1.1'), CLOUDFLARE)
})

test('where the data is optional, it is empty until the file exists', async () => {
  const disk: { bytes: Uint8Array | undefined } = { bytes: undefined }
  const { places } = openLookup({ machine: { readBytes: async () => disk.bytes }, path: '/dist/lookup.bin' })
  const nowhere = { ASN: 0, ASNName: '', Country: '' }
  assert.deepEqual((await places())('1.1.1.1'), nowhere)
  disk.bytes = whole
  const placeOf = await places()
  assert.deepEqual(placeOf('1.1.1.1'), { ASN: 13335, ASNName: 'Cloudflare, Inc.', Country: 'AU' })
  assert.deepEqual(placeOf('192.168.2.6'), nowhere)
})

test('a file that cannot be read is reported with the reason', async () => {
  const machine = { readBytes: () => Promise.reject(new Error('EACCES: permission denied')) }
  const { atlas } = openLookup({ machine, path: '/dist/lookup.bin' })
  await assert.rejects(atlas(), (error) => error instanceof Unavailable && error.message.includes('EACCES'))
})

test('a list accepts only addresses, and the first invalid one is named', () => {
  const parse = (schema: typeof Addresses, text: string) =>
    schema.safeParse(text).error?.issues.map(({ message }) => String(phraseIn(message)))
  assert.deepEqual(Addresses.parse('1.1.1.1, 9.9.9.9'), ['1.1.1.1', '9.9.9.9'])
  assert.deepEqual(Macs.parse('00-11-22-AA-BB-CC,00:11:22:33:44:66'), ['00:11:22:aa:bb:cc', '00:11:22:33:44:66'])
  for (const [text, item] of [
    ['', '""'],
    ['1.1.1.1,', '""'],
    ['1.1.1.1,1.1.1.256,x', '"1.1.1.256"'],
    ['::1', '"::1"'],
  ])
    assert.deepEqual(parse(Addresses, text!), [`${item} must be an IPv4 address such as 1.1.1.1`])
  assert.deepEqual(parse(Macs, '00:11:22:33:44:66,00:11:22'), [
    '"00:11:22" must be a MAC address such as 00:11:22:33:44:66',
  ])
  const list = (count: number) => Array(count).fill('1.1.1.1').join()
  assert.equal(Addresses.parse(list(MOST_ASKED)).length, MOST_ASKED)
  assert.deepEqual(parse(Addresses, list(MOST_ASKED + 1)), [`takes at most ${MOST_ASKED} at the same time`])
  assert.equal(lookup.maker.details.params.mac.safeParse('00:11:22:33:44:66,00:11:22:33:44:67').success, false)
})
