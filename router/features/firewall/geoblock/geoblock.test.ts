import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { AsnText, Country, defaultGeoBlock, GeoBlockConfig } from '../../../model/firewall/geoblock/config.ts'
import { readList } from '../../../model/firewall/geoblock/list.ts'
import { BLOCKED_NETWORKS } from '../../../model/firewall/geoblock/networks.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { addressSetText } from '../../../values/addressset.ts'
import { encodeAtlas } from '../../traffic/lookup/atlas.ts'
import { readSources } from '../../traffic/lookup/sources.ts'
import { openGeoBlock } from './block.ts'
import { geoBlockHandlers } from './handlers.ts'

const LIST = 'https://lists.example/drop'
const number = (ip: string): number => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const line = (first: string, last: string, ...more: (string | number)[]): string =>
  [number(first), number(last), ...more].join(',')

const ATLAS = encodeAtlas(
  readSources({
    networks: [
      line('5.0.0.0', '5.0.255.255', 64_500, 'First'),
      line('6.0.0.0', '6.0.0.255', 64_501, 'Second'),
      line('7.0.0.0', '127.255.255.255', 64_502, 'Huge'),
    ],
    countries: [
      line('5.0.0.0', '5.0.127.255', 'DE'),
      line('5.0.128.0', '5.0.255.255', 'FR'),
      line('6.0.0.0', '6.0.0.255', 'DE'),
    ],
    makers: {},
  }),
)

async function openHome(served: Record<string, string> = {}) {
  const fake = fakeMachine()
  fake.answerFetches(async ({ url }) => {
    const text = served[url]
    if (text === undefined) throw new Error('nobody is there')
    return { kind: 'text', text }
  })
  let atlas: Uint8Array | undefined = ATLAS
  const reads: string[] = []
  const machine = {
    ...fake,
    async readBytes(path: string) {
      reads.push(path)
      const text = fake.files.get(path)
      return path.endsWith('.zst') && text !== undefined ? zstdCompressSync(text) : atlas
    },
  }
  const memory = openMemoryFacts()
  const events: string[] = []
  const failures: string[] = []
  const open = () =>
    openGeoBlock({
      ...{ machine, facts: memory.facts, change: memory.change },
      lookupFile: '/dist/lookup.bin',
      directory: '/data/networks',
      resolver: { lookUp: async () => ({ ips: ['203.0.113.9'], ttlSeconds: 60 }) },
      isRouter: () => false,
      authorities: [],
      bus: { publish: (topic: string) => void events.push(topic) } as never,
      onFailure: (what, error) => void failures.push(`${what}: ${(error as Error).message}`),
    })
  const geoBlock = open()
  memory.watch(geoBlock.learn)
  const lookup = { atlas: () => Promise.reject(new Error('not in this test')) }
  const handlers = geoBlockHandlers({ facts: memory.facts, geoBlock, lookup })
  return {
    machine: fake,
    memory,
    geoBlock,
    handlers,
    events,
    failures,
    reads,
    blocked: () => {
      const networks = memory.facts.blockedNetworks.get(BLOCKED_NETWORKS)
      return networks && addressSetText(networks.all)
    },
    loseAtlas() {
      atlas = undefined
    },
    put: (more: object, address = '192.168.2.6') =>
      geoBlock.configure(() => GeoBlockConfig.parse({ ...defaultGeoBlock(), Enabled: true, ...more }), { address }),
    async settle() {
      for (let i = 0; i < 20; i++) await turn()
    },
  }
}
const caller = { name: 'admin', kind: 'user', address: '192.168.2.6' } as const
const countries = (reply: unknown): string[] => (reply as GeoBlockConfig).DenyCountries
const request = { caller, query: {}, body: undefined }

test('while it is off, nothing is read or stored', async () => {
  const home = await openHome()
  await home.handlers.addCountry({ ...request, params: { country: 'DE' } })
  await home.settle()
  assert.deepEqual([home.reads, home.blocked(), home.failures], [[], undefined, []])
  assert.deepEqual(home.memory.facts.setting('geoBlock').DenyCountries, ['DE'])
})

test('the ranges of countries and networks are merged into one set', async () => {
  const home = await openHome()
  await home.put({ DenyCountries: ['de'], DenyASNs: [{ ASN: 64_500 }] })
  assert.equal(home.blocked(), '5.0.0.0-5.0.255.255, 6.0.0.0-6.0.0.255')
  const { RangesProgrammed, Sources, LastRefresh } = home.geoBlock.status()
  assert.equal(RangesProgrammed, 2)
  assert.ok(Date.parse(LastRefresh) > 0)
  assert.deepEqual(
    Sources.map(({ Type, Key, Ranges }) => [Type, Key, Ranges]),
    [
      ['country', 'DE', 2],
      ['asn', '64500', 1],
    ],
  )
})

