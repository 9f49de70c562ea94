import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RadioChannel } from '../../../../router/model/wifi/radiostate/state.ts'
import { bandsOf, channelsFor, standardsOf, widthsOf } from './channels.ts'

const channel = (Channel: number, part: Partial<RadioChannel> = {}): RadioChannel => ({
  Channel,
  Band: '5 GHz',
  Frequency: 5000 + 5 * Channel,
  Permitted: true,
  Power: 20,
  Widths: [20, 40, 80],
  Dfs: 'none',
  CheckSeconds: 0,
  SecondsLeft: 0,
  ...part,
})
const channels = [
  channel(1, { Band: '2.4 GHz', Widths: [20] }),
  channel(36),
  channel(52, { Dfs: 'usable' }),
  channel(144, { Widths: [20] }),
  channel(149, { Permitted: false }),
  channel(1, { Band: '6 GHz', Permitted: false }),
]

test('bands, widths and channels are those that the country permits', () => {
  assert.deepEqual(bandsOf(channels), ['2.4 GHz', '5 GHz'])
  assert.deepEqual(widthsOf(channels, '5 GHz'), [20, 40, 80])
  const numbers = (width: 20 | 80) => channelsFor(channels, '5 GHz', width).map(({ Channel }) => Channel)
  assert.deepEqual(numbers(20), [36, 52, 144])
  assert.deepEqual(numbers(80), [36, 52])
})

test('standards are those that the hardware has in the band', () => {
  const hardware = {
    wiphy: 'phy0',
    bands: [
      { frequencies: ['2412 MHz [1] (20.0 dBm)'], capabilities: ['0x1'] },
      { frequencies: ['5180 MHz [36] (23.0 dBm)'], capabilities: ['0x1'], vht_capabilities: ['0x1'] },
    ],
  }
  const none = { HT_Enable: false, VHT_Enable: false, HE_Enable: false, EHT_Enable: false }
  assert.deepEqual(standardsOf(hardware, '2.4 GHz'), { ...none, HT_Enable: true })
  assert.deepEqual(standardsOf(hardware, '5 GHz'), { ...none, HT_Enable: true, VHT_Enable: true })
  assert.deepEqual(standardsOf(hardware, '6 GHz'), none)
  assert.deepEqual(standardsOf(undefined, '5 GHz'), none)
})
