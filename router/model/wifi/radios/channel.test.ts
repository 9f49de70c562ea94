import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { type Band, bandOf, channelIn, channelOf, frequencyOf, operatingClass, type Width } from './channel.ts'

/** Centre channels by width, with the primary channels of each: the regulatory blocks. */
const TABLE: readonly (readonly [Band, Width, Readonly<Record<number, readonly number[]>>])[] = [
  ['2.4 GHz', 40, { 3: [1], 4: [2], 5: [3], 6: [4, 8], 7: [5, 9], 8: [6, 10], 9: [7, 11], 10: [12], 11: [13] }],
  [
    '5 GHz',
    40,
    {
      ...{ 38: [36, 40], 46: [44, 48], 54: [52, 56], 62: [60, 64], 102: [100, 104], 110: [108, 112], 118: [116, 120] },
      ...{ 126: [124, 128], 134: [132, 136], 142: [140, 144], 151: [149, 153], 159: [157, 161], 167: [165, 169] },
      175: [173, 177],
    },
  ],
  [
    '5 GHz',
    80,
    {
      ...{ 42: [36, 40, 44, 48], 58: [52, 56, 60, 64], 106: [100, 104, 108, 112], 122: [116, 120, 124, 128] },
      ...{ 138: [132, 136, 140, 144], 155: [149, 153, 157, 161], 171: [165, 169, 173, 177] },
    },
  ],
  [
    '5 GHz',
    160,
    {
      50: [36, 40, 44, 48, 52, 56, 60, 64],
      114: [100, 104, 108, 112, 116, 120, 124, 128],
      163: [149, 153, 157, 161, 165, 169, 173, 177],
    },
  ],
  ['6 GHz', 40, { 3: [1, 5], 11: [9, 13], 19: [17, 21], 147: [145, 149], 227: [225, 229] }],
  ['6 GHz', 80, { 7: [1, 5, 9, 13], 23: [17, 21, 25, 29], 39: [33, 37, 41, 45], 215: [209, 213, 217, 221] }],
  ['6 GHz', 160, { 15: [1, 13, 29], 47: [33, 61], 79: [65, 93], 207: [193, 221] }],
  ['6 GHz', 320, { 31: [1, 33, 61], 95: [65, 125], 159: [129, 189], 191: [193, 221] }],
]

test('a block has the same centre for each of its primary channels', () => {
  for (const [band, width, centres] of TABLE)
    for (const [centre, primaries] of Object.entries(centres))
      for (const primary of primaries)
        assert.equal(channelIn(band, primary, width).centre, Number(centre), `${band} ${primary} at ${width} MHz`)
})

test('the primary channel is within its block, and the block within the band', () => {
  for (const [band, width, centres] of TABLE)
    for (const primary of Object.values(centres).flat()) {
      const { frequency, centreFrequency = 0 } = channelIn(band, primary, width)
      assert.ok(Math.abs(frequency - centreFrequency) <= width / 2 - 10, `${band} ${primary} at ${width} MHz`)
    }
})

test('channels have the frequencies of the standard, and are found by them', () => {
  const known: readonly [Band, number, number][] = [
    ['2.4 GHz', 1, 2412],
    ['2.4 GHz', 13, 2472],
    ['2.4 GHz', 14, 2484],
    ['5 GHz', 36, 5180],
    ['5 GHz', 177, 5885],
    ['6 GHz', 1, 5955],
    ['6 GHz', 2, 5935],
    ['6 GHz', 233, 7115],
  ]
  for (const [band, channel, mhz] of known) {
    assert.equal(frequencyOf(band, channel), mhz)
    assert.deepEqual(channelOf(mhz), { band, channel })
  }
  for (const mhz of [900, 2400, 5100, 5950, 60_480]) assert.equal(channelOf(mhz), undefined)
})

test('at 20 MHz there is no centre', () => {
  for (const [band, primary] of [
    ['2.4 GHz', 6],
    ['5 GHz', 165],
    ['6 GHz', 2],
  ] as const)
    assert.equal(channelIn(band, primary, 20).centre, undefined)
})

test('a number of both bands is 5 GHz unless 6 GHz is asked for', () => {
  assert.equal(bandOf('a', 149, false), '5 GHz')
  assert.equal(bandOf('a', 149, true), '6 GHz')
  assert.equal(bandOf('a', 37, false), '6 GHz')
  assert.equal(bandOf('g', 1, false), '2.4 GHz')
})

test('a channel without such a block is refused with the field', () => {
  const wrong: readonly [Band, number, Width, string][] = [
    ['2.4 GHz', 15, 20, 'Channel'],
    ['2.4 GHz', 0, 20, 'Channel'],
    ['2.4 GHz', 6, 80, 'Bandwidth'],
    ['2.4 GHz', 14, 40, 'Bandwidth'],
    ['5 GHz', 37, 20, 'Channel'],
    ['5 GHz', 144, 160, 'Bandwidth'],
    ['5 GHz', 36, 320, 'Bandwidth'],
    ['6 GHz', 3, 20, 'Channel'],
    ['6 GHz', 2, 40, 'Bandwidth'],
    ['6 GHz', 233, 40, 'Bandwidth'],
    ['6 GHz', 229, 320, 'Bandwidth'],
  ]
  for (const [band, channel, width, field] of wrong)
    assert.throws(
      () => channelIn(band, channel, width),
      (error) => error instanceof Invalid && error.field === field,
      `${band} ${channel} at ${width} MHz`,
    )
})

test('operating classes are those of the widths', () => {
  const classOf = (band: Band, primary: number, width: Width) => operatingClass(channelIn(band, primary, width))
  assert.deepEqual(
    ([20, 40, 80, 160, 320] as const).map((width) => classOf('6 GHz', 37, width)),
    [131, 132, 133, 134, 137],
  )
  assert.equal(classOf('6 GHz', 2, 20), 136)
  assert.deepEqual(
    ([20, 40, 80, 160] as const).map((width) => classOf('5 GHz', 36, width)),
    [0, 0, 128, 129],
  )
})
