import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GivenMulticast } from '../../../model/firewall/multicast/contract.ts'
import {
  afterSetup,
  defaultMulticast,
  MOST_MULTICAST_GROUPS,
  parseGroupPort,
  routerMulticastName,
} from '../../../model/firewall/multicast/settings.ts'
import type { Caller } from '../../../model/operation.ts'
import { defaultSettings } from '../../../store/documents.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { multicastHandlers } from './part.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const MDNS = '224.0.0.251:5353'
const SSDP = '239.255.255.250:1900'

/** What is remembered of a body, or what is said against it and where. */
async function put(body: unknown) {
  const given = GivenMulticast.safeParse(body)
  if (!given.success) return given.error.issues.map(({ path }) => path.join('.')).join()
  const memory = openMemoryFacts()
  const answer = await multicastHandlers(memory).updateMulticastSettings({
    params: {},
    query: {},
    body: given.data,
    caller,
  })
  const kept = memory.facts.setting('multicast')
  assert.deepEqual(answer, kept)
  return kept
}

test('a group and its port are parsed, and anything else is refused', () => {
  assert.deepEqual(parseGroupPort('239.255.255.250:1900'), { group: '239.255.255.250', port: 1900 })
  const wrong = ['', 'mdns', '224.0.0.251', '224.0.0.251:', '224.0.0.251:0', '224.0.0.251:65536', '224.0.0.251:05353']
  const others = ['192.168.2.1:5353', '240.0.0.1:1', '[ff02::fb]:5353', '224.0.0.251:5353 ', '224.0.0.256:5353']
  for (const text of [...wrong, ...others]) assert.equal(parseGroupPort(text), undefined, text)
})

test('a body of API 0.3.0 is accepted, and returned with the newer fields', async () => {
  const old = { Disabled: false, Addresses: [{ Address: MDNS }], DisableMDNSAdvertise: false, MDNSName: 'MyDevice' }
  assert.deepEqual(await put(old), {
    ...old,
    Addresses: [{ Address: MDNS, Disabled: false, Tags: [], Description: '' }],
  })
  assert.equal(routerMulticastName(old as never), 'mydevice.local')
})

test('an address may be a plain string; duplicates are merged into the less restricted entry', async () => {
  const addresses = async (...Addresses: unknown[]) => {
    const kept = await put({ Addresses })
    return typeof kept === 'string'
      ? kept
      : kept.Addresses.map(({ Address, Disabled, Tags }) => [Address, Disabled, Tags])
  }
  const entry = (Tags: string[], Disabled = false) => ({ Address: SSDP, Tags, Disabled })
  assert.deepEqual(await addresses(MDNS, SSDP, MDNS), [
    [MDNS, false, []],
    [SSDP, false, []],
  ])
  assert.deepEqual(await addresses(entry([' Cast ', 'cast']), entry(['nvr'])), [[SSDP, false, ['cast', 'nvr']]])
  assert.deepEqual(await addresses(entry(['cast']), entry([])), [[SSDP, false, []]])
  assert.deepEqual(await addresses(entry(['cast']), entry([], true)), [[SSDP, false, ['cast']]])
  assert.deepEqual(await addresses(entry(['a'], true), entry(['b'], true)), [[SSDP, true, ['a', 'b']]])
})

test('invalid settings are rejected with the name of the field', async () => {
  const many = Array.from({ length: MOST_MULTICAST_GROUPS + 1 }, (_, i) => `239.0.0.${i}:1900`)
  assert.equal(await put({ Addresses: [MDNS, { Address: '192.168.2.1:5353' }] }), 'Addresses.1.Address')
  assert.equal(await put({ Addresses: [7] }), 'Addresses.0')
  assert.equal(await put({ Addresses: many }), 'Addresses')
  assert.equal(await put({ Addresses: [{ Address: MDNS, Tags: ['a\nb'] }] }), 'Addresses.0.Tags.0')
  assert.equal(await put({ MDNSName: 'my router' }), 'MDNSName')
  assert.equal(await put({ MDNSName: 'a.b' }), 'MDNSName')
  assert.equal(await put({ Disabled: 'yes' }), 'Disabled')
  assert.equal(await put([]), '')
})

test('the name may be given with or without the suffix .local', () => {
  const named = (MDNSName: string) => routerMulticastName({ ...defaultMulticast(), MDNSName })
  assert.deepEqual(['', 'Home', 'home.local', 'HOME.LOCAL.'].map(named), ['spr.local', ...Array(3).fill('home.local')])
})

test('after the setup the usual groups are listed once, and nothing is announced to an uplink', () => {
  const { multicast } = defaultSettings()
  assert.deepEqual(afterSetup(multicast), multicast)
  const [mdns, ssdp] = multicast.Addresses
  const own = { ...mdns!, Address: '239.1.2.3:4000' }
  const changed = { ...multicast, Addresses: [own, mdns!], DisableMDNSAdvertise: false, MDNSName: 'home' }
  assert.deepEqual(afterSetup(changed), { ...changed, Addresses: [own, mdns, ssdp], DisableMDNSAdvertise: true })
})
