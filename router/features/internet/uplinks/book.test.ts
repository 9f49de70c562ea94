import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { faultOf } from '../../../model/internet/uplinks/fault.ts'
import { openHistory } from '../../../store/history.ts'
import { openUplinkBook } from './book.ts'

const outage = (Start: number, End: number) => ({ Iface: 'wan0', Start, End, ...faultOf('no_carrier') })
const sample = (Time: number) => ({ Time, LatencyMs: 8, JitterMs: 0, LossPct: 0, Up: true })

const openMemory = () =>
  openHistory({ path: ':memory:', clock: openSteppedClock(), onFailure: (what) => assert.fail(what) })

test('outages are kept across a restart, the oldest first', () => {
  using history = openMemory()
  const [first, second] = [outage(1_709_287_200, 1_709_287_500), outage(1_709_290_800, 1_709_291_100)]
  const book = openUplinkBook(history)
  assert.deepEqual(book.of('wan0').outages, [])
  book.of('wan0').keepOutage(first)
  book.of('wan0').keepOutage(second)
  assert.deepEqual(book.of('wan0').outages, [first, second])
  assert.deepEqual(openUplinkBook(history).of('wan0').outages, [first, second])
  assert.deepEqual(openUplinkBook(history).of('wan1').outages, [])
})

test('outages that an earlier version wrote, with their times as text and without codes, are read', () => {
  using history = openMemory()
  const [Start, End] = ['2024-03-01T10:00:00.000Z', '2024-03-01T10:05:00.000Z']
  history
    .log<string>('outages', { most: 10, keepMs: 1e12 })
    .append(0, JSON.stringify({ Iface: 'wan0', Start, End, Reason: 'no carrier' }))
  assert.deepEqual(openUplinkBook(history).of('wan0').outages, [{ ...outage(1_709_287_200, 1_709_287_500), Code: '' }])
})

test('samples of each uplink and scale are kept across a restart', () => {
  using history = openMemory()
  const { keepSample } = openUplinkBook(history).of('wan0')
  keepSample('minutes', sample(60))
  keepSample('minutes', sample(120))
  keepSample('hours', sample(3600))
  const { samples } = openUplinkBook(history).of('wan0')
  assert.deepEqual(samples('minutes'), [sample(60), sample(120)])
  assert.deepEqual(samples('hours'), [sample(3600)])
  assert.deepEqual(openUplinkBook(history).of('wan1').samples('minutes'), [])
})
