import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRadio } from '../model/wifi/radios/radio.ts'
import { openMemoryFacts } from '../store/memory.fixture.ts'
import { openCompiler } from './compile.ts'

test('an access point runs when its radio has a country, and not before', async () => {
  const { facts, change } = openMemoryFacts()
  const radio = newRadio('wlan0', '', [])
  await change((draft) => {
    draft.interfaces.put('wlan0', { Name: 'wlan0', Type: 'AP', Subtype: '', Enabled: true })
    draft.radios.put('wlan0', radio)
  })
  const compiler = openCompiler(facts)
  const running = () => compiler.network.frame.accessPoints.map(({ link, settings }) => [link, settings.country_code])
  assert.deepEqual(running(), [])
  const Settings = { ...radio.Settings, country_code: 'DE' }
  compiler.update(await change((draft) => draft.radios.put('wlan0', { ...radio, Settings })))
  assert.deepEqual(running(), [['wlan0', 'DE']])
})

test('an uplink over wifi is in the country of the access points', async () => {
  const { facts, change } = openMemoryFacts()
  const radio = newRadio('wlan0', '', [])
  await change((draft) => {
    draft.interfaces.put('wlan1', { Name: 'wlan1', Type: 'Uplink', Subtype: 'wifi', Enabled: true })
    draft.wifiUplinks.put('wlan1', { Iface: 'wlan1', Networks: [] })
    draft.radios.put('wlan0', radio)
  })
  const compiler = openCompiler(facts)
  const country = () => compiler.network.frame.wifiUplinks.map((uplink) => uplink.country)
  assert.deepEqual(country(), [undefined])
  const Settings = { ...radio.Settings, country_code: 'DE' }
  compiler.update(await change((draft) => draft.radios.put('wlan0', { ...radio, Settings })))
  assert.deepEqual(country(), ['DE'])
})
