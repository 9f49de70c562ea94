import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstAnswers, isForHome } from './wifi.ts'

const fresh = { Interface: 'wlan0', Country: '', Ssid: 'SPR_wlan0' }

test('the default country is that of the browser, and the name is empty', () => {
  assert.deepEqual(firstAnswers([{ ...fresh, Ssid: '' }], 'de-DE'), { country: 'DE', ssid: '' })
  assert.deepEqual(firstAnswers([fresh], 'en'), { country: '', ssid: '' })
})

test('saved answers are kept', () => {
  const second = { Interface: 'wlan1', Country: 'US', Ssid: 'Villa Rosa' }
  assert.deepEqual(firstAnswers([fresh, second], 'de-DE'), { country: 'US', ssid: 'Villa Rosa' })
})

test('a radio that is an uplink, or unplugged, is not for the home', () => {
  const states = ['off', 'no country', 'running', 'failed', 'uplink', 'missing'] as const
  assert.deepEqual(
    states.filter((State) => isForHome({ State })),
    ['off', 'no country', 'running', 'failed'],
  )
})
