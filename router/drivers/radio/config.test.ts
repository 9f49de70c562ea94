import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelParameters } from '../../model/wifi/radios/body.ts'
import { defaultRadioSettings } from '../../model/wifi/radios/radio.ts'
import { withChannel } from '../../model/wifi/radios/settings.ts'
import { radioConfig } from './config.ts'

const places = { control: '/run/control', pskFile: '/run/hostapd-wlan0.psk', guestPskFile: '/run/guestpsk' }
const configOf = (given: object) => {
  const settings = withChannel(defaultRadioSettings('Home'), ChannelParameters.parse({ HT_Enable: true, ...given }))
  return radioConfig(
    { kind: 'access point', link: 'wlan0', mac: '', settings, allowDfs: false },
    '02:00:00:00:aa:00',
    places,
  )
}

test('options that hostapd 2.10 does not have are left out unless 802.11be is on', () => {
  const wide = { Mode: 'a', Channel: 37, Bandwidth: 320, HE_Enable: true }
  assert.doesNotMatch(configOf({ Mode: 'g', Channel: 6, Bandwidth: 20 }), /^(eht_|ieee80211be)/m)
  assert.doesNotMatch(configOf(wide), /^(eht_|ieee80211be)/m)
  assert.match(configOf({ ...wide, EHT_Enable: true }), /^eht_oper_chwidth=9$/m)
})

test('settings of 802.11ac are left out in the 2.4 GHz band', () => {
  const channel = { Channel: 36, Bandwidth: 80, VHT_Enable: true }
  assert.match(configOf({ ...channel, Mode: 'a' }), /^vht_oper_chwidth=1$/m)
  assert.doesNotMatch(configOf({ ...channel, Mode: 'g', Channel: 6, Bandwidth: 20 }), /^(vht_|ieee80211ac)/m)
})

test('stations without 802.11be get the half of 320 MHz that they can use', () => {
  const config = configOf({ Mode: 'a', Channel: 61, Bandwidth: 320, HE_Enable: true, EHT_Enable: true })
  for (const line of [
    'he_oper_chwidth=2',
    'he_oper_centr_freq_seg0_idx=47',
    'eht_oper_centr_freq_seg0_idx=31',
    'op_class=137',
  ])
    assert.ok(config.includes(`\n${line}\n`), line)
})
