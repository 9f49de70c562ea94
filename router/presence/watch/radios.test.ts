import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinkAttributes } from '../../machine/routing.ts'
import type { InterfaceConfig } from '../../model/internet/links/interface.ts'
import { newRadio } from '../../model/wifi/radios/radio.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { followRadios } from './radios.ts'

const [FIRST, SECOND, STRANGER] = ['02:00:00:00:aa:01', '02:00:00:00:aa:02', '02:00:00:00:aa:03']

/** Radios by link, with the address and slot of the one that has the settings of this name. */
async function openHome(radios: Record<string, { mac: string; slot?: string }>) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => {
    for (const [name, { mac, slot }] of Object.entries(radios)) {
      const radio = newRadio(name, mac, [])
      const Settings = { ...radio.Settings, ssid: `of ${mac || name}` }
      draft.radios.put(name, { ...radio, Settings, ...(slot === undefined ? undefined : { Slot: slot }) })
      draft.interfaces.put(name, { Name: name, Type: 'AP', Subtype: '', Enabled: true })
    }
  })
  return {
    facts,
    put: (config: InterfaceConfig) => change((draft) => draft.interfaces.put(config.Name, config)),
    /** Names, networks and addresses after the kernel has these links. */
    async follow(links: Record<string, Partial<LinkAttributes>>) {
      await change((draft) => {
        for (const [name] of [...draft.links.rows()]) draft.links.remove(name)
        for (const [name, link] of Object.entries(links))
          draft.links.put(name, { name, index: 3, mac: STRANGER, up: true, ...link })
        followRadios(draft)
      })
      return Object.fromEntries([...facts.radios.values()].map(({ Name, Settings }) => [Name, Settings.ssid]))
    },
  }
}

test('the address of a new radio is learned from the link of its name', async () => {
  const home = await openHome({ wlan0: { mac: '' } })
  await home.follow({ wlan0: { mac: SECOND, permanentMac: FIRST, slot: 'usb 1-1:1.0' }, 'wlan0.4096': { mac: FIRST } })
  assert.equal(home.facts.radios.get('wlan0')?.MAC, FIRST)
  assert.equal(home.facts.radios.get('wlan0')?.Slot, 'usb 1-1:1.0')
})

test('the settings of a radio and its link go with it to another name', async () => {
  const home = await openHome({ wlan0: { mac: FIRST } })
  assert.deepEqual(await home.follow({ wlan3: { mac: FIRST } }), { wlan3: `of ${FIRST}` })
  assert.deepEqual([...home.facts.interfaces.keys()], ['wlan3'])
  assert.equal(home.facts.interfaces.get('wlan3')?.Name, 'wlan3')
})

test('two radios that exchange their names keep their settings', async () => {
  const home = await openHome({ wlan0: { mac: FIRST }, wlan1: { mac: SECOND } })
  const after = { wlan1: `of ${FIRST}`, wlan0: `of ${SECOND}` }
  assert.deepEqual(await home.follow({ wlan1: { mac: FIRST }, wlan0: { mac: SECOND } }), after)
})

test('a radio that takes the name of one that is unplugged leaves it its own', async () => {
  const home = await openHome({ wlan0: { mac: FIRST }, wlan1: { mac: SECOND } })
  assert.deepEqual(await home.follow({ wlan1: { mac: FIRST } }), { wlan1: `of ${FIRST}`, wlan0: `of ${SECOND}` })
  assert.deepEqual(await home.follow({ wlan1: { mac: FIRST }, wlan2: { mac: SECOND } }), {
    wlan1: `of ${FIRST}`,
    wlan2: `of ${SECOND}`,
  })
})

test('a name that an uplink has is exchanged as well', async () => {
  const home = await openHome({ wlan0: { mac: FIRST } })
  await home.put({ Name: 'wlan1', Type: 'Uplink', Subtype: 'wifi', Enabled: true })
  await home.follow({ wlan1: { mac: FIRST } })
  assert.deepEqual(
    ['wlan0', 'wlan1'].map((name) => home.facts.interfaces.get(name)?.Type),
    ['Uplink', 'AP'],
  )
})

test('a radio with another address in the same slot is the same; one elsewhere is not', async () => {
  const slot = 'usb 1-1:1.0'
  const home = await openHome({ wlan0: { mac: FIRST, slot }, wlan1: { mac: SECOND, slot: 'usb 1-2:1.0' } })
  assert.deepEqual(await home.follow({ wlan5: { mac: STRANGER, slot } }), {
    wlan5: `of ${FIRST}`,
    wlan1: `of ${SECOND}`,
  })
  assert.equal(home.facts.radios.get('wlan5')?.MAC, STRANGER)
  await home.follow({ wlan1: { mac: '02:00:00:00:aa:09', slot: 'usb 1-3:1.0' } })
  assert.equal(home.facts.radios.get('wlan1')?.MAC, SECOND)
})

test('a radio that is moved to the slot of another one is found by its address', async () => {
  const slot = 'usb 1-1:1.0'
  const home = await openHome({ wlan0: { mac: FIRST, slot }, wlan1: { mac: SECOND, slot: 'usb 1-2:1.0' } })
  assert.deepEqual(await home.follow({ wlan4: { mac: SECOND, slot } }), { wlan0: `of ${FIRST}`, wlan4: `of ${SECOND}` })
})
