import assert from 'node:assert/strict'
import { test } from 'node:test'
import { busiest, type NearbyNetwork, pictureOf } from './picture.ts'

const network = (freq: number, signal_dbm: number, ssid = 'net'): NearbyNetwork => ({
  bssid: `02:00:00:00:${freq % 100}:${-signal_dbm}`,
  ssid,
  freq,
  signal_dbm,
  authentication_suites: 'PSK',
  capability: 'ESS Privacy',
})

test('networks of a band are drawn over their channels, the strongest last', () => {
  const { humps, own, ticks } = pictureOf('2.4 GHz', [network(2437, -40), network(5180, -50), network(2412, -80)])
  assert.deepEqual(
    humps.map(({ channel }) => channel),
    [1, 6],
  )
  const [one, six] = humps
  assert.ok(one!.left < one!.middle && one!.middle < one!.right)
  assert.ok(six!.height > one!.height)
  assert.equal(six!.middle, ticks.find(({ channel }) => channel === 6)?.at)
  assert.equal(own, undefined)
})

test('the radio itself is a block of its width, in its band only', () => {
  const block = { band: '5 GHz', middle: 5210, width: 80 } as const
  const { own } = pictureOf('5 GHz', [], block)
  const { ticks } = pictureOf('5 GHz', [])
  assert.ok(own && own.left < ticks[0]!.at && own.right < ticks[1]!.at)
  assert.equal(pictureOf('2.4 GHz', [], block).own, undefined)
})

test('a network of any frequency and signal is within the picture', () => {
  for (const [band, mhz] of [
    ['2.4 GHz', 2484],
    ['5 GHz', 5170],
    ['5 GHz', 5885],
    ['6 GHz', 7115],
  ] as const)
    for (const signal of [-120, 0]) {
      const [hump] = pictureOf(band, [network(mhz, signal)]).humps
      assert.ok(
        hump && hump.left >= 0 && hump.right <= 100 && hump.height > 0 && hump.height <= 100,
        `${mhz} ${signal}`,
      )
    }
  assert.deepEqual(pictureOf('2.4 GHz', [network(3000, -50)]).humps, [])
})

test('of overlapping names, that of the strongest network is shown', () => {
  const many = Array.from({ length: 9 }, (_, index) => network(2412, -50 - index, `net ${index}`))
  const { humps } = pictureOf('2.4 GHz', many)
  assert.deepEqual(
    humps.filter(({ isNamed }) => isNamed).map(({ name }) => name),
    ['net 7', 'net 0'],
  )
})

test('the channel with the most networks is the busiest', () => {
  assert.deepEqual(busiest(pictureOf('2.4 GHz', [network(2412, -50), network(2437, -60), network(2437, -61)]).humps), {
    channel: 6,
    count: 2,
  })
  assert.equal(busiest([]), undefined)
})
