import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RadioChannel, WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { AUTOMATIC, choiceWords, fittedTo, type RadioFields, savedRadioFields, ssidFault } from './fields.ts'

const texts = radioTexts.radio
const channel = (Channel: number, Band: RadioChannel['Band'], Widths: RadioChannel['Widths']): RadioChannel => ({
  ...{ Channel, Band, Widths, Frequency: 0, Permitted: true, Power: 20 },
  ...{ Dfs: 'none', CheckSeconds: 0, SecondsLeft: 0 },
})
const channels = [channel(1, '2.4 GHz', [20, 40]), channel(13, '2.4 GHz', [20]), channel(36, '5 GHz', [20, 40, 80])]
const fields: RadioFields = { country: 'DE', ssid: 'Home', band: '2.4 GHz', width: 40, channel: 1, allowDfs: false }

test('another band keeps the width where it has it, and lets the router choose the channel', () => {
  assert.deepEqual(fittedTo(channels, { ...fields, band: '5 GHz' }), { ...fields, band: '5 GHz', channel: AUTOMATIC })
  assert.deepEqual(fittedTo(channels, { ...fields, width: 80 }), { ...fields, width: 20 })
})

test('a channel that does not have the width is chosen automatically', () => {
  assert.equal(fittedTo(channels, { ...fields, channel: 13 }).channel, AUTOMATIC)
  assert.equal(fittedTo(channels, { ...fields, channel: 13, width: 20 }).channel, 13)
  assert.equal(fittedTo(channels, fields).channel, 1)
  assert.deepEqual(fittedTo([], fields), { ...fields, channel: AUTOMATIC })
})

test('an automatic choice is shown as such, with any channel', () => {
  const radio = { Country: '', Ssid: 'Home', Band: '', Width: 0, Channel: 6, AllowDfs: true } as unknown as WifiRadio
  const saved = { country: '', ssid: 'Home', band: '2.4 GHz', width: 20, channel: 6, allowDfs: true }
  assert.deepEqual(savedRadioFields({ ...radio, Automatic: false }), saved)
  assert.equal(savedRadioFields({ ...radio, Automatic: true }).channel, AUTOMATIC)
})

test('a name has at most 32 bytes and no control characters', () => {
  assert.equal(ssidFault('Größe'), undefined)
  assert.equal(ssidFault(''), texts.ssidEmpty)
  assert.equal(ssidFault('ä'.repeat(17)), texts.ssidLong)
  assert.equal(ssidFault('a\u0000'), texts.ssidControl)
})

const Considered = [
  { Channel: 1, Load: 4, Networks: 1 },
  { Channel: 6, Load: 12, Networks: 3 },
]
const choice = (Channel: number, considered = Considered) => ({
  ...{ Channel, Width: 20, Time: 0, Reason: '', Considered: considered },
})

test('the automatic choice is described by its figures', () => {
  assert.equal(choiceWords(choice(1)), 'Channel 1 is the least used of 2: 1 other network on it.')
  assert.match(choiceWords(choice(6)), /^Channel 6 is little used, .* of 2: 3 other networks on it\.$/)
  assert.match(choiceWords(choice(1, [{ Channel: 1, Load: 0, Networks: 0 }])), /of 1: no other network on it/)
})
