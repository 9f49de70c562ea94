import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IwBlock, IwChannel } from '../../../wire/spectrum.ts'
import { type Band, frequencyOf, type Width } from './channel.ts'
import { rankChannels, type Spectrum, widthsAround } from './choice.ts'

const EVERY = ['20MHz', 'HT40-', 'HT40+', 'VHT80', 'VHT160']
const channelAt = (band: Band, channel: number, more: Partial<IwChannel> = {}): IwChannel => ({
  frequency: frequencyOf(band, channel),
  channel,
  isDisabled: false,
  noIr: false,
  dbm: 20,
  widths: EVERY,
  dfs: undefined,
  checkSeconds: 0,
  ...more,
})
const range = (first: number, last: number, step: number) =>
  Array.from({ length: (last - first) / step + 1 }, (_, at) => first + at * step)
const RADAR = { dfs: { state: 'usable', seconds: 9 }, checkSeconds: 60 } as const
/** The channels of a European country. */
const CHANNELS = [
  ...range(1, 13, 1).map((channel) => channelAt('2.4 GHz', channel)),
  ...range(36, 48, 4).map((channel) => channelAt('5 GHz', channel, { dbm: 23 })),
  ...range(52, 64, 4).map((channel) => channelAt('5 GHz', channel, RADAR)),
  ...range(100, 140, 4).map((channel) => channelAt('5 GHz', channel, { ...RADAR, dbm: 26 })),
  ...range(149, 161, 4).map((channel) => channelAt('5 GHz', channel, { dbm: 13 })),
  ...range(1, 93, 4).map((channel) => channelAt('6 GHz', channel, { widths: ['20MHz'] })),
]
const network = (centre: number, width: number, dbm = -60): IwBlock => ({ bssid: '', ssid: '', centre, width, dbm })

interface Given extends Partial<Spectrum> {
  readonly width?: Width
  readonly allowDfs?: boolean
}

const ranked = (band: Band, { width = 20, allowDfs = false, ...found }: Given = {}) =>
  rankChannels({ channels: CHANNELS, surveys: [], networks: [], ...found }, { band, width, allowDfs })
const order = (...given: Parameters<typeof ranked>) => ranked(...given).map(({ channel }) => channel.primary)

test('of three channels that do not overlap, the one with the fewest and weakest networks is the best', () => {
  assert.deepEqual(order('2.4 GHz'), [1, 6, 11])
  const networks = [network(2412, 20, -50), network(2412, 20, -80), network(2437, 20, -50)]
  assert.deepEqual(order('2.4 GHz', { networks }), [11, 6, 1])
  assert.deepEqual(order('2.4 GHz', { networks: [network(2412, 20, -90), network(2437, 20, -50)] }), [11, 1, 6])
})

test('a network counts on each channel that it overlaps with', () => {
  // 40 MHz, on 1 and 5.
  const networks = [network(2422, 40)]
  const loads = ranked('2.4 GHz', { networks }).map(({ channel, networks: count }) => [channel.primary, count])
  assert.deepEqual(loads, [
    [11, 0],
    [1, 1],
    [6, 1],
  ])
})

test('a channel that is in use counts, also where no network was received', () => {
  const surveys = [
    { frequency: 2412, activeMs: 100, busyMs: 60 },
    { frequency: 2437, activeMs: 100, busyMs: 10 },
    { frequency: 2462, activeMs: 100, busyMs: 30 },
  ]
  assert.deepEqual(order('2.4 GHz', { surveys }), [6, 11, 1])
})

test('channels with radar are only taken where that is allowed, and never after radar was detected', () => {
  assert.deepEqual(order('5 GHz', { width: 80 }), [36, 149])
  // 100 may send with more power.
  assert.deepEqual(order('5 GHz', { width: 80, allowDfs: true }), [100, 116, 36, 52, 149])
  const channels = CHANNELS.map((one) =>
    one.channel === 104 ? { ...one, dfs: { state: 'unavailable', seconds: 3 } as const } : one,
  )
  assert.deepEqual(order('5 GHz', { width: 80, allowDfs: true, channels }), [116, 36, 52, 149])
})

test('power is worth something: a little used channel of ten times the power is better than an empty one', () => {
  assert.deepEqual(order('5 GHz', { width: 80, networks: [network(5210, 80, -85)] }), [36, 149])
  assert.deepEqual(order('5 GHz', { width: 80, networks: [network(5210, 80, -55)] }), [149, 36])
})

test('a narrower block is taken where the country permits none of the width', () => {
  const at = (width: Width) => ranked('5 GHz', { width }).map(({ channel }) => channel.width)[0]
  // 160 MHz needs a channel with radar.
  assert.equal(at(160), 80)
  assert.equal(ranked('5 GHz', { width: 160, allowDfs: true })[0]?.channel.width, 160)
  assert.deepEqual(order('5 GHz', { channels: CHANNELS.filter(({ channel }) => channel === 44), width: 80 }), [44])
})

test('a channel on which no access point may begin is left out', () => {
  const channels = CHANNELS.map((one) => ({ ...one, noIr: one.channel !== 48 }))
  assert.deepEqual(order('5 GHz', { channels }), [48])
  assert.deepEqual(order('5 GHz', { channels: CHANNELS.map((one) => ({ ...one, isDisabled: true })) }), [])
})

test('in the 6 GHz band, only channels that stations look at are chosen', () => {
  assert.deepEqual(order('6 GHz', { width: 80 }), [5, 21, 37, 53, 69, 85])
  assert.deepEqual(order('6 GHz', { width: 160, networks: [network(6025, 160)] }), [37, 69, 5])
})

test('the widths of a channel are those of its blocks, if all of each is permitted', () => {
  const widths = (channel: number) =>
    widthsAround(CHANNELS, CHANNELS.find((one) => one.channel === channel && one.frequency < 5900)!)
  assert.deepEqual([1, 13, 36, 100, 140, 149].map(widths), [
    [20, 40],
    [20, 40],
    [20, 40, 80, 160],
    [20, 40, 80, 160],
    [20],
    [20, 40, 80],
  ])
})
