import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { ChannelParameters, ConfigUpdate } from './body.ts'
import { defaultRadioSettings } from './radio.ts'
import { computeChannel, updated, withChannel } from './settings.ts'

const settings = defaultRadioSettings('Home')
const channel = (given: object) =>
  ChannelParameters.parse({ HT_Enable: true, VHT_Enable: true, HE_Enable: true, ...given })
const update = (given: object) => updated(settings, ConfigUpdate.parse(given))

test('a channel is answered with every field, in the order that clients compare', () => {
  const answer = computeChannel(channel({ Mode: 'a', Channel: 44, Bandwidth: 80 }))
  assert.equal(
    JSON.stringify(answer),
    '{"Vht_oper_centr_freq_seg0_idx":42,"He_oper_centr_freq_seg0_idx":42,"Eht_oper_centr_freq_seg0_idx":-1,' +
      '"Vht_oper_chwidth":1,"He_oper_chwidth":1,"Eht_oper_chwidth":0,"Op_class":128,"Is_6e":false,' +
      '"Freq1":5220,"Freq2":5210,"Freq3":0}',
  )
})

test('a standard that is off has no centre and no width', () => {
  const answer = computeChannel(channel({ Mode: 'a', Channel: 36, Bandwidth: 160, VHT_Enable: false }))
  assert.deepEqual([answer.Vht_oper_centr_freq_seg0_idx, answer.Vht_oper_chwidth], [-1, 0])
  assert.deepEqual([answer.He_oper_centr_freq_seg0_idx, answer.He_oper_chwidth], [50, 2])
})

test('at 320 MHz, stations without 802.11be use the 160 MHz around the primary channel', () => {
  const blocks = [5, 61, 125, 221].map((Channel) => {
    const answer = computeChannel(channel({ Mode: 'a', Channel, Bandwidth: 320, EHT_Enable: true, Is_6e: true }))
    assert.deepEqual([answer.He_oper_chwidth, answer.Eht_oper_chwidth, answer.Op_class], [2, 9, 137])
    return [answer.He_oper_centr_freq_seg0_idx, answer.Eht_oper_centr_freq_seg0_idx]
  })
  assert.deepEqual(blocks, [
    [15, 31],
    [47, 31],
    [111, 95],
    [207, 191],
  ])
})

test('6 GHz is chosen by the flag, by the class, or by a number that 5 GHz does not have', () => {
  for (const given of [{ Channel: 149, Is_6e: true }, { Channel: 149, Op_class: 133 }, { Channel: 5 }])
    assert.equal(computeChannel(channel({ Mode: 'a', Bandwidth: 80, ...given })).Is_6e, true)
  assert.equal(computeChannel(channel({ Mode: 'a', Channel: 149, Bandwidth: 80 })).Is_6e, false)
})

test('the second channel of 40 MHz is on the right side of the primary one', () => {
  const sides = (Mode: string, numbers: readonly number[], Bandwidth = 40) =>
    numbers.map((Channel) => withChannel(settings, channel({ Mode, Channel, Bandwidth })).ht_capab)
  assert.deepEqual(sides('g', [1, 7, 8, 13]), ['[HT40+]', '[HT40+]', '[HT40-]', '[HT40-]'])
  assert.deepEqual(sides('a', [36, 40, 44, 48], 80), ['[HT40+]', '[HT40-]', '[HT40+]', '[HT40-]'])
  assert.deepEqual(sides('g', [6], 20), [undefined])
})

test('only what is sent changes; -1 and empty text take a setting away', () => {
  assert.deepEqual(update({ Ssid: 'Größe' }), { ...settings, ssid: 'Größe' })
  const wide = updated(settings, ConfigUpdate.parse({ Ht_capab: '[HT40+]', He_oper_centr_freq_seg0_idx: 42 }))
  assert.deepEqual([wide.ht_capab, wide.he_oper_centr_freq_seg0_idx], ['[HT40+]', 42])
  assert.deepEqual(updated(wide, ConfigUpdate.parse({ Ht_capab: '', He_oper_centr_freq_seg0_idx: -1 })), settings)
})

