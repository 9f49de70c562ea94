import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WifiSample } from '../../../../router/model/wifi/stations/station.ts'
import { rateChart, signalChart, visitsOf } from './history.ts'

const NOW = 36_000
const sample = (minutesAgo: number, Signal: number | null, Radio = 'wlan0'): WifiSample => ({
  Time: NOW - 60 * minutesAgo,
  Radio,
  Band: Radio === 'wlan0' ? '2.4 GHz' : '5 GHz',
  Channel: Radio === 'wlan0' ? 1 : 36,
  Signal,
  RxRate: 0,
  TxRate: 0,
})

test('signals are a line over time, broken where the device was away', () => {
  const chart = signalChart([sample(0, -60), sample(1, -50), sample(30, -90), sample(90, -40)], NOW, 3600)
  assert.deepEqual([chart?.least, chart?.most], [-90, -50])
  assert.match(chart?.line ?? '', /^M50 98h0\.2M98\.3 33\.3h0\.2L100 50$/)
})

test('a signal of any strength is within the chart, and without signals there is none', () => {
  assert.match(signalChart([sample(0, -120)], NOW, 3600)?.line ?? '', / 98h/)
  assert.match(signalChart([sample(0, -10)], NOW, 3600)?.line ?? '', / 2h/)
  assert.equal(signalChart([sample(0, null), sample(90, -50)], NOW, 3600), undefined)
})

test('link rates are a line from 0 to the highest one; a radio that reports none has no line', () => {
  const rated = (minutesAgo: number, TxRate: number) => ({ ...sample(minutesAgo, -50), TxRate })
  const chart = rateChart([rated(0, 300), rated(1, 150), rated(2, 0)], NOW, 3600)
  assert.deepEqual([chart?.least, chart?.most], [150, 300])
  assert.match(chart?.line ?? '', /^M98\.3 50h0\.2L100 2$/)
  assert.equal(rateChart([rated(0, 0)], NOW, 3600), undefined)
})

test('visits end when the device roams or is away', () => {
  const visits = visitsOf([
    sample(0, -50),
    sample(1, -50),
    sample(2, -70, 'wlan1'),
    sample(3, -70, 'wlan1'),
    sample(9, -60, 'wlan1'),
  ])
  assert.deepEqual(
    visits.map(({ radio, from, to }) => [radio, (NOW - to) / 60, (NOW - from) / 60]),
    [
      ['wlan0', 0, 1],
      ['wlan1', 2, 3],
      ['wlan1', 9, 9],
    ],
  )
  assert.deepEqual(visitsOf([]), [])
})