test('each call of a switch returns the configuration', async () => {
  const { handlers, blocked, put } = await openHome()
  await put({})
  assert.equal(blocked(), undefined)
  const [first, second] = await Promise.all([
    handlers.addCountry({ ...request, params: { country: 'DE' } }),
    handlers.addCountry({ ...request, params: { country: 'FR' } }),
  ])
  assert.deepEqual([first, second].map(countries), [['DE'], ['DE', 'FR']])
  await handlers.addAsn({ ...request, params: { asn: 64_501 }, body: { Name: 'Mine' } })
  const reply = await handlers.removeCountry({ ...request, params: { country: 'DE' } })
  assert.deepEqual((reply as GeoBlockConfig).DenyASNs, [{ ASN: 64_501, Name: 'Mine' }])
  assert.equal(blocked(), '5.0.128.0-5.0.255.255, 6.0.0.0-6.0.0.255')
  await handlers.removeCountry({ ...request, params: { country: 'FR' } })
  await handlers.removeAsn({ ...request, params: { asn: 64_501 } })
  assert.equal(blocked(), undefined)
})

test('a caller on the internet cannot block their own address', async () => {
  const home = await openHome()
  await assert.rejects(home.put({ DenyCountries: ['FR', 'DE'] }, '6.0.0.9'), /6\.0\.0\.9 belongs to Germany/)
  assert.equal(home.blocked(), undefined)
  assert.equal(home.memory.facts.setting('geoBlock').Enabled, false)
  await home.put({ DenyCountries: ['FR'] }, '6.0.0.9')
})

test('without the data on countries nothing changes, and what is blocked stays so', async () => {
  const home = await openHome()
  await home.put({ DenyCountries: ['DE'] })
  home.loseAtlas()
  await assert.rejects(home.put({ DenyCountries: ['FR'] }), /lookup\.bin/)
  assert.deepEqual(home.memory.facts.setting('geoBlock').DenyCountries, ['DE'])
  await assert.rejects(home.geoBlock.refresh(), /lookup\.bin/)
  assert.equal(home.blocked(), '5.0.0.0-5.0.127.255, 6.0.0.0-6.0.0.255')
})

test('a configuration that is reverted is compiled again', async () => {
  const home = await openHome()
  await home.put({ DenyCountries: ['DE'] })
  await home.memory.change((draft) => draft.set('geoBlock', { ...draft.setting('geoBlock'), DenyCountries: ['FR'] }))
  await home.settle()
  assert.equal(home.blocked(), '5.0.128.0-5.0.255.255')
  await home.memory.change((draft) => draft.set('geoBlock', { ...draft.setting('geoBlock'), Enabled: false }))
  await home.settle()
  assert.equal(home.blocked(), undefined)
})

test('an enabled list is fetched, and again when it is old', async () => {
  const served = { [LIST]: '{"asn":64501,"asname":"Second"}\n{"cidr":"5.0.0.0/24"}\n' }
  const home = await openHome(served)
  await home.put({ Lists: [{ URI: LIST, Enabled: true }], RefreshSeconds: 3600 })
  await home.settle()
  assert.equal(home.blocked(), '5.0.0.0-5.0.0.255, 6.0.0.0-6.0.0.255')
  assert.ok(home.events.includes('firewall:geo_block:refresh'))
  const [source] = home.geoBlock.status().Sources
  assert.deepEqual([source?.Type, source?.Ranges, source?.ASNs, source?.Error], ['list', 2, 1, ''])
  assert.ok(Date.parse(source!.LastFetch) > 0)
  served[LIST] = '5.0.1.0/24 ; SBL1\n'
  home.machine.clock.step(3_600_000)
  await home.settle()
  assert.equal(home.blocked(), '5.0.1.0-5.0.1.255')
  await home.put({ Lists: [{ URI: LIST, Enabled: false }] })
  assert.equal(home.blocked(), undefined)
})

test('a list that names too much or nothing is not used', async () => {
  const served = { [LIST]: 'AS64502\n' }
  const home = await openHome(served)
  await home.put({ DenyCountries: ['FR'], Lists: [{ URI: LIST, Enabled: true }] })
  await home.settle()
  assert.equal(home.blocked(), '5.0.128.0-5.0.255.255')
  const error = () => home.geoBlock.status().Sources.find(({ Type }) => Type === 'list')?.Error
  assert.equal(error(), 'the list names more than a quarter of the internet')
  served[LIST] = '<html>'
  await home.geoBlock.refresh()
  await home.settle()
  assert.equal(error(), 'the server sent a web page')
  served[LIST] = 'AS0\n'
  await home.geoBlock.refresh()
  await home.settle()
  assert.equal(error(), 'there is no network in it')
})

