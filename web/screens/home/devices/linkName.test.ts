import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkName } from './linkName.ts'

const radios = [
  { Interface: 'wlan0', Ssid: 'Home' },
  { Interface: 'wlan1', Ssid: '' },
]

test('a link of a station is named after its wifi network, any other link after its port', () => {
  const named = (link: string) => linkName(link, radios)
  assert.equal(named('wlan0.4097'), 'Home (wlan0)')
  assert.equal(named('wlan0.w2.4097'), 'Home (wlan0)')
  assert.equal(named('wlan0.ap0.4097'), 'Guest network (wlan0)')
  assert.equal(named('wlan1.4097'), 'wlan1')
  assert.equal(named('wlan7.4097'), 'wlan7')
  assert.equal(named('lan0'), 'lan0')
  assert.equal(named('lan0.7'), 'lan0.7')
})
