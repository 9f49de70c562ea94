import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import type { Caller } from '../../../model/operation.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { radioHandlers } from './handlers.ts'

const request = { query: {}, caller: { name: 'owner', kind: 'user', address: '' } satisfies Caller }
const BOTH = 'Band 1:\n\t* 2412 MHz [1] \nBand 2:\n\t* 5180 MHz [36] \n'

/** Two radios in the kernel, without settings. */
async function open() {
  const memory = openMemoryFacts()
  const machine = fakeMachine()
  machine.iw.set('dev', 'phy#0\n\tInterface wlan0\n\t\ttype managed\nphy#1\n\tInterface wlan1\n\t\ttype managed\n')
  for (const phy of [0, 1]) machine.iw.set(`phy#${phy} channels`, BOTH)
  await memory.change((draft) => {
    for (const name of ['wlan0', 'wlan1'])
      draft.links.put(name, { name, index: 2, mac: `02:00:00:00:00:0${name.at(-1)}`, up: false })
  })
  const radio = { request: async () => '', networks: () => new Map(), restart: async () => undefined }
  const handlers = radioHandlers({ ...memory, machine, radio, readings: { read: async () => [] } } as never)
  const settings = (link: string) => memory.facts.radios.get(link)?.Settings
  return {
    ...memory,
    machine,
    settings,
    enable: async (link: string) => handlers.enable({ ...request, params: { interface: link }, body: undefined }),
    configure: async (link: string, body: object) =>
      handlers.configure({ ...request, params: { interface: link }, body }),
  }
}

test('a new radio has its address and no country', async () => {
  const { enable, facts, settings } = await open()
  await enable('wlan0')
  assert.equal(facts.radios.get('wlan0')?.MAC, '02:00:00:00:00:00')
  assert.deepEqual([settings('wlan0')?.ssid, settings('wlan0')?.country_code], ['SPR_wlan0', undefined])
})

test('a second radio has the network and the country of the first one, in the other band', async () => {
  const { enable, configure, settings } = await open()
  await enable('wlan0')
  await configure('wlan0', { Ssid: 'Home', Country_code: 'DE' })
  await enable('wlan1')
  const { ssid, country_code, hw_mode, channel } = settings('wlan1')!
  assert.deepEqual([ssid, country_code, hw_mode, channel], ['Home', 'DE', 'a', 36])
})

test('a radio without the 2.4 GHz band begins in the 5 GHz band; without another band two share one', async () => {
  const only5 = await open()
  only5.machine.iw.set('phy#0 channels', 'Band 2:\n\t* 5180 MHz [36] \n')
  await only5.enable('wlan0')
  assert.equal(only5.settings('wlan0')?.hw_mode, 'a')
  const only24 = await open()
  only24.machine.iw.set('phy#1 channels', 'Band 1:\n\t* 2412 MHz [1] \n')
  await only24.enable('wlan0')
  await only24.enable('wlan1')
  assert.equal(only24.settings('wlan1')?.hw_mode, 'g')
})

test('the country is that of all radios', async () => {
  const { enable, configure, settings } = await open()
  await enable('wlan0')
  await enable('wlan1')
  await configure('wlan1', { Country_code: 'JP' })
  assert.deepEqual([settings('wlan0')?.country_code, settings('wlan1')?.country_code], ['JP', 'JP'])
})

test('a second radio also has the guest network of the first one, if it can run it', async () => {
  const combinations = (phy: number, most: number) =>
    `Wiphy phy${phy}\n\tvalid interface combinations:\n\t\t * #{ AP } <= ${most}, total <= ${most}\n`
  for (const [most, expected] of [
    [4, 'Guests'],
    [2, undefined],
  ] as const) {
    const { enable, change, facts, machine } = await open()
    machine.iw.set('list', combinations(0, 4) + combinations(1, most))
    await enable('wlan0')
    const Guest = { Ssid: 'Guests', Passphrase: 'for the guests', Wpa3: true, Until: 0 }
    await change((draft) => draft.radios.put('wlan0', { ...facts.radios.get('wlan0')!, Guest }))
    await enable('wlan1')
    assert.equal(facts.radios.get('wlan1')?.Guest?.Ssid, expected)
  }
})