test('a block of channels moves with its primary channel, and keeps its width where it can', () => {
  const wide = withChannel(settings, channel({ Mode: 'a', Channel: 36, Bandwidth: 80 }))
  const block = (given: object) => {
    const {
      vht_oper_centr_freq_seg0_idx: vht,
      he_oper_centr_freq_seg0_idx: he,
      ...after
    } = updated(wide, ConfigUpdate.parse(given))
    return [after.vht_oper_chwidth, vht, after.he_oper_chwidth, he, after.ht_capab]
  }
  assert.deepEqual(block({ Ssid: 'Home' }), [1, 42, 1, 42, '[HT40+]'])
  assert.deepEqual(block({ Channel: 104 }), [1, 106, 1, 106, '[HT40-]'])
  assert.deepEqual(block({ Channel: 177 }), [1, 171, 1, 171, '[HT40-]'])
  assert.deepEqual(block({ Channel: 140 }), [1, 138, 1, 138, '[HT40+]'])
  assert.deepEqual(block({ Channel: 11, Hw_mode: 'g' }), [0, undefined, 0, undefined, '[HT40-]'])
  assert.deepEqual(block({ Channel: 14, Hw_mode: 'g' }), [0, undefined, 0, undefined, undefined])
  assert.deepEqual(block({ Ieee80211ax: 0 }), [1, 42, 0, undefined, '[HT40+]'])
  assert.deepEqual(block({ Channel: 60, Vht_oper_chwidth: 2 }), [2, 50, 2, 50, '[HT40+]'])
  // Given values are used unchanged.
  assert.deepEqual(block({ Channel: 52, Ht_capab: '', Vht_oper_centr_freq_seg0_idx: -1 }), [
    1,
    undefined,
    1,
    58,
    undefined,
  ])
})

test('a channel of another band is refused, unless the band changes with it', () => {
  const isChannel = (error: unknown) => error instanceof Invalid && error.field === 'Channel'
  assert.throws(() => update({ Channel: 36 }), isChannel)
  assert.throws(() => update({ Hw_mode: 'a' }), isChannel)
  assert.equal(update({ Channel: 36, Hw_mode: 'a' }).channel, 36)
})

test('every value that is described is accepted', () => {
  const flags = ['Bss_transition', 'Time_advertisement', 'Rrm_neighbor_report', 'Rrm_beacon_report', 'Ieee80211ax']
  const given = [
    ...flags.flatMap((name) => [{ [name]: 0 }, { [name]: 1 }]),
    ...[0, 1, 2].flatMap((width) => [{ Vht_oper_chwidth: width }, { He_oper_chwidth: width }]),
    ...[-100, 0].flatMap((dbm) => [{ Rssi_reject_assoc_rssi: dbm }, { Rssi_ignore_probe_request: dbm }]),
    ...[
      { Eht_oper_chwidth: 9 },
      { Rssi_reject_assoc_timeout: 255 },
      { Op_class: 81 },
      { Rsn_pairwise: 'CCMP GCMP-256' },
    ],
  ]
  for (const one of given) assert.doesNotThrow(() => update(one), JSON.stringify(one))
  assert.equal(update({ Time_advertisement: 1 }).time_advertisement, 2)
})

test('an automatic channel is channel 0', () => {
  assert.equal(update({ AutoSelectChannel: true, Channel: 11 }).channel, 0)
})

test('what hostapd could take for another setting is refused', () => {
  const wrong = [
    { Ssid: 'a\nwpa=0' },
    { Ssid: '' },
    { Ssid: 'ä'.repeat(17) },
    { Country_code: 'D\n' },
    { Country_code: 'de' },
    { Country_code: 'XX' },
    { Country_code: 'ZZ' },
    { Country_code: 'UK' },
    { Ht_capab: '[HT40+]\nwpa=0' },
    { Rsn_pairwise: 'TKIP' },
    { Hw_mode: 'ad' },
    { Mld_ap: 1 },
    { Channel: 300 },
  ]
  for (const given of wrong) assert.equal(ConfigUpdate.safeParse(given).success, false, JSON.stringify(given))
})

test('a channel that does not exist is refused with its field', () => {
  assert.throws(
    () => withChannel(settings, channel({ Mode: 'a', Channel: 144, Bandwidth: 160 })),
    (error) => error instanceof Invalid && error.field === 'Bandwidth',
  )
})
