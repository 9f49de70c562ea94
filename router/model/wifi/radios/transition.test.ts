import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { defaultRadioSettings } from './radio.ts'
import { transitionCommand } from './transition.ts'

const MAC = '02:00:00:00:00:01'
const BSSID = '02:00:00:00:aa:01'
const settings = defaultRadioSettings('Home')

test('a station is asked to move to the network, with its operating class, channel and physical layer', () => {
  const known = [
    [2412, '81,1,7'],
    [2484, '82,14,7'],
    [5180, '115,36,7'],
    [5260, '118,52,7'],
    [5500, '121,100,7'],
    [5745, '125,149,7'],
    [5955, '131,1,7'],
    [5935, '136,2,7'],
  ] as const
  for (const [frequency, place] of known)
    assert.equal(
      transitionCommand(MAC, { bssid: BSSID, frequency, settings }),
      `BSS_TM_REQ ${MAC} pref=1 abridged=1 valid_int=255 neighbor=${BSSID},0x0000000f,${place},0301ff`,
    )
})

test('the physical layer is the newest that is on', () => {
  const types = [
    { ieee80211ax: 1, ieee80211ac: 1 },
    { ieee80211ac: 1 },
    { ieee80211n: 0 },
    { ieee80211n: 0, hw_mode: 'a' },
  ] as const
  const found = types.map((more) =>
    transitionCommand(MAC, { bssid: BSSID, frequency: 2412, settings: { ...settings, ...more } }),
  )
  assert.deepEqual(
    found.map((command) => command.split(',')[4]),
    ['14', '9', '6', '4'],
  )
})

test('an access point without a channel is no target', () => {
  assert.throws(() => transitionCommand(MAC, { bssid: BSSID, frequency: 0, settings }), Invalid)
})