test('a document in place of a list keeps the list, unless the owner accepts it', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `5.0.${2 * index}.0/24\n`).join('')
  const served = { [LIST]: many }
  const home = await openHome(served)
  await home.put({ Lists: [{ URI: LIST, Enabled: true }] })
  await home.settle()
  const refreshed = async (text: string, accept?: string) => {
    served[LIST] = text
    await home.handlers.refresh({ ...request, params: {}, query: { accept } })
    await home.settle()
    const { Ranges, Error: reason, Acceptable } = home.geoBlock.status().Sources[0]!
    return [Ranges, reason, Acceptable]
  }
  const prose = 'Please wait while we look at this.\n'.repeat(31)
  assert.deepEqual(await refreshed(`${many}${prose}`), [
    30,
    'most of its lines are not entries of a list (31 of 61)',
    true,
  ])
  assert.deepEqual(await refreshed('5.0.1.0/24\n5.0.3.0/24\n', ''), [30, 'it shrank from 30 entries to 2', true])
  assert.deepEqual(await refreshed('5.0.1.0/24\n5.0.3.0/24\n', LIST), [2, '', false])
  await assert.rejects(refreshed('5.0.1.0/24\n', 'https://other.example/'), /accept/)
})

test('entries of a list that are not networks of the internet are ignored', () => {
  const text = [
    '# comment',
    'AS64500 ; bad',
    'as64501',
    'AS0',
    'AS4294967296',
    '198.51.100.0/24 ; SBL2',
    '203.0.113.7',
    '10.0.0.0/8',
    '192.168.0.0/16',
    '0.0.0.0/0',
    '127.0.0.1',
    '224.0.0.0/8',
    '{"asn":64502}',
    '{"asn":"64503"}',
    '{"type":"metadata"}',
    '{',
    '2001:db8::/32',
    '',
  ].join('\r\n')
  const { asns, ranges, foreign } = readList(text)
  // `AS0` and the number beyond the last one.
  assert.equal(foreign, 2)
  assert.deepEqual(asns, [64_500, 64_501, 64_502])
  assert.deepEqual(ranges, [
    { start: number('198.51.100.0'), end: number('198.51.100.255') },
    { start: number('203.0.113.7'), end: number('203.0.113.7') },
  ])
})

test('codes and numbers are checked, and a short interval becomes a day', () => {
  const fails = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
    assert.equal(schema.safeParse(value).success, false, JSON.stringify(value))
  assert.equal(Country.parse(' de '), 'DE')
  for (const code of ['', 'D', 'DEU', 'ZZ', 'XX', '1A', 'D\u0130']) fails(Country, code)
  assert.equal(AsnText.parse('AS13335'), 13_335)
  for (const asn of ['', '0', '-1', '4294967296', 'x', '1.5']) fails(AsnText, asn)
  const config = { ...defaultGeoBlock(), RefreshSeconds: 60 }
  assert.equal(GeoBlockConfig.parse(config).RefreshSeconds, 86_400)
  fails(GeoBlockConfig, { ...config, DenyCountries: ['DE', 'de'] })
  fails(GeoBlockConfig, { ...config, RouteCountries: ['DE'] })
  fails(GeoBlockConfig, { ...config, RouteInterface: 'wg0' })
  fails(GeoBlockConfig, { ...config, DenyASNs: [{ ASN: 0 }] })
  fails(GeoBlockConfig, { ...config, Lists: [{ URI: 'file:///etc/passwd', Enabled: true }] })
  assert.deepEqual(GeoBlockConfig.parse({ ...config, RouteASNs: null }).RouteASNs, [])
})

test('a list whose file is damaged is reported and fetched again', async () => {
  const home = await openHome({ [LIST]: '5.0.0.0/24\n' })
  await home.put({ Lists: [{ URI: LIST, Enabled: true }] })
  await home.settle()
  assert.equal(home.blocked(), '5.0.0.0-5.0.0.255')
  const [file] = [...home.machine.files.keys()].filter((name) => name.endsWith('.zst'))
  home.machine.files.delete(file!)
  await home.put({ Lists: [{ URI: LIST, Enabled: true }] })
  assert.equal(home.blocked(), undefined)
  await home.settle()
  assert.equal(home.blocked(), '5.0.0.0-5.0.0.255')
  assert.deepEqual(home.failures, [
    `the list of networks ${LIST} is damaged, and is fetched again: its text cannot be read`,
  ])
})
